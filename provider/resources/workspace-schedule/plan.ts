import type { ListedSchedule } from "../../../client";
import type { Notice } from "../../messages/message";
import { isRefusal, type IsSecret, type Planner, planRequest, refuse } from "../../definition";
import { showValue } from "../../reconcile/compare";
import { canBeCreated, refuseNotFound } from "../../reconcile/collection-item";
import { ambiguousCreationText } from "../../reconcile/create-outcome";
import { declaredFields, diffRecord, planWhole, type RecordPlan, showRecord } from "../../reconcile/declared-fields";
import { type NotFound, describeUncertainty, type MissingCall, type ItemReadResult } from "../../reconcile/read-result";
import { momentOf } from "../../values/moments";
import { quoteName } from "../../values/names";
import { addressOf, type Arguments, fields, schedulesPath, type State } from "./description";

/** Plans the schedule. Pure. */

/** The schedule. If the list does not contain it, whether the dates in the state and in the program have passed. */
export type ShownSchedule = Exclude<ItemReadResult<ListedSchedule>, MissingCall> & {
  readonly passed?: { readonly applied: boolean; readonly declared: boolean };
};

/** Returns true if the schedule's only date has passed, in which case the service might have removed it. */
export function hasPassed(schedule: object | undefined, now: number): boolean {
  const moment = schedule && momentOf(schedule);
  return moment !== undefined && moment.at <= now;
}

export function describeDone(last: State, isSecret: IsSecret): Notice {
  const date = showValue(["date"], last.date, isSecret);
  const text = `its date ${date} has passed and the service no longer lists it, so graphplane does not create it again. Remove it from the program, or declare another date`;
  return { is: "done", object: schedulesPath(last, last.scheduleId), text };
}

/** Returns warnings about a new or changed date on which the schedule will not run as declared. */
export function warnOfDate(args: Partial<Arguments>, old: Partial<Arguments>, now: number): string[] {
  const { date, time, timeZone } = args;
  const isSame = date === old.date && time === old.time && timeZone === old.timeZone;
  const moment = isSame ? undefined : momentOf({ date, time, timeZone });
  const when = `date ${JSON.stringify(date)} and time ${JSON.stringify(time)} in ${JSON.stringify(timeZone)}`;
  if (moment?.exists === false)
    return [`${when} do not exist, because the clocks skip that time: the service decides when the schedule runs`];
  return moment !== undefined && moment.at <= now ? [`${when} are in the past: the schedule will probably never run`] : [];
}

/** The plan of a schedule. The identifier of a new schedule is empty. */
export type SchedulePlan = RecordPlan & { readonly scheduleId: string };

const shownNames = { ...fields, workspaceId: "workspace_id" };

export const planSchedule: Planner<Arguments, State, ShownSchedule, SchedulePlan> = (args, last, live, isSecret) => {
  if (!live.found && live.candidateIds !== undefined)
    return refuse("workspaceId", ambiguousCreationText("the schedule", live.candidateIds));
  const isDone = !live.found && live.certain && live.passed?.applied === true;
  if (isDone && last?.scheduleId && live.passed?.declared)
    return { action: "none", scheduleId: last.scheduleId, sent: [], notices: [describeDone(last as State, isSecret)] };
  // A new schedule is always created, because two schedules can have the same content. A schedule that has run is created again for a new
  // date.
  if (!live.found && (isDone || canBeCreated(last, last?.scheduleId, live))) {
    const body = { workspace_id: args.workspaceId, ...declaredFields(fields, args) };
    const show = (record: object) => showRecord(shownNames, { ...record }, args, isSecret);
    const plan = planRequest({ method: "POST", path: schedulesPath(args) }, body, show);
    return { ...plan, scheduleId: "", sent: diffRecord(fields, args, undefined, {}) };
  }
  if (!live.found) {
    const id = last?.scheduleId ? ` ${quoteName(last.scheduleId)}` : "";
    return refuseNotFound("workspaceId", `schedule${id}`, live, whyUncertain(live));
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

export function whyUncertain(absence: NotFound): string {
  return describeUncertainty(absence, "list of schedules", "an identifier");
}
