import { findWorkgroupRecord, isNoSuchCall, mayHaveBeenProcessed } from "../../../client";
import { findCaller } from "../../caller";
import { admits } from "../../cidr";
import type { Applied, OperationContext, ResourceDefinition } from "../../definition";
import { describeMissingCall, mayStillAct } from "../../error-text";
import { InputError, NotUnderstoodError, quoteName } from "../../errors";
import { getIn } from "../../json";
import { readPending, withoutPending } from "../../pending";
import { waitForRecord } from "../../record-wait";
import { isUnknown } from "../../unknowns";
import { stateAfterLostAnswer, stateWhilePending } from "../../whole-record";
import { type AllowListLookUp, type AllowListPlan, fields, planAllowList, planAllowListDeletion } from "./plan";
import { addressOf, argumentOf, localArguments } from "./review";
import { type AllowListArguments as Arguments, allowListArguments, type AllowListState as State } from "./schema";

/** Whether the allow list of a workgroup is enforced. A service may lack the calls (API 11); its workgroup's record shows it. */
export const allowList: ResourceDefinition<Arguments, State, AllowListLookUp, AllowListPlan, true> = {
  kind: "AllowList",
  schema: allowListArguments,
  replaceOnChanges: ["workgroupId"],
  localArguments,
  declaredOnce: ["workgroupId"],
  argumentOf,
  fieldOf: ([name = ""]) => (name === "enabled" ? fields.enabled : name),
  describe: ({ workgroupId }) => `allow list of workgroup ${quoteName(workgroupId)}`,
  address: addressOf,
  addressedBy: ["workgroupId", "enabled"],
  idForm: "<workgroupId>",
  parseId: (workgroupId) => ({ workgroupId }),

  async observe(args, _last, context) {
    const found = await findWorkgroupRecord(context.client, args.workgroupId);
    if ("missing" in found) return found;
    const enforced = found.record.enable_allow_list ?? undefined;
    if (!args.enabled || enforced === true || args.allowLockout === true) return { enforced };
    const origin = await findCaller(context.client, { workgroupID: args.workgroupId });
    return { enforced, origin, isComing: isComing(args, origin.address, context) };
  },

  plan: planAllowList,

  async execute(plan, args, last, context): Promise<Applied<State, true>> {
    const { workgroupId, enabled } = args;
    if (plan.action === "none") return { id: workgroupId, state: args };
    const { was } = plan.request;
    const live = { enable_allow_list: getIn(was, ["enable_allow_list"]) };
    try {
      await context.client.allowLists.enforce({ workgroupID: workgroupId }, enabled);
    } catch (error) {
      if (isNoSuchCall(error)) {
        const stillWorks = "switching it in the console, which adopts the list then, and every other resource";
        throw new InputError(describeMissingCall(`PUT ${plan.request.path}`, error, "nothing was changed", stillWorks));
      }
      if (!mayHaveBeenProcessed(error)) throw error;
      const state = stateAfterLostAnswer<State>(fields, args, ["enabled"], live, last, context.secret);
      return { id: workgroupId, state, lost: mayStillAct(error) };
    }
    context.reportSent(plan.request);
    return { id: workgroupId, state: stateWhilePending<State>(fields, args, ["enabled"], live, context.secret), pending: true };
  },

  async waitUntilApplied(args, { state: kept }, context) {
    const look = async () => {
      const found = await findWorkgroupRecord(context.client, args.workgroupId, { now: true });
      if ("missing" in found) return { found: false, certain: true, others: false } as const;
      return { found: true, record: found.record } as const;
    };
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
};

/** True where an entry that the program makes first admits the caller, as far as its range is known. */
function isComing({ workgroupId }: Arguments, address: string | undefined, { coming }: OperationContext): boolean {
  return coming("AllowListEntry").some((entry) => {
    const [group, cidr] = [getIn(entry, ["workgroupId"]), getIn(entry, ["cidr"])];
    if (group !== workgroupId && !isUnknown(group)) return false;
    return isUnknown(cidr) || (typeof cidr === "string" && address !== undefined && admits(cidr, address));
  });
}
