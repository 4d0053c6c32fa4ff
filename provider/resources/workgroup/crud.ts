import {
  findWorkgroupRecord,
  isAccessDenied,
  isDefiniteRefusal,
  isDeleted,
  isNoSuchCall,
  isNotFound,
  listWorkgroups,
  namesOf,
  type WorkgroupCreation,
  type WorkgroupRecord,
  workgroupName,
} from "../../../client";
import type { Applied, OperationContext, ResourceDefinition } from "../../definition";
import { InputError, NotAppliedError } from "../../errors";
import { deleteListed, type ListedKind } from "../../proof/listed";
import { pollForMade } from "../../proof/made";
import {
  absenceOf,
  afterCreation,
  createNamed,
  keepCreation,
  type LiveNamed,
  type NamedCreation,
  type NamedKind,
  observeNamed,
  readNamed,
} from "../../proof/named";
import { withoutPending, writePending, writePendingCreation } from "../../proof/pending";
import type { MissingCall, Reading } from "../../proof/reading";
import { pendingAfterRead, shownArguments } from "../../proof/record";
import { updateRecord } from "../../proof/record-update";
import { waitForApplied } from "../../proof/record-wait";
import { quoteName } from "../../values/names";
import { planUpdate, planWorkgroup, stillWorks, type UpdatePlan, type WorkgroupPlan } from "./plan";
import { addressOf, recordFields, updateFields, workgroupFacts } from "./review";
import { factsOf, type WorkgroupArguments as Arguments, workgroupArguments, type WorkgroupState as State } from "./schema";

type Shown = Reading<{ readonly record: WorkgroupRecord }>;
/** True for a workgroup that was not seen since its creation, and may still need a PUT. */
type Pending = boolean;

const kind: ListedKind<State, { readonly record: WorkgroupRecord }> & NamedKind<Arguments, WorkgroupRecord> = {
  name: "workgroupName",
  idOf: ({ workgroup_id }) => workgroup_id,
  resourceId: (_args, id) => id,
  async find(_args, id, { client }, now) {
    const found = await findWorkgroupRecord(client, id, { now });
    return "missing" in found ? found : { ...found.record, workgroup_id: id };
  },
  list,
  object: ({ workgroupName: name }) => `the workgroup ${quoteName(name)}`,
  path: (state) => addressOf({ ...state }),
  read: (state, context, now) => readOne(state, context, now),
  identify: (state, { record }) => ({ ...state, workgroupId: record.workgroup_id }),
  isIdentified: ({ workgroupId }) => Boolean(workgroupId),
  holderExists: async () => true,
  whyUncertain: () => "the service did not list the workgroups. Try again",
  stillWorks,
};

/** A workgroup for its whole life. The calls are not part of the documented API (API 11). */
export const workgroup: ResourceDefinition<Arguments, State, LiveNamed<WorkgroupRecord>, WorkgroupPlan, Pending> = {
  kind: "Workgroup",
  schema: workgroupArguments,
  replaceOnChanges: ["cloudProviderId", "platform", "region", "enableEncryption", "sharedStorage"],
  filledIn: ["platform", "region", "enableEncryption", "sharedStorage"],
  deleteBeforeReplace: true,
  protects: true,
  review: workgroupFacts,
  declaredOnce: ["workgroupName"],
  stableOutputs: ["workgroupId", "creator", "cloudProviderName"],
  fields: { ...updateFields, cloudProviderId: "cloud_provider_id", enableEncryption: "enable_encryption", sharedStorage: "shared_storage" },
  objectForm: "workgroup <workgroupName>",
  idForm: "<workgroupId>",
  lockKey: (_, last) => (last.workgroupId ? undefined : ["workgroups"]),

  observe: (args, last, context) => observeNamed(kind, args, last, last?.workgroupId, context),
  plan: planWorkgroup,

  async execute(plan, args, last, context) {
    if (plan.action === "post") return createWorkgroup(plan, args, context);
    const { record } = plan;
    const state = { ...args, ...factsOf(record), workgroupId: record.workgroup_id };
    if (plan.isUnfinished) return { state: { ...state, ...keepCreation(last) }, pending: true };
    return plan.action === "put"
      ? update(plan, state, last, context)
      : { state: { ...state, ...writePending(plan.dropped, context.secret) } };
  },

  async waitUntilApplied(args, { state, pending }, context) {
    if (pending === undefined) return state;
    const done = pending ? await finish(args, state, context) : { ...args, ...state };
    if (done.__pending === undefined) return done;
    const read = () => readOne(done, context, true);
    const declared = { timeoutSeconds: 600, ...withoutPending({ ...done, ...args }) };
    const applied = await waitForApplied<State>(declared, { names: recordFields, kept: done, object: kind.path(done), context, read });
    return { ...applied, timeoutSeconds: args.timeoutSeconds };
  },

  async read(last, context) {
    const live = await readNamed(kind, last, last, last.workgroupId, context, false);
    if ("missing" in live) return undefined;
    const { known } = live;
    if (known === undefined) return last;
    const { __pending, ...kept } = last;
    const declared =
      last.workgroupName === undefined ? { workgroupName: known.name ?? "", cloudProviderId: known.cloud_provider_id ?? "" } : {};
    return {
      ...kept,
      ...declared,
      ...factsOf(known),
      ...(shownArguments(recordFields, { ...kept, ...declared }, known) as Partial<State>),
      ...pendingAfterRead(recordFields, { __pending }, known, context.secret),
      workgroupId: known.workgroup_id,
    };
  },

  describeKept: (last) => ({ path: addressOf({ ...last }), object: "the workgroup", effect: "the service keeps it" }),

  async delete(plan, last, context) {
    let isAcknowledged = false;
    const guard = async (known: State) => refuseInUse(known, context);
    const send = async (known: State) => {
      await context.client.workgroups.delete({ workgroupID: known.workgroupId });
      isAcknowledged = true;
    };
    const own: typeof kind = { ...kind, read: (state, reading, now) => readOne(state, reading, now, isAcknowledged) };
    await deleteListed(own, plan, last, { send, guard, limit: limitOf(last) }, context);
  },
};

function limitOf({ timeoutSeconds = 600 }: Partial<Arguments>): number {
  return timeoutSeconds * 1000;
}

/** The account's workgroups, without those that this run replaces. */
async function list(_args: object, context: OperationContext, now: boolean): Promise<readonly WorkgroupRecord[] | MissingCall> {
  try {
    const all = (await context.client.shared(listWorkgroups, {}, { after: [workgroupName()], now })) ?? [];
    return all.filter(({ workgroup_id }) => !context.isReplacedFirst(workgroup_id));
  } catch (error) {
    if (isNoSuchCall(error) || isNotFound(error)) return { noCall: error };
    throw error;
  }
}

/** Reads one workgroup. After an acknowledged deletion a refusal counts as an absence: some services respond with 400 to an identifier that they do not know. */
async function readOne(state: State, context: OperationContext, now = false, isAcknowledged = false): Promise<Shown> {
  const { workgroupId } = state;
  if (workgroupId) {
    try {
      const record = await context.client.sharedWorkgroup({ workgroupID: workgroupId }, { now });
      return { found: true, record: { ...record, workgroup_id: workgroupId } };
    } catch (error) {
      const isAbsent = isNotFound(error) || (isAcknowledged && isDefiniteRefusal(error) && !isAccessDenied(error));
      if (!isAbsent) throw error;
      return { missing: `there is no workgroup ${JSON.stringify(workgroupId)}`, what: "workgroup", behind: error };
    }
  }
  const live = await readNamed(kind, state, state, undefined, context, now);
  if ("missing" in live) return live;
  if (live.noCall !== undefined) return { noCall: live.noCall };
  return live.known === undefined ? absenceOf(live, context) : { found: true, record: live.known };
}

async function createWorkgroup(
  plan: NamedCreation<WorkgroupCreation>,
  args: Arguments,
  context: OperationContext,
): Promise<Applied<State, Pending>> {
  const { body, before } = plan;
  const { encryptionMethod, ...taken } = args;
  void encryptionMethod;
  const unmade = { ...taken, workgroupId: "", ...writePendingCreation({ before }, [], context.secret) };
  const send = async () => {
    const id = await context.client.workgroups.create(body);
    return id === undefined ? undefined : ({ workgroup_id: id } as WorkgroupRecord);
  };
  const made = await createNamed(kind, plan, args, { unmade, limit: limitOf(args), send }, context);
  if ("state" in made) return made;
  return { state: { ...unmade, ...factsOf(made.object), workgroupId: made.object.workgroup_id }, pending: true, made: true };
}

/** Waits until a read shows the new workgroup, then sends what its creation did not take. */
async function finish(args: Arguments, state: State, context: OperationContext): Promise<State> {
  const made = await pollForMade<WorkgroupRecord>(
    async () => {
      const live = await readOne(state, context, true);
      return "found" in live && live.found ? { is: "ours", object: live.record } : { is: "missing" };
    },
    context,
    limitOf(args),
  );
  if (made.is !== "ours")
    throw new NotAppliedError(
      `timed out after ${limitOf(args) / 1000} s: the workgroup was created (${state.workgroupId}), and no read shows it yet. Run "pulumi up" again: it resumes from here. Raise timeoutSeconds if it needs longer`,
      state,
    );
  const { object: record } = made;
  const known = { ...withoutPending(state), ...factsOf(record) };
  const plan = planUpdate(args, known, record, context.secret);
  if (plan.action !== "put") return { ...args, ...factsOf(record), workgroupId: state.workgroupId };
  const change = update(plan, { ...args, ...factsOf(record), workgroupId: state.workgroupId }, known, context);
  return (await afterCreation(change, { ...known, ...keepCreation(state) })).state;
}

async function update(
  plan: UpdatePlan,
  state: State,
  last: Partial<State> | undefined,
  context: OperationContext,
): Promise<Applied<State, Pending>> {
  const send = () => context.client.workgroups.update({ workgroupID: state.workgroupId }, plan.body);
  const change = { ...plan, live: plan.record };
  const { pending, ...applied } = await updateRecord<State>(kind, change, { names: recordFields, state, last }, send, context);
  return pending === undefined ? applied : { ...applied, pending: false };
}

/** Fails while the workgroup has workspaces: what becomes of them is not specified. */
async function refuseInUse({ workgroupId }: State, context: OperationContext): Promise<void> {
  const found = await findWorkgroupRecord(context.client, workgroupId, { now: true });
  const workspaces = "missing" in found ? [] : (found.record.workspaces ?? []).filter((one) => !isDeleted(one));
  if (workspaces.length === 0) return;
  const names = namesOf(
    workspaces.map(({ workspace_id, name }) => ({ id: workspace_id, name: name === undefined ? name : context.client.redact(name ?? "") })),
    "",
  );
  throw new InputError(`the workgroup has workspaces, and nothing was sent: ${names}. Delete them first`);
}
