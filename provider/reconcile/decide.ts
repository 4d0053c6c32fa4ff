import { type AnyResource, type IsSecret, type MissingParent, type Plan, type Refusal, refuse, type RequestPlan } from "../definition";
import { refreshHint } from "../errors";
import { blankSecrets } from "../messages/message";
import { isObject, type Values } from "../values/json";
import { argumentOf } from "../values/names";
import { deletionRequest, whyRetained } from "./deletion-policy";
import { pendingChangeNote } from "./pending";

/** Rules for plans that apply to every kind. Pure. */

/** Plans the change to an object. Refuses it if the parent does not exist. */
export function decide(
  definition: Pick<AnyResource, "plan">,
  args: Values,
  last: Values | undefined,
  live: unknown,
  isSecret: IsSecret,
): Plan | Refusal {
  if (!isMissing(live)) return definition.plan(args, last, live, isSecret);
  const { missing, what, cause } = live;
  const reason = last === undefined ? missing : `${missing}. ${refreshHint}`;
  return refuse(`${what}Id`, reason, cause);
}

/** Plans a deletion. The plan contains the request that the deletion policy requires or, if the object stays, a notice. */
export function decideDeletion(definition: AnyResource, last: Values, outputs: Values, isSecret: IsSecret): Plan {
  const { review, fields } = definition;
  const request = deletionRequest(review, last, outputs);
  if (request !== undefined) {
    const isSecretField = (field: string) => isSecret(argumentOf(fields, field) ?? field);
    const body = isObject(request.body) && blankSecrets(request.body, isSecretField);
    return { action: actions[request.method] ?? "delete", request: { ...request, ...(body && { body }) } };
  }
  const kept = definition.describeRetained?.(last, isSecret);
  if (kept === undefined) return { action: "none" };
  const text = `no request: ${kept.object} is no longer managed; ${kept.effect} (${whyRetained(review, last)})${kept.more ?? pendingChangeNote(last)}`;
  return { action: "none", notices: [{ is: "notice", object: kept.path, text }] };
}

const isMissing = (live: unknown): live is MissingParent => isObject(live) && "missing" in live;

const actions: Readonly<Record<string, RequestPlan["action"]>> = { POST: "post", PUT: "put" };
