import type { CostFactors, ReviewFacts, ShownValues } from "../../provider/announce/review-facts";
import { equals, isObject } from "../../provider/values/json";
import type { Change, Request } from "./model";
import type { Resource } from "./resources";
import { withMarks } from "./values";

/** The facts that the price of a change depends on, before and after it; undefined if none changes. */
export function runningOf(resource: Resource, { action, requests }: Pick<Change, "action" | "requests">): Change["running"] {
  const { facts } = resource;
  if (facts?.costFactors === undefined || action === "may change" || action === "record" || action === "import") return undefined;
  const before = factorsBefore(resource, facts, action, requests);
  const after = factorsAfter(resource, facts, action, requests);
  return equals(before, after) ? undefined : { before, after };
}

function factorsBefore(resource: Resource, facts: ReviewFacts, action: Change["action"], requests: readonly Request[]) {
  const isMade = requests.some(({ method }) => method === "POST");
  const isLost = requests.some(({ method }) => method === "DELETE");
  if (isMade && !isLost) return undefined;
  const isOld = action === "delete" || action === "stop managing" || action === "change" || isLost;
  return factorsOf(facts, liveValues(resource, facts, requests, isOld ? resource.compared : resource.inputs));
}

function factorsAfter(resource: Resource, facts: ReviewFacts, action: Change["action"], requests: readonly Request[]) {
  if (action === "refused deletion") return factorsOf(facts, resource.compared);
  if (action === "delete") return undefined;
  if (action !== "stop managing")
    return factorsOf(facts, merged(liveValues(resource, facts, requests, resource.compared), resource.inputs));
  // A deletion may pause what it leaves in place.
  const pausing = requests.find(({ method }) => method === "PUT");
  return factorsOf(facts, merged(resource.compared, facts.argumentsOf(pausing?.body, resource.compared)));
}

/** Declared values with the live ones that the request's line shows. */
function liveValues({ inputs }: Resource, facts: ReviewFacts, requests: readonly Request[], declared: ShownValues): ShownValues {
  const was = requests.find(({ method, announced }) => method === "PUT" && announced)?.was;
  return merged(declared, facts.argumentsOf(was, inputs));
}

/** Add-ons that are not declared keep their values. */
function merged(values: ShownValues, changes: ShownValues): ShownValues {
  const { addons: all } = values;
  const { addons } = changes;
  return { ...values, ...changes, ...(isObject(all) && isObject(addons) && { addons: { ...all, ...addons } }) };
}

function factorsOf(facts: ReviewFacts, values: ShownValues): CostFactors | undefined {
  return facts.costFactors?.(withMarks(values) as ShownValues);
}
