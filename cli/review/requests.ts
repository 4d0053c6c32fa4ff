import { secretText } from "../../provider/messages/message";
import type { LoggedRequest } from "../../provider/messages/plan-entry";
import type { ReviewFacts, ShownValues } from "../../provider/describe/resource";
import { deletionRequest } from "../../provider/reconcile/deletion-policy";
import { knownLater } from "../../provider/values/unknowns";
import { unreadable } from "./dependents";
import type { Change } from "./model";
import { type Resource, takesOver } from "./resources";
import { withMarks } from "./values";

type Requests = Pick<Change, "requests" | "requestsUnknown" | "failedRead" | "unannounced">;

/** Returns the requests of a change. `isTaken`: the deletion of a different resource also deletes the object. */
export function requestsOf(resource: Resource, isTaken: boolean): Requests {
  const hidden = unreadable(resource);
  const found = requestsFor(resource, isTaken);
  if (hidden.length === 0 || found.unannounced) return found;
  const worst = resource.op === "delete" ? "the deletion that it allows" : "its most severe value";
  const requestsUnknown = found.requestsUnknown ?? `${hidden.join(", ")} cannot be read, so the review assumes ${worst}`;
  return { ...found, requestsUnknown, unannounced: true };
}

function requestsFor(resource: Resource, isTaken: boolean): Requests {
  const { op, kind, facts, recorded } = resource;
  if (kind === undefined || op === "record" || op === "import") return { requests: [], unannounced: false };
  if (facts === undefined)
    return { requests: [], requestsUnknown: "this version of graphplane review does not know this kind of resource", unannounced: true };
  const isDeleted = (op === "delete" || op === "replace") && !isTaken && !isKept(resource, facts);
  const removal = isDeleted ? (recorded.removal?.requests ?? deletionOf(resource, facts)) : [];
  if (op === "delete") return { requests: removal, unannounced: false };
  const { plan, failure, failedRead } = recorded;
  const requests = [...(plan?.requests ?? []), ...removal];
  if (plan === undefined) return { requests, requestsUnknown: "the preview contains no plan record for this resource", unannounced: true };
  return { requests, requestsUnknown: failure ?? plan.reason, unannounced: failure !== undefined, ...(failedRead && { failedRead }) };
}

/** Returns true if the object survives the deletion or replacement of its resource, because the program retains it or because the replacement has the same object. */
function isKept(resource: Resource, facts: ReviewFacts): boolean {
  if (resource.before?.retainOnDelete === true) return true;
  const isOnlyOne = facts.isUnique === true || takesOver(resource);
  const isSame = isOnlyOne && facts.address(withMarks(resource.inputs)) === facts.address(withMarks(resource.compared));
  return resource.op === "replace" && isSame && !movesToAnotherProvider(resource);
}

/** Plans a deletion, which the engine does not preview with the provider. The policy in the state applies or, if it is unreadable, the most severe policy. */
function deletionOf(resource: Resource, facts: ReviewFacts): LoggedRequest[] {
  const [last, outputs]: [ShownValues, ShownValues] = [withMarks(resource.compared), withMarks(resource.outputs)];
  const policy = last["deletionPolicy"];
  const isReadable = policy !== secretText && policy !== knownLater;
  const [worst] = Object.values(facts.deletions ?? {});
  const request = isReadable ? deletionRequest(facts, last, outputs) : worst?.({ ...outputs, ...last });
  return request === undefined ? [] : [{ ...request, later: [] }];
}

/** Returns true if a different provider resource manages the object from now on. The previous provider then deletes it. */
function movesToAnotherProvider({ before, state }: Resource): boolean {
  const nameOf = (reference = "") => reference.replace(/::[^:]*$/, "").replace(/::default_[^:]*$/, "::default");
  return before?.provider !== undefined && nameOf(before.provider) !== nameOf(state?.provider);
}
