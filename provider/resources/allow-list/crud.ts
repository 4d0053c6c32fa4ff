import { findWorkgroupRecord, isNoSuchCall, mayHaveBeenProcessed, type WorkgroupRecord } from "../../../client";
import { readAccess } from "../../proof/access";
import type { Applied, OperationContext, ResourceDefinition } from "../../definition";
import { describeMissingCall, mayStillAct } from "../../announce/error-text";
import { InputError, NotUnderstoodError, quoteName } from "../../errors";
import { getIn } from "../../values/json";
import { readPending, supersedes, withoutPending } from "../../proof/pending";
import { waitForRecord } from "../../proof/record-wait";
import { isUnknown } from "../../values/unknowns";
import { stateAfterLostAnswer, stateWhilePending } from "../../proof/record";
import type { LookUp } from "../../proof/workspace-look-up";
import { type AllowListLookUp, type AllowListPlan, fields, planAllowList, planAllowListDeletion } from "./plan";
import { addressOf, allowListFacts, argumentOf, switchPath } from "./review";
import { type AllowListArguments as Arguments, allowListArguments, type AllowListState as State } from "./schema";

/** Whether the allow list of a workgroup is enforced. A service may lack the calls (API 11); its workgroup's record shows it. */
export const allowList: ResourceDefinition<Arguments, State, AllowListLookUp, AllowListPlan, true> = {
  kind: "AllowList",
  schema: allowListArguments,
  replaceOnChanges: ["workgroupId"],
  review: allowListFacts,
  declaredOnce: ["workgroupId"],
  argumentOf,
  fieldOf: ([name = ""]) => (name === "enabled" ? fields.enabled : name),
  describe: ({ workgroupId }) => `allow list of workgroup ${quoteName(workgroupId)}`,
  idForm: "<workgroupId>",
  parseId: (workgroupId) => ({ workgroupId }),

  async observe(args, _last, context) {
    const found = await findWorkgroupRecord(context.client, args.workgroupId);
    if ("missing" in found) return found;
    const enforced = found.record.enable_allow_list ?? undefined;
    if (!args.enabled || enforced === true || args.allowLockout === true) return { enforced };
    const access = await readAccess({ workgroupID: args.workgroupId }, context);
    return { enforced, access, coming: comingRanges(args, context) };
  },

  plan: planAllowList,

  async execute(plan, args, last, context): Promise<Applied<State, true>> {
    const { workgroupId, enabled } = args;
    if (plan.action === "none") return { id: workgroupId, state: args };
    const { was } = plan.request;
    const live = { enable_allow_list: getIn(was, ["enable_allow_list"]) };
    try {
      await setEnforced(args, enabled, context);
    } catch (error) {
      if (!mayHaveBeenProcessed(error)) throw error;
      const state = stateAfterLostAnswer<State>(fields, args, ["enabled"], live, last, context.secret);
      return { id: workgroupId, state, lost: mayStillAct(error) };
    }
    context.reportSent(plan.request);
    return { id: workgroupId, state: stateWhilePending<State>(fields, args, ["enabled"], live, context.secret), pending: true };
  },

  async waitUntilApplied(args, { state: kept }, context) {
    const look = () => lookUpRecord(args, context);
    const { timeoutSeconds } = args;
    await waitForRecord<State>({ names: fields, state: args, kept, object: addressOf(args), context, look, timeoutSeconds });
    return args;
  },

  async read(last, { client }) {
    const found = await findWorkgroupRecord(client, last.workgroupId);
    if ("missing" in found) return undefined;
    const { enable_allow_list: enabled } = found.record;
    if (typeof enabled === "boolean") return { ...(readPending(last).sent["enabled"] === enabled ? withoutPending(last) : last), enabled };
    if (typeof last.enabled === "boolean") return last;
    throw new NotUnderstoodError("the workgroup's record does not show whether its allow list is enforced");
  },

  planDelete: planAllowListDeletion,

  async delete({ request }, last, context) {
    const object = addressOf(last);
    const look = () => lookUpRecord(last, context);
    const live = await look();
    if (!("record" in live)) return context.say(`graphplane: ${object}: the workgroup is already gone`);
    // An enforcement that may still arrive is overwritten.
    if (live.record.enable_allow_list === false && !supersedes(readPending(last), ["enabled"], false))
      return context.say(`graphplane: ${object}: the allow list is already not enforced`);
    await setEnforced(last, false, context);
    if (request !== undefined) context.reportSent(request);
    const state = { ...last, enabled: false };
    await waitForRecord<State>({ names: fields, state, object, context, look, timeoutSeconds: last.timeoutSeconds });
  },
};

/** Switches enforcement, or fails saying that the service lacks the call. */
async function setEnforced({ workgroupId }: Arguments, enabled: boolean, { client }: OperationContext): Promise<void> {
  try {
    await client.allowLists.enforce({ workgroupID: workgroupId }, enabled);
  } catch (error) {
    if (!isNoSuchCall(error)) throw error;
    const stillWorks = "switching it in the console, which adopts the list then, and every other resource";
    throw new InputError(describeMissingCall(`PUT ${switchPath({ workgroupId }, enabled)}`, error, "nothing was changed", stillWorks));
  }
}

type ListLookUp = LookUp<{ readonly record: WorkgroupRecord }>;

async function lookUpRecord({ workgroupId }: Arguments, { client }: OperationContext): Promise<ListLookUp> {
  const found = await findWorkgroupRecord(client, workgroupId, { now: true });
  return "missing" in found ? { found: false, certain: true, others: false } : { found: true, record: found.record };
}

/** The ranges of the entries that the program makes first, undefined for one that is not known yet. */
function comingRanges({ workgroupId }: Arguments, { coming }: OperationContext): (string | undefined)[] {
  return coming("AllowListEntry").flatMap((entry) => {
    const [group, cidr] = [getIn(entry, ["workgroupId"]), getIn(entry, ["cidr"])];
    if (group !== workgroupId && !isUnknown(group)) return [];
    return isUnknown(cidr) ? [undefined] : typeof cidr === "string" ? [cidr] : [];
  });
}
