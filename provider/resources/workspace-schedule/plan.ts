import type { ListedSchedule } from "../../../client";
import { isRefusal, type Planner, refuse } from "../../definition";
import { mayBeMade, refuseAbsent } from "../../reconcile/listed";
import { ambiguousCreationText } from "../../reconcile/made";
import { declaredFields, diffRecord, planWhole, type RecordPlan, showRecord } from "../../reconcile/declared-fields";
import { type Absence, describeUncertainty, type MissingCall, type Seen } from "../../reconcile/reading";
import { quoteName } from "../../values/names";
import { addressOf, type Arguments, fields, schedulesPath, type State } from "./description";

/** Plans the schedule. Pure. */

export type ShownSchedule = Exclude<Seen<ListedSchedule>, MissingCall>;

/** The plan of a schedule; its identifier is empty for a new schedule. */
export type SchedulePlan = RecordPlan & { readonly scheduleId: string };

/** The fields of both bodies. */
const shownNames = { ...fields, workspaceId: "workspace_id" };

export const planSchedule: Planner<Arguments, State, ShownSchedule, SchedulePlan> = (args, last, live, isSecret) => {
  if (!live.found && live.candidateIds !== undefined)
    return refuse("workspaceId", ambiguousCreationText("the schedule", live.candidateIds));
  // A new schedule is always made: two schedules may have the same content.
  if (!live.found && mayBeMade(last, last?.scheduleId, live)) {
    const body = { workspace_id: args.workspaceId, ...declaredFields(fields, args) };
    const request = { method: "POST", path: schedulesPath(args), body: showRecord(shownNames, body, args, isSecret) };
    return { action: "post", scheduleId: "", request, body, sent: diffRecord(fields, args, undefined, {}) };
  }
  if (!live.found) {
    const id = last?.scheduleId ? ` ${quoteName(last.scheduleId)}` : "";
    return refuseAbsent("workspaceId", `schedule${id}`, live, whyUncertain(live));
  }
  const { id: scheduleId } = live;
  const call = {
    names: fields,
    shownNames,
    object: addressOf(args),
    request: { method: "PUT", path: schedulesPath(args, scheduleId) },
    refusedAt: "workspaceId",
    more: { workspace_id: args.workspaceId },
  } as const;
  const plan = planWhole(call, args, last, live.record, isSecret);
  return isRefusal(plan) ? plan : { ...plan, scheduleId };
};

export function whyUncertain(absence: Absence): string {
  return describeUncertainty(absence, "list of schedules", "an identifier");
}
