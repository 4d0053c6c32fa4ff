import {
  findWorkgroupRecord,
  type Found,
  isAccessDenied,
  isDefiniteRefusal,
  isNoSuchCall,
  isNotFound,
  isServiceError,
  namesOf,
  shownWorkspaces,
  type WorkgroupRecord,
  workgroups,
} from "../../../client";
import { ifError } from "../../../client/http/errors";
import { mayMeanUnknownId } from "../../../client/http/error-classification";
import type { Applied, OperationContext, ResourceDefinition } from "../../definition";
import { definitionFrom } from "../../describe/schema";
import { InputError, NotAppliedError, NotUnderstoodError } from "../../errors";
import { shownArguments, shownState, stateWhilePending } from "../../reconcile/declared-fields";
import { readTwiceIf } from "../../reconcile/confirm-deleted";
import { deleteItem } from "../../reconcile/collection-item";
import { afterCreation, createObject } from "../../reconcile/create";
import { type LiveByName, NameLookup, assumedNotFound } from "../../reconcile/lookup-by-name";
import { pendingCreationOf, withoutPending } from "../../reconcile/pending";
import type { ReadResult } from "../../reconcile/read-result";
import { type RecordCollectionItem, updateRecord, waitForRecord } from "../../reconcile/record";
import { limitOf, watch } from "../../reconcile/wait";
import { omit, withoutEmpty } from "../../values/json";
import { comparableName, quoteName } from "../../values/names";
import { planUpdate, planWorkgroup, type UpdatePlan, whatStillWorks, type WorkgroupPlan } from "./plan";
import { addressOf, type Arguments, recordFields, type State, workgroupDescription } from "./description";

const defaultTimeoutSeconds = 600;

interface Shown {
  readonly record: WorkgroupRecord;
}

const named = new NameLookup<Arguments, WorkgroupRecord>({
  noun: "workgroup",
  path: addressOf,
  resourceId: (_args, id) => id,
  find: (_args, id, context, skipCache) => findKnown(id, context, skipCache),
  async list(_args, { client }, { skipCache, mayBeEmpty }) {
    const isMissing = (error: unknown) => isNoSuchCall(error) || isNotFound(error);
    const all = await client.shared(workgroups.list, {}, { skipCache }).catch(ifError(isMissing, (noCall) => ({ noCall })));
    if (!all && !mayBeEmpty) throw new NotUnderstoodError("the list of workgroups was null. Try again");
    return all ?? [];
  },
});

const operations: RecordCollectionItem<State, Shown> = {
  fields: recordFields,
  identifier: { output: "workgroupId", of: ({ record }) => record.workgroup_id },
  object: ({ workgroupName: name }) => `the workgroup ${quoteName(name)}`,
  path: addressOf,
  read: readOne,
  parentExists: async () => true,
  whyUncertain: () => "the service did not list the workgroups. Try again",
  whatStillWorks,
};

/** The condition that an operation is waiting for: a read that returns the new workgroup ("creation"), or the values of an update (true). */
type Pending = "creation" | true;

/** A workgroup, with calls that are not part of the documented API (API 11). */
export const workgroup: ResourceDefinition<Arguments, State, LiveByName<WorkgroupRecord>, WorkgroupPlan, Pending> = {
  ...definitionFrom(workgroupDescription),
  deleteBeforeReplace: true,
  lockKey: ({ workgroupName }, last) => (last.workgroupId ? undefined : ["workgroups", comparableName(workgroupName)]),

  async observe(args, last, context) {
    const live = await named.observe(args, last, context);
    if (args.adopt !== true || !("namesakes" in live)) return live;
    const [only, ...others] = live.namesakes;
    if (only === undefined || others.length > 0 || only.record.workgroup_id === "") return live;
    // A list can omit fields of a record, and an adoption compares only the fields that are present.
    const found = await findKnown(only.record.workgroup_id, context);
    if ("missing" in found) return found;
    return { ...live, namesakes: [{ ...only, record: { ...only.record, ...withoutEmpty(found.record) } }] };
  },
  assumedLive: (last) => (last?.workgroupId ? { found: true, record: { workgroup_id: last.workgroupId } } : assumedNotFound),
  plan: planWorkgroup,

  async execute(plan, args, last, context) {
    if (plan.action === "post")
      return createObject<State, Shown, Pending>(operations, context, {
        ...plan,
        declared: omit(args, ["encryptionMethod"]),
        async send() {
          const id = await context.client.workgroups.create(plan.body);
          return id === undefined ? undefined : { record: { workgroup_id: id } };
        },
        limit: limitOf(args.timeoutSeconds, defaultTimeoutSeconds),
        done: ({ record }, _byRead, provisional) => ({
          state: { ...provisional, ...workgroupRecordFacts(record, args) },
          pending: "creation",
        }),
      });
    return applyUpdate(plan, args, last, context);
  },

  async waitUntilApplied(args, { state, pending }, context) {
    const waitForUpdate = (kept: State) =>
      waitForRecord<State>(operations, { state: withoutPending({ ...kept, ...args }), kept }, context, defaultTimeoutSeconds);
    if (pending !== "creation") return waitForUpdate(state);
    const applied = await finish(args, state, context);
    await named.reportSameNames(args, state.workgroupId, context);
    return applied.pending ? waitForUpdate(applied.state) : applied.state;
  },

  async read(last, context) {
    const live = await named.read(last, last, context);
    if ("missing" in live) return undefined;
    if (!("found" in live && live.found)) return last;
    const { record: known } = live;
    // An import has neither of these arguments.
    const { workgroupName = known.name ?? "", cloudProviderId = known.cloud_provider_id ?? "" } = last;
    const everything = context.onlyIdKnown ? withoutEmpty(shownArguments(recordFields, {}, known)) : {};
    const held = { ...everything, ...last, workgroupName, cloudProviderId };
    await named.reportSameNames(held, known.workgroup_id, context);
    return { ...shownState<State>(recordFields, held, known, context.isSecret), ...workgroupRecordFacts(known, last) };
  },

  describeRetained: (last) => ({ path: addressOf(last), object: "the workgroup", effect: "the service keeps it" }),

  assertDeletable: refuseInUse,

  async delete(plan, last, context) {
    const guard = (known: State) => refuseInUse(known, context);
    const send = (known: State) => context.client.workgroups.delete({ workgroupID: known.workgroupId });
    await deleteItem(operations, plan, last, { send, guard, limit: limitOf(last.timeoutSeconds, defaultTimeoutSeconds) }, context);
  },
};

/** Waits until a read returns the new workgroup, then sends the settings that the create call does not accept. */
async function finish(args: Arguments, state: State, context: OperationContext): Promise<Applied<State, true>> {
  const outcome = await watch<WorkgroupRecord, WorkgroupRecord>(context, {
    limit: limitOf(args.timeoutSeconds, defaultTimeoutSeconds),
    progress: () => ({ object: operations.object(state), activity: "waiting for the service to return it" }),
    async observe() {
      const live = await operations.read(state, context, true);
      if (!("record" in live)) throw new NotUnderstoodError("the service does not return it");
      return { live: live.record };
    },
    judge: (record) => ({ done: record }),
  });
  if (!("done" in outcome))
    throw new NotAppliedError(
      `timed out after ${args.timeoutSeconds ?? defaultTimeoutSeconds} s: the workgroup was created (${state.workgroupId}), but no read returns it yet. Run "pulumi up" again: it resumes from here. Raise timeoutSeconds if it needs longer`,
      state,
    );
  const record = outcome.done;
  const known = { ...withoutPending(state), ...workgroupRecordFacts(record, args) };
  const plan = planUpdate(args, known, record, context.isSecret);
  return afterCreation(applyUpdate(plan, args, known, context), { ...known, ...pendingCreationOf(state) });
}

async function applyUpdate(
  plan: UpdatePlan,
  args: Arguments,
  last: State | undefined,
  context: OperationContext,
): Promise<Applied<State, true>> {
  const state: State = { ...args, ...workgroupRecordFacts(plan.record, args) };
  if (plan.action === "none") return { state: stateWhilePending(state, plan, context.isSecret) };
  const send = () => context.client.workgroups.update({ workgroupID: state.workgroupId }, plan.body);
  return updateRecord(operations, plan, { state, last }, send, context);
}

/** Throws unless two reads return no workspaces, because the service does not document what deletion does to them. */
async function refuseInUse({ workgroupId }: State, context: OperationContext): Promise<void> {
  const listOf = (found: Found<WorkgroupRecord>) => ("missing" in found ? undefined : shownWorkspaces(found.record));
  const isEmpty = (found: Found<WorkgroupRecord>) => listOf(found)?.length === 0;
  const found = await readTwiceIf(isEmpty, () => findKnown(workgroupId, context, true), context);
  if ("missing" in found) return;
  const workspaces = listOf(found);
  if (workspaces === undefined)
    throw new InputError(
      "the service returned the workgroup without a list of its workspaces, so graphplane sent no request. Try again, or delete the workgroup in the console",
    );
  if (workspaces.length === 0) return;
  const all = workspaces.map(({ workspace_id: id, name }) => ({ id, name }));
  const names = namesOf(all, "", context.client.redact);
  throw new InputError(
    `the workgroup has workspaces, so graphplane did not delete it: ${names}. Delete them first. If a change in the program replaces the workgroup, declare a second one instead`,
  );
}

/** Reads a workgroup by its identifier. Some services return 400 or 500 for an unknown identifier, in which case the list decides. */
async function findKnown(id: string, context: OperationContext, skipCache?: boolean): Promise<Found<WorkgroupRecord>> {
  try {
    const found = await findWorkgroupRecord(context.client, id, { skipCache });
    return "missing" in found ? found : { record: { ...found.record, workgroup_id: id } };
  } catch (error) {
    if (!(await isUnlisted(id, error, context))) throw error;
    return { missing: `workgroup ${JSON.stringify(id)} does not exist`, what: "workgroup" };
  }
}

/**
 * Returns true if a read was refused and the list does not contain the workgroup. After an acknowledged deletion, the list can be empty,
 * and every failed read is checked, because services respond to a deleted id in many ways. In all other cases, an empty list might be due
 * to the key of a different organization.
 */
async function isUnlisted(id: string, error: unknown, context: OperationContext, isAcknowledged = false): Promise<boolean> {
  if (!isServiceError(error) || !(isAcknowledged || mayMeanUnknownId(error))) return false;
  const all = await context.client.shared(workgroups.list, {}, { skipCache: true }).catch(() => null);
  if (!all || (all.length === 0 && !isAcknowledged)) return false;
  return all.every(({ workgroup_id }) => workgroup_id !== "" && workgroup_id !== id);
}

/** Reads a workgroup. After an acknowledged deletion, a refusal means that the workgroup is gone, because some services return 400 for an unknown identifier. */
async function readOne(state: State, context: OperationContext, skipCache?: boolean, isAcknowledged?: boolean): Promise<ReadResult<Shown>> {
  const { workgroupId } = state;
  if (!workgroupId) return named.readInList(state, state, context, skipCache);
  try {
    const record = await context.client.sharedWorkgroup({ workgroupID: workgroupId }, { skipCache });
    return { found: true, record: { ...record, workgroup_id: workgroupId } };
  } catch (error) {
    const isRefused = isDefiniteRefusal(error) && !isAccessDenied(error);
    const isAbsent = isNotFound(error) || (isAcknowledged && isRefused);
    if (!isAbsent && !(await isUnlisted(workgroupId, error, context, isAcknowledged))) throw error;
    return { missing: `workgroup ${JSON.stringify(workgroupId)} does not exist`, what: "workgroup" };
  }
}

/** Returns the facts in a record for the state. Declared facts remain as declared, because a different format would force replacement. */
export function workgroupRecordFacts(record: WorkgroupRecord, declared: Partial<State> = {}): Partial<State> & Pick<State, "workgroupId"> {
  const { creator, cloud_provider_name: cloudProviderName } = record;
  const platform = declared.platform ?? record.platform;
  const region = declared.region ?? record.region;
  const sharedStorage = declared.sharedStorage ?? record.shared_storage;
  return { ...withoutEmpty({ platform, region, sharedStorage, creator, cloudProviderName }), workgroupId: record.workgroup_id };
}
