import type { AnnouncedRequest } from "../../provider/announce/lines";
import type { ReviewFacts } from "../../provider/announce/review-facts";
import { isUnknown } from "../../provider/values/unknowns";
import type { Announcement } from "./announced";
import type { Field, Request } from "./model";
import type { Resource } from "./resources";
import { leavesOf, valueAt, withMarks } from "./values";

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

/** The requests for a resource whose values change according to `fields`. */
export function requestsOf(resource: Resource, fields: readonly Field[], announcement: Announcement | undefined): Requests {
  const { op, kind, facts } = resource;
  if (kind === undefined || op === "record") return { requests: [] };
  if (facts === undefined)
    return { requests: [], unknown: "this version of graphplane review does not know this kind of resource", unannounced: true };
  if (op === "import") return { requests: [] };
  const inputs = withMarks(resource.inputs);
  const outputs = withMarks(resource.outputs);
  const isKept = op === "replace" && facts.isUnique === true && facts.address(inputs) === facts.address(withMarks(resource.compared));
  const isDeleted = (op === "delete" || op === "replace") && !isKept && resource.before?.retainOnDelete !== true;
  const removal = isDeleted ? toRequests(facts.deletionRequest?.(withMarks(resource.compared), outputs)) : [];
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
