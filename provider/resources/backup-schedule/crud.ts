import { type BackupScheduleRecord, backups } from "../../../client";
import { saysNotFound } from "../../../client/http/error-classification";
import { type OperationContext, refuse, type ResourceDefinition } from "../../definition";
import { definitionFrom } from "../../describe/schema";
import { InputError, refreshHint } from "../../errors";
import { readPending, supersedes } from "../../reconcile/pending";
import { meaningOfCron } from "../../values/formats";
import { type RecordCollectionItem, updateRecord, waitForRecord } from "../../reconcile/record";
import {
  inKnownFormats,
  planWhole,
  type RecordPlan,
  showRecord,
  shownState,
  stateWhilePending,
  wholeRecord,
  whyUnsendable,
} from "../../reconcile/declared-fields";
import { isAbsent } from "../../reconcile/confirm-deleted";
import { missingCallError, missingCallText, readItem, mayStillExistText } from "../../reconcile/collection-item";
import {
  type ItemReadResult,
  parentExists,
  type ReadResult,
  readInParent,
  toWorkspaceId,
  unprovenNotFound,
} from "../../reconcile/read-result";
import { addressOf, type Arguments, backupScheduleDescription, fields, type State } from "./description";

interface Shown {
  readonly record: BackupScheduleRecord;
}

const whyUncertain =
  "one read returned no schedule, which does not prove that it is gone. Check that the key belongs to the right organization, and try again";

const operations: RecordCollectionItem<State, Shown> = {
  fields,
  object: () => "the backup schedule",
  path: addressOf,
  read: (state, context, skipCache) => readBackups(state, undefined, context, skipCache),
  parentExists,
  whyUncertain: () => whyUncertain,
  whatStillWorks: () => "listing backups (getBackups), and all other resources",
};

/** The field that a deletion changes. */
const pauseOnly = { pause: "pause" };

/** The only backup schedule of a workspace (API 11). A single call creates or replaces it, and no call deletes it. */
export const backupSchedule: ResourceDefinition<Arguments, State, ItemReadResult<Shown>, RecordPlan, true> = {
  ...definitionFrom(backupScheduleDescription),

  observe: readBackups,
  assumedLive: () => unprovenNotFound,

  plan(args, last, live, isSecret) {
    const path = addressOf(args);
    if ("noCall" in live) return refuse("workspaceId", missingCallText(operations, { method: "GET", path }, live.noCall));
    if (!live.found && live.seenBefore === true)
      return refuse("schedule", `the service no longer returns the backup schedule, which it returned before. ${refreshHint}`);
    const call = { names: fields, object: path, request: { method: "POST", path }, refusedAt: "schedule" } as const;
    return planWhole(call, args, last, live.found ? live.record : undefined, isSecret);
  },

  async execute(plan, args, last, context) {
    if (plan.action === "none") return { state: stateWhilePending<State>(args, plan, context.isSecret) };
    const send = () => context.client.backups.setSchedule(toWorkspaceId(args), plan.body);
    return updateRecord<State>(operations, plan, { state: args, last }, send, context);
  },

  waitUntilApplied: (args, { state: kept }, context) => waitForRecord<State>(operations, { state: args, kept }, context),

  async read(last, context) {
    return readItem(operations, last, context, ({ record }) => shownState<State>(fields, last, record, context.isSecret));
  },

  describeRetained: (last) => ({
    path: addressOf(last),
    object: "the backup schedule",
    effect: "it stays unchanged as long as its workspace exists",
  }),

  async delete(_plan, last, context) {
    const object = addressOf(last);
    const read = () => readBackups(last, undefined, context, true);
    const live = await read();
    if ("noCall" in live) throw new InputError(missingCallText(operations, { method: "GET", path: object }, live.noCall));
    if (!("found" in live && live.found)) {
      const isCertain = await isAbsent({ context, read, parentExists: () => parentExists(last, context) });
      if (isCertain) return context.log(`graphplane: ${object}: the workspace has no backup schedule to pause`);
      throw new InputError(mayStillExistText("the backup schedule", whyUncertain));
    }
    // A pending change might still unpause the schedule, so it is overwritten.
    if (live.record.pause === true && !supersedes(readPending(last), ["pause"], true))
      return context.log(`graphplane: ${object}: the backup schedule is already paused`);
    const paused = { ...last, pause: true };
    const unsendable = whyUnsendable(pauseOnly, paused, live.record);
    if (unsendable !== undefined) throw new InputError(`the backup schedule was not paused: ${unsendable}`);
    const body = wholeRecord(pauseOnly, paused, live.record);
    const request = { method: "POST", path: object, body: showRecord(fields, body, paused, context.isSecret) };
    await context.client.backups.setSchedule(toWorkspaceId(last), body).catch((error: unknown) => {
      throw missingCallError(operations, request, error);
    });
    context.logSent(request);
    await waitForRecord<State>({ ...operations, fields: pauseOnly }, { state: paused }, context);
  },
};

/** Reads the record. If the workspace is visible, both null and Not-Found mean that it has no schedule. */
async function readBackups(
  args: Arguments,
  last: Partial<State> | undefined,
  context: OperationContext,
  skipCache?: boolean,
): Promise<ReadResult<Shown>> {
  // If an earlier read returned a schedule, a single empty response does not prove that it is gone.
  const none = { found: false, certain: !context.seenBefore, others: false, seenBefore: context.seenBefore } as const;
  return readInParent<Shown>(args, context, skipCache, async () => {
    const reading = context.client.shared(backups.schedule, toWorkspaceId(args), { skipCache });
    const record = await reading.catch(async (error: unknown) => {
      if (!saysNotFound(error) || (await parentExists(args, context, skipCache)) !== true) throw error;
    });
    if (record === undefined) return none;
    context.markSeen();
    return { found: true, record: inKnownFormats(fields, [args, last], record, meaningOfCron) };
  });
}
