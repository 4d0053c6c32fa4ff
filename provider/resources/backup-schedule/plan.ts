import type { BackupScheduleRecord } from "../../../client";
import { type Planner, refuse } from "../../definition";
import { refreshHint } from "../../errors";
import { missingCallText } from "../../reconcile/collection-item";
import type { ItemReadResult } from "../../reconcile/read-result";
import { planWhole, type RecordPlan } from "../../reconcile/declared-fields";
import { addressOf, type Arguments, fields, type State } from "./description";

/** Plans the backup schedule. Pure. */

export type ShownBackups = ItemReadResult<{ readonly record: BackupScheduleRecord }>;

/** Describes the features that still work if the service does not support a call. */
export const whatStillWorks = () => "listing backups (getBackups), and all other resources";

export const planBackups: Planner<Arguments, State, ShownBackups, RecordPlan> = (args, last, live, isSecret) => {
  if ("noCall" in live)
    return refuse("workspaceId", missingCallText({ whatStillWorks }, { method: "GET", path: addressOf(args) }, live.noCall));
  if (!live.found && live.seenBefore === true)
    return refuse("schedule", `the service no longer returns the backup schedule, which it returned before. ${refreshHint}`);
  const object = addressOf(args);
  // The call creates or replaces a schedule.
  const call = { names: fields, object, request: { method: "POST", path: object }, refusedAt: "schedule" } as const;
  return planWhole(call, args, last, live.found ? live.record : undefined, isSecret);
};
