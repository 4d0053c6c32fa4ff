import { type IsSecret, type NothingToSend, type Refusal, refuse, type Sending } from "../../definition";
import { refreshHint, refreshIfGone } from "../../errors";
import { hasPendingCreation, type SentValue } from "../../proof/pending";
import { uncertainCreationText } from "../../proof/made";
import { compareRecord, declaredFields, showRecord, wholeRecord, whyUnsendable } from "../../proof/declared-fields";
import { type Absence, describeUncertainty, type MissingCall, type Seen } from "../../proof/reading";
import { quoteName } from "../../values/names";
import { addressOf, fields, schedulesPath } from "./review";
import type { WorkspaceScheduleArguments as Arguments, WorkspaceScheduleState as State } from "./schema";

/** Decides how the schedule comes to be as declared. Pure. */

export type Schedule = Readonly<Record<string, unknown>>;
export interface ListedRecord {
  readonly id: string;
  readonly record: Schedule;
}
export type ShownSchedule = Exclude<Seen<ListedRecord>, MissingCall>;

interface Base {
  /** Empty for a schedule that is to be made. */
  readonly scheduleId: string;
  /** Values that are on their way for arguments that are no longer declared. */
  readonly dropped: readonly SentValue[];
}

export interface ScheduleWrite extends Sending, Base {
  readonly action: "post" | "put";
  /** The record as it is sent. */
  readonly body: Schedule;
  readonly live: Schedule;
  /** The arguments that are not in effect. */
  readonly sent: readonly string[];
}

export type SchedulePlan = (NothingToSend & Base) | ScheduleWrite;

export function planSchedule(
  args: Arguments,
  last: Partial<State> | undefined,
  live: ShownSchedule,
  isSecret: IsSecret,
): SchedulePlan | Refusal {
  if (!live.found && live.candidateIds !== undefined)
    return refuse("workspaceId", uncertainCreationText("the schedule", live.candidateIds));
  const show = (record: Schedule) => showRecord({ ...fields, workspaceId: "workspace_id" }, record, args, isSecret);
  // An unknown schedule is made whatever exists: two of the same content are two.
  if (!live.found && isUnmade(last) && (last === undefined || live.certain || !live.others)) {
    const body = { workspace_id: args.workspaceId, ...declaredFields(fields, args) };
    const request = { method: "POST", path: schedulesPath(args), body: show(body) };
    const sent = Object.keys(fields).filter((name) => name in args);
    return { action: "post", scheduleId: "", request, body, live: {}, sent, dropped: [] };
  }
  if (!live.found) {
    const id = quoteName(last?.scheduleId);
    const uncertain = `it is not certain that the schedule ${id} is gone, since ${whyUncertain(live)}. ${refreshIfGone}`;
    return refuse("workspaceId", live.certain ? `the service shows no schedule ${id} any more. ${refreshHint}` : uncertain);
  }
  const { id: scheduleId } = live;
  const { sent, dropped, notices } = compareRecord(
    { names: fields, object: addressOf({ ...args }), isSecret },
    { ...args },
    last,
    live.record,
  );
  if (sent.length === 0) return { action: "none", scheduleId, dropped, notices };
  const unsendable = whyUnsendable(fields, args, live.record);
  if (unsendable !== undefined) return refuse("workspaceId", unsendable);
  const body = { ...wholeRecord(fields, args, live.record), workspace_id: args.workspaceId };
  const request = { method: "PUT", path: schedulesPath(args, scheduleId), body: show(body), was: show(live.record) };
  return { action: "put", scheduleId, request, body, live: live.record, sent, dropped, notices };
}

/** Explains why the schedule may still exist. */
export function whyUncertain(absence: Absence): string {
  return describeUncertainty(absence, "list of schedules", "an identifier");
}

/** Returns true for a new schedule, and for one whose POST may have made nothing. */
export function isUnmade(last: Partial<State> | undefined): boolean {
  return (last?.scheduleId ?? "") === "" || hasPendingCreation(last);
}
