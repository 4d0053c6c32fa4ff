import { secretText } from "../../provider/messages/message";
import type { ShownValues } from "../../provider/describe/resource";
import { canonicalJson, equals } from "../../provider/values/json";
import { isUnknown } from "../../provider/values/unknowns";
import { leftInsideOf } from "./consequences";
import { isDeleting, type PlainChange } from "./model";
import { replaceReasonsOf, type Resource, sourcesOf, takesOver } from "./resources";
import { compareNames, showValue, withMarks } from "./values";

/** Determines the effects of one resource's change on other resources. Pure. */

/** Finds resources that the update might replace because an identifying argument is unknown, although their code is unchanged. */
export function replacedPerhaps(resources: readonly Resource[]): ReadonlySet<string> {
  const byUrn = new Map(resources.map((resource) => [resource.urn, resource]));
  const found = new Set<string>();
  const mayGiveAnother = (argument: string, source: Resource | undefined) => {
    if (source?.op === undefined) return false;
    // An update does not change an object's identifiers.
    const keepsIds = source.kind !== undefined && (source.op === "update" || isReplacedAtMost(source)) && !found.has(source.urn);
    return !(keepsIds && argument.endsWith("Id"));
  };
  const isReplaced = (resource: Resource) =>
    (resource.op === "update" || resource.op === "replace") &&
    resource.facts?.replaceOnChanges.some((argument) => {
      const sources = sourcesOf(resource, argument);
      return (
        isUnknown(resource.inputs[argument]) && (sources.length === 0 || sources.some((urn) => mayGiveAnother(argument, byUrn.get(urn))))
      );
    });
  for (let size = -1; size < found.size;) {
    size = found.size;
    for (const resource of resources) if (isReplaced(resource)) found.add(resource.urn);
  }
  return found;
}

/** Returns true if the engine plans a replacement only because values are unknown. */
export function isReplacedAtMost(resource: Resource): boolean {
  const { op, facts, inputs, compared } = resource;
  const names = facts?.replaceOnChanges ?? [];
  const reasons = replaceReasonsOf(resource);
  const isLater = (name: string) => isUnknown(inputs[name]);
  const isUnchanged = names.every((name) => isLater(name) || equals(inputs[name], compared[name]));
  return op === "replace" && names.some(isLater) && (reasons.length > 0 ? reasons.every(isLater) : isUnchanged);
}

/** Finds the resource that certainly takes over the object of a removed resource. */
export function successorsOf(resources: readonly Resource[]): (resource: Resource) => string | undefined {
  const successors = resources.filter(takesOver).map((successor) => ({ successor, objects: objectsOf(successor, successor.inputs, {}) }));
  return (resource) => {
    const { op, outputs, compared } = resource;
    const own = op === "delete" || op === "replace" ? objectsOf(resource, compared, outputs) : [];
    return successors.find(({ successor, objects }) => successor !== resource && objects.some((object) => own.includes(object)))?.successor
      .name;
  };
}

/** Returns keys that identify the object and the account of a resource; empty if any part is unknown. */
function objectsOf({ kind, facts, state }: Resource, values: ShownValues, outputs: ShownValues): string[] {
  const isKnown = (value: unknown) => typeof value === "string" && value !== secretText && !isUnknown(value);
  if (facts?.addressedBy.every((argument) => isKnown(values[argument])) !== true) return [];
  return facts.addresses(values, outputs).map((address) => canonicalJson([facts.manages ?? kind, state?.provider, address]));
}

/** Returns the unreadable arguments that determine a resource's requests. The review assumes the worst case for each. */
export function unreadable({ op, facts, inputs, compared, before }: Resource): string[] {
  if (facts === undefined || op === undefined || op === "record") return [];
  const isHidden = (value: unknown) => ["secret", "later"].includes(showValue(value).is);
  const ends = (op === "delete" || op === "replace") && before?.retainOnDelete !== true;
  return facts.decidingArguments.filter((name) =>
    name === "deletionPolicy" ? ends && isHidden(compared[name]) : op !== "delete" && isHidden(inputs[name]),
  );
}

interface ChangedResource {
  readonly change: PlainChange;
  readonly resource: Resource;
}

/** For each released object, adds the resource whose deletion also deletes it. For each deleted object, adds the resources that are still declared inside it. */
export function withContents(found: readonly ChangedResource[], resources: readonly Resource[]): ChangedResource[] {
  const holders = found.flatMap(({ change: { key, name, requests }, resource: { facts, compared, outputs } }) => {
    const own = facts?.addresses(withMarks(compared), withMarks(outputs)) ?? [];
    // Some objects are deleted with a request to the path of their collection.
    return requests.flatMap((request) => (isDeleting(request) && own.includes(request.path) ? [{ key, name, path: request.path }] : []));
  });
  const staying = resources.flatMap(({ key, name, facts, op, inputs }) =>
    facts === undefined || op === "delete" ? [] : [{ key, name, address: facts.address(withMarks(inputs)) }],
  );
  return found.map(({ change, resource }) => {
    const { key, action, address = "" } = change;
    const holder = action === "stop managing" ? holders.find(({ path }) => address.startsWith(`${path}/`)) : undefined;
    const own = holders.filter((one) => one.key === key);
    const left = staying.filter((one) => one.key !== key && own.some(({ path }) => `${one.address}/`.startsWith(`${path}/`)));
    const names = left.map(({ name }) => name).toSorted(compareNames);
    const contents = {
      ...(change.deletedWith === undefined && holder !== undefined && { deletedWith: holder.name }),
      ...(names.length > 0 && { leavesInside: names, consequences: [...change.consequences, leftInsideOf(names.length)] }),
    };
    return { change: { ...change, ...contents }, resource };
  });
}
