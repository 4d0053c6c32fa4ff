import { findWorkgroupRecord } from "../../../client";
import { findDeclaredRanges, readAccess } from "../../reconcile/access";
import { type RecordItem, updateRecord, waitForRecord } from "../../reconcile/record";
import type { OperationContext, ResourceDefinition } from "../../definition";
import { definitionFrom } from "../../describe/schema";
import { NotUnderstoodError } from "../../errors";
import { shownState } from "../../reconcile/declared-fields";
import { readTwiceIf } from "../../reconcile/confirm-deleted";
import { missingCallError } from "../../reconcile/collection-item";
import { readPending, supersedes } from "../../reconcile/pending";
import type { ReadResult } from "../../reconcile/read-result";
import type { Values } from "../../values/json";
import { type AllowListPlan, planAllowList, type ShownList } from "./plan";
import { addressOf, allowListDescription, type Arguments, fields, type State } from "./description";

const operations: RecordItem<State> = {
  fields,
  path: addressOf,
  async read({ workgroupId }, { client }) {
    const found = await findWorkgroupRecord(client, workgroupId, { skipCache: true });
    return "missing" in found ? found : { ...found, found: true };
  },
  whatStillWorks: () => "switching enforcement in the console before you declare the list, and all other resources",
};

/** The enforcement of a workgroup's allow list, according to the workgroup's record. Some services do not support these calls (API 11). */
export const allowList: ResourceDefinition<Arguments, State, ShownList, AllowListPlan, true> = {
  ...definitionFrom(allowListDescription),

  // Otherwise, an entry that allows this run could be deleted between the read and the enforcement.
  lockKey: ({ workgroupId }) => ["allow_list", workgroupId],

  async observe(args, _last, context) {
    const found = await findWorkgroupRecord(context.client, args.workgroupId);
    if ("missing" in found) return found;
    const enforced = found.record.enable_allow_list ?? undefined;
    if (!args.enabled || enforced === true || args.allowLockout === true) return { enforced };
    const access = await readAccess({ workgroupID: args.workgroupId }, context);
    return { enforced, access, declaredRanges: findDeclaredRanges(context.declaredSoFar("AllowListEntry"), args) };
  },

  assumedLive: () => ({ enforced: undefined }),
  plan: planAllowList,

  async execute(plan, args, last, context) {
    if (plan.action === "none") return { state: args };
    const send = () => setEnforced(args, args.enabled, context);
    return updateRecord<State>(operations, plan, { state: args, last }, send, context);
  },

  waitUntilApplied: (args, { state: kept }, context) => waitForRecord<State>(operations, { state: args, kept }, context),

  async read(last, { client, isSecret }) {
    const found = await findWorkgroupRecord(client, last.workgroupId);
    if ("missing" in found) return undefined;
    if (typeof found.record.enable_allow_list === "boolean") return shownState<State>(fields, last, found.record, isSecret);
    if (typeof last.enabled === "boolean") return last;
    throw new NotUnderstoodError("the workgroup's record does not report whether its allow list is enforced");
  },

  describeRetained: (last) => ({
    path: addressOf(last),
    object: "the allow list",
    effect: last.enabled ? "it stays enforced" : "it stays unenforced",
  }),

  async delete({ request }, last, context) {
    // Overwrites an earlier change to the enforcement that might still take effect.
    const isOverwriting = supersedes(readPending(last), ["enabled"], false);
    const isDone = (live: ReadResult<{ readonly record: Values }>) =>
      !("record" in live) || (live.record["enable_allow_list"] === false && !isOverwriting);
    const live = await readTwiceIf(isDone, () => operations.read(last, context), context);
    if (isDone(live)) {
      const done = "record" in live ? "the allow list is already not enforced" : "the workgroup is already gone";
      return context.log(`graphplane: ${addressOf(last)}: ${done}`);
    }
    await setEnforced(last, false, context).catch((error: unknown) => {
      throw missingCallError(operations, request, error);
    });
    context.logSent(request);
    await waitForRecord<State>(operations, { state: { ...last, enabled: false } }, context);
  },
};

function setEnforced({ workgroupId }: Arguments, enabled: boolean, { client }: OperationContext): Promise<unknown> {
  const { enable, disable } = client.allowLists;
  return (enabled ? enable : disable)({ workgroupID: workgroupId });
}
