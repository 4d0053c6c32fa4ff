import type { AnnouncedRequest } from "../../provider/announce/lines";
import type { ReviewFacts, ShownValues } from "../../provider/announce/review-facts";
import { isUnknown, knownLater } from "../../provider/values/unknowns";
import { type Announcement, takesOver } from "./announced";
import { gravestDeletion, unreadable } from "./cascade";
import type { Field, Request } from "./model";
import type { Resource } from "./resources";
import { leavesOf, showValue, valueAt, withMarks } from "./values";

/** The requests of a change, as far as they are known. */
interface Requests {
  readonly requests: readonly Request[];
  /** The announced request with the values that are known later, for its possible consequences. */
  readonly possible?: AnnouncedRequest;
  /** The reason why requests are missing. */
  readonly unknown?: string;
  /** True if only the provider can name the missing requests: the review is incomplete. */
  readonly unannounced?: boolean;
}

/** The requests for a resource whose values change according to `fields`. `isTaken`: another deletion takes the object along. */
export function requestsOf(
  resource: Resource,
  fields: readonly Field[],
  announcement: Announcement | undefined,
  isTaken: boolean,
): Requests {
  const { kind, facts, op } = resource;
  const hidden = unreadable(resource);
  const found = requestsFor(resource, fields, announcement, isTaken);
  if (kind === undefined || facts === undefined || hidden.length === 0 || found.unannounced === true) return found;
  const worst = op === "delete" ? "the deletion that it allows" : "its gravest value";
  const unknown = found.unknown ?? `${hidden.join(", ")} cannot be read, so the review assumes ${worst}`;
  return { ...found, unknown, unannounced: true };
}

function requestsFor(resource: Resource, fields: readonly Field[], announcement: Announcement | undefined, isTaken: boolean): Requests {
  const { op, kind, facts } = resource;
  if (kind === undefined || op === "record") return { requests: [] };
  if (facts === undefined)
    return { requests: [], unknown: "this version of graphplane review does not know this kind of resource", unannounced: true };
  if (op === "import") return { requests: [] };
  const inputs = withMarks(resource.inputs);
  const outputs = withMarks(resource.outputs);
  const isOnlyOne = facts.isUnique === true || takesOver(resource, announcement);
  const isSame = isOnlyOne && facts.address(inputs) === facts.address(withMarks(resource.compared));
  const isKept = op === "replace" && isSame && !movesToAnotherProvider(resource);
  const isDeleted = (op === "delete" || op === "replace") && !isKept && !isTaken && resource.before?.retainOnDelete !== true;
  const removal = isDeleted ? toRequests(deletionOf(facts, withMarks(resource.compared), outputs)) : [];
  if (op === "delete") return { requests: announcement?.is === "nothing" ? [] : removal };
  const { wholeArguments = [] } = facts;
  const sent = fields.filter(
    ({ path: [name = ""], after }) => !isLocal(name, facts) && (after.is !== "absent" || wholeArguments.includes(name)),
  );
  const later = sent.filter(({ path: [name = ""] }) => isUnknown(resource.inputs[name]));
  const leaves = leavesOf(inputs);
  const requestFor = (some: readonly Field[]) => {
    const changed = some.map(({ path }) => ({ path, value: valueAt(leaves, path) }));
    return facts.requestFor(changed, { inputs, outputs, exists: op === "update" || announcement?.is === "nothing" });
  };
  if (announcement?.is === "request") {
    const { request, followUp } = announcement;
    return {
      requests: [request, ...(followUp === undefined ? [] : [followUp]), ...removal],
      possible: { ...request, body: requestFor(later)?.body },
    };
  }
  const known = announcement?.is === "nothing" || changesNothing(resource, facts);
  if (known && later.length === 0) return { requests: removal };
  const requests = [...toRequests(requestFor(known ? later : sent)), ...removal];
  const blind = facts.addressedBy.filter((argument) => isUnknown(resource.inputs[argument]));
  const names = blind.length > 0 || !known ? blind : [...new Set(later.map(({ path: [name = ""] }) => name))];
  if (names.length > 0)
    return { requests, unknown: `${names.join(", ")} ${names.length === 1 ? "is" : "are"} known only during the update` };
  const unknown = announcement?.is === "unplanned" ? announcement.text : "the provider said nothing about this resource";
  return { requests, unknown, unannounced: true };
}

/** The deletion by the policy in the state; by the gravest one if it cannot be read. */
function deletionOf(facts: ReviewFacts, last: ShownValues, outputs: ShownValues): AnnouncedRequest | undefined {
  const isReadable = !["secret", "later"].includes(showValue(last["deletionPolicy"]).is) && last["deletionPolicy"] !== knownLater;
  return isReadable ? facts.deletionRequest?.(last, outputs) : gravestDeletion(facts, last, outputs);
}

/** Returns true if another provider resource manages it from now on: the earlier one deletes what the new one does not know. */
function movesToAnotherProvider({ before, state }: Resource): boolean {
  const nameOf = (reference = "") => reference.replace(/::[^:]*$/, "").replace(/::default_[^:]*$/, "::default");
  return before?.provider !== undefined && nameOf(before.provider) !== nameOf(state?.provider);
}

/** A request that the provider did not announce. */
function toRequests(request: AnnouncedRequest | undefined): Request[] {
  return request === undefined ? [] : [{ ...request, announced: false, later: [] }];
}

/** Returns true if the engine reports differences only in arguments that never reach the service. */
function changesNothing({ op, steps, before }: Resource, facts: ReviewFacts): boolean {
  const paths = steps.flatMap(({ diffReasons, detailedDiff }) => [...(diffReasons ?? []), ...Object.keys(detailedDiff ?? {})]);
  const pending = (before?.initErrors?.length ?? 0) > 0 || before?.outputs?.["__pending"] !== undefined;
  const local = (path: string) => path.startsWith("__") || isLocal(path.split(/[.[]/)[0], facts);
  return op === "update" && !pending && paths.length > 0 && paths.every(local);
}

function isLocal(argument: string | undefined, { localArguments }: ReviewFacts): boolean {
  return argument !== undefined && localArguments.includes(argument);
}
