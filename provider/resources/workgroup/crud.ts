import { namesOf, shownWorkspaces, type WorkgroupCreation, type WorkgroupRecord } from "../../../client";
import type { Applied, OperationContext, ResourceDefinition } from "../../definition";
import { definitionFrom } from "../../describe/schema";
import { InputError, NotAppliedError, NotUnderstoodError } from "../../errors";
import { isShownTwice } from "../../reconcile/gone";
import { deleteListed } from "../../reconcile/listed";
import { updateRecord, waitForRecord } from "../../reconcile/record";
import { make } from "../../reconcile/make";
import {
  afterCreation,
  formOf,
  type LiveNamed,
  type NamedCreationPlan,
  observeNamed,
  pendingCreationOf,
  readNamed,
  reportSameNames,
  unseenNamed,
} from "../../reconcile/named";
import { withoutPending, writePending } from "../../reconcile/pending";
import { pendingAfterRead, shownArguments } from "../../reconcile/declared-fields";
import { limitOf, watch } from "../../reconcile/wait";
import { omit, withoutEmpty } from "../../values/json";
import { planUpdate, planWorkgroup, type UpdatePlan, type WorkgroupPlan } from "./plan";
import { findKnown, operations } from "./reads";
import { addressOf, recordFields, workgroupFacts } from "./review";
import { type WorkgroupArguments as Arguments, workgroupDescription, type WorkgroupState as State } from "./description";
import { workgroupRecordFacts } from "./record";

/** Seconds that a wait may take when `timeoutSeconds` is not given. */
const defaultTimeout = 600;

/** The wait that is left: until the creation shows, or, if true, until the values of an update do. */
type Pending = "creation" | true;

/** A workgroup for its whole life. The calls are not part of the documented API (API 11). */
export const workgroup: ResourceDefinition<Arguments, State, LiveNamed<WorkgroupRecord>, WorkgroupPlan, Pending> = {
  ...definitionFrom(workgroupDescription),
  deleteBeforeReplace: true,
  review: workgroupFacts,
  lockKey: ({ workgroupName }, last) => (last.workgroupId ? undefined : ["workgroups", formOf(workgroupName)]),

  async observe(args, last, context) {
    const live = await observeNamed(operations, args, last, context);
    if (args.adopt !== true || !("namesakes" in live)) return live;
    const [only, ...others] = live.namesakes;
    if (only === undefined || others.length > 0 || only.record.workgroup_id === "") return live;
    // A list may leave out parts of a record, and an adoption believes only what it sees.
    const found = await findKnown(only.record.workgroup_id, context, false);
    if ("missing" in found) return live;
    return { ...live, namesakes: [{ ...only, record: { ...only.record, ...withoutEmpty(found.record) } }] };
  },
  unseen: (last) => (last?.workgroupId ? { found: true, record: { workgroup_id: last.workgroupId } } : unseenNamed),
  plan: planWorkgroup,

  async execute(plan, args, last, context) {
    if (plan.action === "post") return createWorkgroup(plan, args, context);
    const { record } = plan;
    const state = { ...args, ...workgroupRecordFacts(record, args), workgroupId: record.workgroup_id };
    if (plan.isUnfinished) return { state: { ...state, ...pendingCreationOf(last) }, pending: "creation" };
    return plan.action === "put"
      ? update(plan, state, last, context)
      : { state: { ...state, ...writePending(plan.dropped, context.isSecret) } };
  },

  async waitUntilApplied(args, { state, pending }, context) {
    const done = pending === "creation" ? await finish(args, state, context) : { ...args, ...state };
    if (pending === "creation") await reportSameNames(operations, args, state.workgroupId, context);
    if (done.__pending === undefined) return done;
    const read = () => operations.read(done, context, true);
    const declared = { timeoutSeconds: defaultTimeout, ...withoutPending({ ...done, ...args }) };
    const applied = await waitForRecord<State>({
      names: recordFields,
      state: declared,
      kept: done,
      object: operations.path(done),
      context,
      read,
    });
    return { ...applied, timeoutSeconds: args.timeoutSeconds };
  },

  async read(last, context) {
    const live = await readNamed(operations, last, last, context, false);
    if ("missing" in live) return undefined;
    if (!("found" in live && live.found)) return last;
    const { record: known } = live;
    const { __pending, ...kept } = last;
    // An import has declared neither; the record's name is laid over the empty one.
    const { workgroupName = "", cloudProviderId = known.cloud_provider_id ?? "" } = kept;
    const everything = context.knowsIdAlone ? shownArguments(recordFields, {}, known) : {};
    const declared = { ...everything, ...kept, workgroupName, cloudProviderId };
    await reportSameNames(operations, { ...declared, workgroupName: workgroupName || known.name || "" }, known.workgroup_id, context);
    return {
      ...declared,
      ...workgroupRecordFacts(known, kept),
      ...(shownArguments(recordFields, declared, known) as Partial<State>),
      ...pendingAfterRead(recordFields, { __pending }, known, context.isSecret),
      workgroupId: known.workgroup_id,
    };
  },

  describeKept: (last) => ({ path: addressOf(last), object: "the workgroup", effect: "the service keeps it" }),

  assertDeletable: refuseInUse,

  async delete(plan, last, context) {
    const guard = (known: State) => refuseInUse(known, context);
    const send = (known: State) => context.client.workgroups.delete({ workgroupID: known.workgroupId });
    await deleteListed(operations, plan, last, { send, guard, limit: limitOf(last.timeoutSeconds, defaultTimeout) }, context);
  },
};

function createWorkgroup(
  plan: NamedCreationPlan<WorkgroupCreation>,
  args: Arguments,
  context: OperationContext,
): Promise<Applied<State, Pending>> {
  return make<State, { readonly record: WorkgroupRecord }, Pending>(operations, context, {
    ...plan,
    unmade: omit(args, ["encryptionMethod"]),
    async send() {
      const id = await context.client.workgroups.create(plan.body);
      return id === undefined ? undefined : { record: { workgroup_id: id } };
    },
    limit: limitOf(args.timeoutSeconds, defaultTimeout),
    done({ record }, _byRead, provisional) {
      const state = { ...provisional, ...workgroupRecordFacts(record, args), workgroupId: record.workgroup_id };
      return { state, pending: "creation" };
    },
  });
}

/** Waits until a read shows the new workgroup, then sends what its creation did not take. */
async function finish(args: Arguments, state: State, context: OperationContext): Promise<State> {
  const { clock, say } = context;
  const outcome = await watch<WorkgroupRecord, WorkgroupRecord>({
    clock,
    say,
    limit: limitOf(args.timeoutSeconds, defaultTimeout),
    progress: () => ({ object: operations.object(state), activity: "waiting for the service to show it" }),
    async observe() {
      const live = await operations.read(state, context, true);
      if (!("found" in live && live.found)) throw new NotUnderstoodError("the service does not show it");
      return { live: live.record };
    },
    judge: (record) => ({ done: record }),
  });
  if (!("done" in outcome))
    throw new NotAppliedError(
      `timed out after ${args.timeoutSeconds ?? defaultTimeout} s: the workgroup was created (${state.workgroupId}), and no read shows it yet. Run "pulumi up" again: it resumes from here. Raise timeoutSeconds if it needs longer`,
      state,
    );
  const record = outcome.done;
  const facts = workgroupRecordFacts(record, args);
  const known = { ...withoutPending(state), ...facts };
  const plan = planUpdate(args, known, record, context.isSecret);
  if (plan.action !== "put") return { ...args, ...facts, workgroupId: state.workgroupId };
  const change = update(plan, { ...args, ...facts, workgroupId: state.workgroupId }, known, context);
  return (await afterCreation(change, { ...known, ...pendingCreationOf(state) })).state;
}

function update(
  plan: UpdatePlan,
  state: State,
  last: Partial<State> | undefined,
  context: OperationContext,
): Promise<Applied<State, Pending>> {
  const send = () => context.client.workgroups.update({ workgroupID: state.workgroupId }, plan.body);
  const change = { ...plan, live: plan.record };
  return updateRecord<State>(operations, change, { names: recordFields, state, last }, send, context);
}

/** Fails while the workgroup has workspaces: what happens to them is not specified. Two reads must show none. */
async function refuseInUse({ workgroupId }: State, context: OperationContext): Promise<void> {
  let workspaces: ReturnType<typeof shownWorkspaces>;
  await isShownTwice(async () => {
    const found = await findKnown(workgroupId, context, true);
    workspaces = "missing" in found ? [] : shownWorkspaces(found.record);
    return !("missing" in found) && workspaces?.length === 0;
  }, context);
  if (workspaces === undefined)
    throw new InputError(
      "the service shows the workgroup without a list of its workspaces, so nothing was sent. Try again, or delete the workgroup in the console",
    );
  if (workspaces.length === 0) return;
  const names = namesOf(
    workspaces.map(({ workspace_id, name }) => ({ id: workspace_id, name: name === undefined ? name : context.client.redact(name ?? "") })),
    "",
  );
  throw new InputError(`the workgroup has workspaces, and nothing was sent: ${names}. Delete them first`);
}
