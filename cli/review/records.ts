import { secretText } from "../../provider/messages/message";
import type { LoggedPlan, PlanEntry } from "../../provider/messages/plan-entry";
import { argumentsOf } from "../../provider/registry";
import { wireNames } from "../../provider/describe/resource";
import { canonicalJson, isObject, mapTexts } from "../../provider/values/json";
import { groupBy } from "./values";

/** Combines the plan records of a preview, which are the provider's only contribution to a review. */

/** Replaces secrets in a record with the review's placeholder. Includes arguments that only the engine knows to be secret. */
export function withSecrets(record: PlanEntry, isSecret: (argument: string) => boolean): PlanEntry {
  // The provider and the CLI use different placeholders for secret identifiers.
  const { plan, ...rest } = mapTexts(record, (text) => text.replaceAll("[redacted]", secretText));
  if (plan === undefined) return rest;
  const firstOf = (path: string) => path.split(".", 1).join("");
  const names = Object.entries(wireNames(argumentsOf(record.kind)));
  const hidden = new Set(names.flatMap(([argument, wire]) => (isSecret(firstOf(argument)) ? [firstOf(wire)] : [])));
  const blank = (value: unknown) =>
    isObject(value) ? Object.fromEntries(Object.entries(value).map(([name, one]) => [name, hidden.has(name) ? secretText : one])) : value;
  const blankRequest = ({ body, was, ...request }: LoggedPlan["requests"][number]) => {
    return { ...request, ...(body !== undefined && { body: blank(body) }), ...(was !== undefined && { was: blank(was) }) };
  };
  const hide = (value: unknown) => (value === undefined ? undefined : secretText);
  const fields = plan.fields.map((field) =>
    isSecret(field.path[0] ?? "") ? { ...field, path: field.path.slice(0, 1), live: hide(field.live), after: hide(field.after) } : field,
  );
  return { ...rest, plan: { ...plan, fields, requests: plan.requests.map(blankRequest), instead: plan.instead?.map(blankRequest) } };
}

/** The operation on a resource. `record`: the state adopts the live values. */
export type ResourceOperation = "create" | "update" | "replace" | "delete" | "import" | "record";

/** The plans that are possible for each engine operation. A replacement starts with a comparison, like an update. */
const expected: Readonly<Partial<Record<ResourceOperation, readonly LoggedPlan["operation"][]>>> = {
  create: ["create", "adopt", "run"],
  update: ["update", "run", "nothing"],
  replace: ["create", "adopt", "run"],
};

export function combine(records: readonly PlanEntry[], op: ResourceOperation | undefined) {
  const known = records.flatMap(({ plan }) => plan ?? []);
  const plans = groupBy(known, ({ operation, requests }) => [operation, canonicalJson(requests)]).map(([first]) => first);
  const own = plans.filter(({ operation }) => (op && expected[op])?.includes(operation));
  // A plan made after a read takes precedence over a plan without a read.
  const [plan, ...others] = own.toSorted((a, b) => Number(b.seen) - Number(a.seen) || b.requests.length - a.requests.length);
  const failed = plans.find(isFailure);
  const left = plans.filter((one) => !own.includes(one) && !isFailure(one) && op !== "replace");
  return {
    /** The plan for the object that exists after the update; undefined if the provider recorded no plan. */
    plan: plan ?? failed,
    /** The plan for the replaced object. */
    removal: op === "replace" ? plans.find(isRemoval) : undefined,
    /** The reason why the provider could not make a plan. */
    failure: failed?.reason,
    failedRead: failed?.failedRead,
    notices: records.flatMap(({ notices }) => notices),
    controlPlane: records.findLast((record) => record.controlPlane !== undefined)?.controlPlane,
    /** True if the object was found at a different control plane. */
    isElsewhere: records.some(({ service }) => service?.found === true),
    /** Requests of plans that do not match the engine's operation. */
    stray: [...others, ...left].flatMap(({ requests }) => requests),
  };
}

const isRemoval = ({ operation }: LoggedPlan) => operation === "replace";
const isFailure = ({ operation }: LoggedPlan) => operation === "unknown";
