import type { ServiceError, WorkgroupCreation, WorkgroupRecord, WorkgroupUpdate } from "../../../client";
import { type AnnouncedRequest, secretText } from "../../announce/lines";
import type { NothingToSend, OperationContext, Refusal, Sending } from "../../definition";
import { aliasesHint } from "../../errors";
import { missingCallText } from "../../proof/listed";
import { unclearText } from "../../proof/made";
import { hasPendingCreation, type SentValue } from "../../proof/pending";
import { argumentsToSend, declaredFields, droppedLines, droppedValues } from "../../proof/record";
import type { FieldNames } from "../../values/names";
import { knownLater } from "../../values/unknowns";
import { addressOf, creationFields, recordFields, updateFields, workgroupsPath } from "./review";
import type { WorkgroupArguments as Arguments, WorkgroupState as State } from "./schema";

/** Decides whether a workgroup is made, adopted or changed. Pure. */

type Secret = OperationContext["secret"];

/** The workgroups that a read shows. */
export interface LiveWorkgroups {
  /** The workgroup in state, or the one that an earlier POST made. */
  readonly known?: WorkgroupRecord | undefined;
  /** Workgroups that appeared since an earlier POST, of which any may be the one that it made. */
  readonly unclear?: readonly string[] | undefined;
  /** The account's workgroups; those that this run replaces are left out. */
  readonly all: readonly WorkgroupRecord[];
  /** The answer of a service that does not list workgroups. */
  readonly noCall?: ServiceError | undefined;
}

export interface CreationPlan extends Sending {
  readonly action: "post";
  readonly body: WorkgroupCreation;
  /** The identifiers of the workgroups that are there before. */
  readonly before: readonly string[];
}

interface Existing {
  readonly record: WorkgroupRecord;
  /** The arguments that are sent. */
  readonly sent: readonly string[];
  readonly dropped: readonly SentValue[];
  /** True if it was not seen since its creation. */
  readonly isUnfinished: boolean;
}

export type UpdatePlan = Existing & Sending & { readonly action: "put"; readonly body: WorkgroupUpdate };
export type WorkgroupPlan = CreationPlan | UpdatePlan | (Existing & NothingToSend);

export function planWorkgroup(
  args: Arguments,
  last: Partial<State> | undefined,
  { known, unclear, all, noCall }: LiveWorkgroups,
  secret: Secret,
): WorkgroupPlan | Refusal {
  const name = secret("workgroupName") ? secretText : JSON.stringify(args.workgroupName);
  if (unclear !== undefined) return refuse(unclearText(`the workgroup ${name}`, unclear));
  if (known !== undefined) return planUpdate(args, last, known, secret);
  if (noCall !== undefined) return refuse(missingCallText({ stillWorks }, { method: "GET", path: workgroupsPath }, noCall), noCall);
  const named = all.filter((record) => record.name === args.workgroupName);
  const ids = named.map(({ workgroup_id }) => workgroup_id).join(", ");
  const [only, ...others] = named;
  if (only === undefined) return planCreation(args, all, secret);
  if (args.adopt !== true)
    return refuse(
      `there is a workgroup ${name} already (${ids}). ${aliasesHint}. Otherwise add adopt: true to adopt it, or run "pulumi import graphplane:index:Workgroup <name> ${only.workgroup_id}"`,
    );
  if (others.length > 0) return refuse(`there are several workgroups ${name} (${ids}): import the one that is meant by its id`);
  const differs = Object.entries({ cloudProviderId: only.cloud_provider_id, platform: only.platform, region: only.region }).find(
    ([argument, live]) => {
      const declared = args[argument as "cloudProviderId" | "platform" | "region"];
      return declared !== undefined && Boolean(live) && declared !== live;
    },
  );
  if (differs === undefined) return planUpdate(args, undefined, only, secret);
  const reason = `the workgroup ${name} (${ids}) has another one, which cannot be changed: declare that one, or another workgroupName`;
  return { action: "refuse", property: differs[0], reason };
}

/** The plan of a creation; its follow-up is sent only if the new workgroup differs. */
function planCreation(args: Arguments, all: readonly WorkgroupRecord[], secret: Secret): CreationPlan {
  const { encryptionMethod } = args;
  const body = declaredFields(creationFields, { ...args }) as WorkgroupCreation;
  const request = { method: "POST", path: workgroupsPath, body: show(creationFields, args, secret) };
  const followUp: AnnouncedRequest | undefined =
    encryptionMethod === undefined
      ? undefined
      : {
          method: "PUT",
          path: addressOf({ workgroupId: knownLater }),
          body: show({ encryptionMethod: "encryption_method" }, args, secret),
        };
  return { action: "post", request, body, before: all.map(({ workgroup_id }) => workgroup_id), followUp };
}

/** The plan of a workgroup that exists: only what differs is sent. */
export function planUpdate(
  args: Arguments,
  last: Partial<State> | undefined,
  record: WorkgroupRecord,
  secret: Secret,
): UpdatePlan | WorkgroupPlan {
  const sent = argumentsToSend(recordFields, { ...args }, last && { ...last }, record);
  const dropped = droppedValues(recordFields, { ...args }, last && { ...last }, record);
  const path = addressOf({ workgroupId: record.workgroup_id });
  const notices = droppedLines(path, dropped, secret);
  const base = { record, sent, dropped, notices, isUnfinished: hasPendingCreation(last) };
  if (sent.length === 0) return { ...base, action: "none" };
  const names = Object.fromEntries(Object.entries(updateFields).filter(([argument]) => sent.includes(argument)));
  const was = Object.fromEntries(Object.entries(names).map(([argument, field]) => [field, record[recordFields[argument] ?? ""]]));
  const request = { method: "PUT", path, body: show(names, args, secret), was };
  return { ...base, action: "put", request, body: declaredFields(names, { ...args }) };
}

/** The declared fields as lines may show them. */
function show(names: FieldNames, args: Arguments, secret: Secret): object {
  const values = Object.entries(args).map(([name, value]) => [name, value !== undefined && secret(name) ? secretText : value]);
  return declaredFields(names, Object.fromEntries(values) as Readonly<Record<string, unknown>>);
}

/** The uses of a service that lacks a call. */
export function stillWorks(method: string): string | undefined {
  if (method === "GET")
    return "managing a workgroup that state holds: without the list, a second workgroup of the same name could be made unseen";
  return method === "POST" ? "managing what is inside a workgroup that was created in the console" : "everything inside the workgroup";
}

function refuse(reason: string, behind?: ServiceError): Refusal {
  return { action: "refuse", property: "workgroupName", reason, behind };
}
