import { type ListedSchedule, type ParsedList, schedules } from "../../../client";
import type { OperationContext, ResourceDefinition } from "../../definition";
import { definitionFrom } from "../../describe/schema";
import { unseenHint } from "../../errors";
import { meaningOf } from "../../values/formats";
import { equals } from "../../values/json";
import { hasPendingCreation, readPending } from "../../reconcile/pending";
import { createRecord, type RecordCollectionItem, updateRecord, waitForRecord } from "../../reconcile/record";
import { limitOf } from "../../reconcile/wait";
import { deleteItem, isNotCreated, readItem } from "../../reconcile/collection-item";
import { findCreated, type CreateOutcome, readAwaitingCreation } from "../../reconcile/create-outcome";
import { declaredFields, inKnownFormats, shownState, stateWhilePending } from "../../reconcile/declared-fields";
import {
  type MissingCall,
  parentExists,
  type ReadResult,
  readInParent,
  toWorkspaceId,
  unprovenNotFound,
} from "../../reconcile/read-result";
import { describeDone, hasPassed, planSchedule, type SchedulePlan, type ShownSchedule, warnOfDate, whyUncertain } from "./plan";
import { type Arguments, fields, schedulesPath, type State, workspaceScheduleDescription } from "./description";

const operations: RecordCollectionItem<State, ListedSchedule> = {
  fields,
  object: () => "the schedule",
  path: ({ scheduleId, ...args }) => schedulesPath(args, ...(scheduleId === "" ? [] : [scheduleId])),
  read: (state, context, skipCache) => readSchedule(state, state, context, skipCache),
  identifier: { output: "scheduleId", of: ({ id }) => id },
  parentExists,
  whyUncertain: (_state, absence) => whyUncertain(absence),
  whatStillWorks: (method) =>
    `reading schedules (getSchedules), and all other resources${method === "DELETE" ? '; deletionPolicy "retain" leaves this schedule unchanged' : ""}`,
};

/** An entry in a workspace's timetable, identified only by its identifier. Some services support only the call that lists entries (API 11). */
export const workspaceSchedule: ResourceDefinition<Arguments, State, ShownSchedule, SchedulePlan, true> = {
  ...definitionFrom(workspaceScheduleDescription),

  // Two schedules that are created at the same time could be mistaken for each other.
  lockKey: ({ workgroupId, workspaceId }, last) =>
    isNotCreated(last, last.scheduleId) || last.date ? ["schedules", workgroupId, workspaceId] : undefined,
  async observe(args, last, context) {
    const live = await readAwaitingCreation(last, context, (skipCache) => readSchedule({ ...last, ...args }, last, context, skipCache));
    if (!("found" in live) || live.found) return live;
    const now = context.clock.now();
    return { ...live, passed: { applied: isDone(last, now), declared: hasPassed(args, now) } };
  },
  assumedLive: (last) => (last === undefined ? unprovenNotFound : { found: true, id: last.scheduleId ?? "", record: {} }),
  plan: planSchedule,

  async execute(plan, args, last, context) {
    if (plan.action === "post") {
      // Reads the schedules before the POST. The plan shares this read.
      const before = (await listAll(args, context)).found.map(({ id }) => id);
      const send = () => context.client.schedules.create(toWorkspaceId(args), plan.body);
      return createRecord(operations, args, plan, before, send, context);
    }
    const { scheduleId } = plan;
    const state: State = { ...args, scheduleId };
    if (plan.action === "none") return { state: stateWhilePending(state, plan, context.isSecret) };
    const send = () => context.client.schedules.update({ ...toWorkspaceId(args), scheduleID: scheduleId }, plan.body);
    return updateRecord(operations, plan, { state, last }, send, context);
  },

  waitUntilApplied: (args, { state: kept }, context) =>
    waitForRecord<State>(operations, { state: { ...args, scheduleId: kept.scheduleId }, kept }, context),

  warnings: (args, old, { clock, isSecret }) => (["date", "time", "timeZone"].some(isSecret) ? [] : warnOfDate(args, old, clock.now())),

  async read(last, context) {
    const live = isDone(last, context.clock.now()) ? await readSchedule(last, last, context) : undefined;
    if (live !== undefined && "found" in live && !live.found) {
      context.emit(describeDone(last, context.isSecret));
      return last;
    }
    return readItem(operations, last, context, ({ id, record }) => ({
      ...shownState<State>(fields, last, record, context.isSecret),
      scheduleId: id,
    }));
  },

  describeRetained: (last) => ({
    path: schedulesPath(last, last.scheduleId),
    object: "the schedule",
    effect: "it stays as long as its workspace exists",
  }),

  async delete(plan, last, context) {
    const send = (known: State) => context.client.schedules.delete({ ...toWorkspaceId(known), scheduleID: known.scheduleId });
    await deleteItem(operations, plan, last, { send, limit: limitOf(last.timeoutSeconds) }, context);
  },
};

/** Returns true if a schedule has run, in which case the service might have removed it. */
const isDone = (last: Partial<State> | undefined, now: number): boolean => !hasPendingCreation(last) && hasPassed(last, now);

/** Reads the schedule from the list that all schedules of a workspace share. The list call is documented, so a service that does not support it has failed. */
async function readSchedule(
  args: Arguments & Partial<State>,
  last: Partial<State> | undefined,
  context: OperationContext,
  skipCache?: boolean,
): Promise<Exclude<ReadResult<ListedSchedule>, MissingCall>> {
  const live = await readInParent<ListedSchedule>(args, context, skipCache, async () => {
    const { found: shown, certain } = await listAll(args, context, skipCache);
    const found = shown.map((one) => ({ ...one, record: inKnownFormats(fields, [args, last], one.record, meaningOf) }));
    const id = args.scheduleId ?? "";
    const absent = { found: false, certain: certain && found.every((one) => one.id !== ""), others: found.length > 0 } as const;
    const known = id === "" ? undefined : found.find((one) => one.id === id);
    // The identifier in the response to the POST might differ from that in the list.
    const { created = known, candidateIds }: CreateOutcome<ListedSchedule> =
      known === undefined ? findAmong(found, last, args, context) : {};
    if (created === undefined) return { ...absent, candidateIds };
    context.markSeen();
    return { found: true, ...created };
  });
  if (!("noCall" in live)) return live;
  throw live.seenBefore === true ? live.noCall.as({ ...live.noCall.failure, hint: unseenHint }) : live.noCall;
}

/** Finds the schedule that a POST created. It appeared after the POST, with content that was sent or that is now declared. */
function findAmong(
  now: readonly ListedSchedule[],
  last: Partial<State> | undefined,
  args: Arguments,
  { isManagedElsewhere }: OperationContext,
): CreateOutcome<ListedSchedule> {
  const { sent, creation } = readPending(last);
  if (creation === undefined) return {};
  const contents = [declaredFields(fields, sent), declaredFields(fields, args)];
  return findCreated({
    before: creation.before,
    now,
    idOf: ({ id }) => id,
    showsSentValues: ({ record }) =>
      contents.some((one) => Object.keys(one).every((field) => equals(record[field] ?? one[field], one[field]))),
    isManagedElsewhere: ({ id }) => isManagedElsewhere(`${args.workgroupId}/${args.workspaceId}/${id}`),
  });
}

function listAll(
  workspace: Pick<Arguments, "workgroupId" | "workspaceId">,
  { client }: OperationContext,
  skipCache?: boolean,
): Promise<ParsedList<ListedSchedule>> {
  return client.shared(schedules.list, toWorkspaceId(workspace), { skipCache });
}
