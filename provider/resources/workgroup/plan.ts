import type { WorkgroupCreation, WorkgroupRecord, WorkgroupUpdate } from "../../../client";
import type { Notice } from "../../messages/message";
import { type IsSecret, type NoRequestPlan, type Planner, planRequest, type RequestPlan } from "../../definition";
import { type LiveByName, type CreateByNamePlan, planByName } from "../../reconcile/lookup-by-name";
import { plannedField } from "../../reconcile/compare";
import { compareRecord, declaredFields, type SentFields, showRecord } from "../../reconcile/declared-fields";
import type { FieldNames } from "../../values/names";
import { knownLater } from "../../values/unknowns";
import { addressOf, type Arguments, creationFields, recordFields, type State, updateFields, workgroupsPath } from "./description";

/** Decides whether to create, adopt or update a workgroup. Pure. */

interface Existing extends SentFields {
  readonly record: WorkgroupRecord;
  readonly notices: readonly Notice[];
}

export type UpdatePlan = Existing & (NoRequestPlan | (RequestPlan & { readonly action: "put"; readonly body: WorkgroupUpdate }));
export type WorkgroupPlan = CreateByNamePlan<WorkgroupCreation> | UpdatePlan;

export const planWorkgroup: Planner<Arguments, State, LiveByName<WorkgroupRecord>, WorkgroupPlan> = (args, last, live, isSecret) => {
  return planByName<WorkgroupRecord, WorkgroupPlan>(
    {
      noun: "workgroup",
      listPath: workgroupsPath,
      whatStillWorks,
      fixed: (one) => ({
        cloudProviderId: one.cloud_provider_id || undefined,
        platform: one.platform || undefined,
        region: one.region || undefined,
        sharedStorage: one.shared_storage,
        // An encryption method does not imply that the workgroup is encrypted.
        enableEncryption: one["enable_encryption"],
      }),
      required: ["cloudProviderId"],
      create: (before) => planCreation(args, before, isSecret),
      update: (record, isAdopted) => (isAdopted ? planAdoption(args, record, isSecret) : planUpdate(args, last, record, isSecret)),
    },
    args,
    live,
    isSecret,
  );
};

/** Plans a creation. The follow-up request is sent only if the new workgroup differs. */
function planCreation(args: Arguments, before: readonly string[], isSecret: IsSecret): CreateByNamePlan<WorkgroupCreation> {
  const body = declaredFields(creationFields, args) as WorkgroupCreation;
  const plan = planRequest({ method: "POST", path: workgroupsPath }, body, showBy(creationFields, args, isSecret));
  const left = { encryptionMethod: "encryption_method" };
  const call = { method: "PUT", path: addressOf({ workgroupId: knownLater }) } as const;
  const update = planRequest(call, declaredFields(left, args), showBy(left, args, isSecret));
  return { ...plan, before, followUp: args.encryptionMethod === undefined ? undefined : update.request };
}

/** Plans an adoption. The cloud provider is required, but a service might not return it. */
function planAdoption(args: Arguments, record: WorkgroupRecord, isSecret: IsSecret): UpdatePlan {
  const plan = planUpdate(args, undefined, record, isSecret);
  if (record.cloud_provider_id) return plan;
  const object = addressOf({ workgroupId: record.workgroup_id });
  const unseen: Notice = {
    is: "notice",
    object,
    text: "the service does not return cloudProviderId, so graphplane assumes the declared value",
  };
  return { ...plan, notices: [...plan.notices, unseen] };
}

export function planUpdate(args: Arguments, last: Partial<State> | undefined, record: WorkgroupRecord, isSecret: IsSecret): UpdatePlan {
  const path = addressOf({ workgroupId: record.workgroup_id });
  const compared = compareRecord({ names: recordFields, object: path, isSecret }, args, last, record);
  const base = { record, ...compared };
  const { sent } = compared;
  if (sent.length === 0) return { ...base, action: "none" };
  const names = Object.fromEntries(Object.entries(updateFields).filter(([argument]) => sent.some(({ path: [name] }) => name === argument)));
  const was = Object.fromEntries(Object.entries(names).map(([argument, field]) => [field, record[recordFields[argument] ?? ""]]));
  const plan = planRequest({ method: "PUT", path }, declaredFields(names, args), showBy(names, args, isSecret), was);
  return { ...base, ...plan, fields: sent.map((diff) => plannedField(diff, isSecret)) };
}

const showBy = (names: FieldNames, args: Arguments, isSecret: IsSecret) => (body: object) => showRecord(names, { ...body }, args, isSecret);

export function whatStillWorks(method: string): string | undefined {
  if (method === "GET")
    return "managing a workgroup that is in the state. Without the list, graphplane could create a second workgroup with the same name";
  return method === "POST"
    ? "managing the contents of a workgroup that was created in the console"
    : "managing the contents of the workgroup";
}
