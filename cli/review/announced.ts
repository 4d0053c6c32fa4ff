import { canonicalJson } from "../../provider/values/json";
import { secretText } from "../../provider/announce/lines";
import { readNotes } from "../../provider/reconcile/notes";
import { isUnknown } from "../../provider/values/unknowns";
import type { ProviderLine } from "./diagnostics";
import type { Request } from "./model";
import type { Resource } from "./resources";
import { compare } from "./values";

/** The provider's announcement for one resource: a request, nothing, or no plan. */
export type Announcement =
  | { readonly is: "request"; readonly request: Request; readonly followUp?: Request }
  | { readonly is: "nothing" }
  | { readonly is: "unplanned"; readonly text: string };

/**
 * The announcements by URN, and the requests and reasons of no resource. Each resource has a line of its own, since the provider
 * prints one for each, even if several are about one object.
 */
export function announcementsOf(resources: readonly Resource[], lines: readonly ProviderLine[]) {
  const left = kinds.flatMap((is) =>
    lines.filter((line) => line.is === is).toSorted((a, b) => compare(canonicalJson(a), canonicalJson(b))),
  );
  const byUrn = new Map<string, Announcement>();
  // First those whose identifiers are known: only they show which line is theirs.
  const isNew = ({ op }: Resource) => Number(op !== "update");
  for (const resource of resources.toSorted((a, b) => isNew(a) - isNew(b) || compare(a.urn, b.urn))) {
    const { urn, op, facts, inputs } = resource;
    // The engine asks the provider about nothing else.
    if (facts === undefined || (op !== "create" && op !== "update" && op !== "replace")) continue;
    const address = facts.address(inputs);
    const outputs = op === "update" ? resource.outputs : {};
    const take = (isOwn: (line: ProviderLine) => boolean) => {
      const index = left.findIndex((line) => (line.urn ?? urn) === urn && isOwn(line));
      return index < 0 ? [] : left.splice(index, 1);
    };
    const [own] = take((line) => (line.is === "request" ? facts.isOwnRequest(line, inputs, outputs) : line.object === address));
    const [followUp] = own?.is === "request" ? take((line) => line.is === "request" && facts.isFollowUp?.(line, inputs) === true) : [];
    if (own !== undefined) byUrn.set(urn, announcementOf(own, followUp));
  }
  const managed = resources.filter((resource) => takesOver(resource, byUrn.get(resource.urn))).flatMap(objectsOf);
  for (const resource of resources) {
    const objects = resource.op === "delete" && readNotes(resource.outputs).owner !== "" ? objectsOf(resource) : [];
    if (objects.some((object) => managed.includes(object))) byUrn.set(resource.urn, { is: "nothing" });
  }
  return {
    byUrn,
    strayRequests: left.flatMap((line) => (line.is === "request" ? [requestOf(line)] : [])),
    strayReasons: left.flatMap((line) => (line.is === "unplanned" ? [line.text] : [])),
  };
}

/** Returns true if a line is about the object of a resource. */
export function isAbout({ urn, facts, inputs }: Resource, line: ProviderLine & { readonly object: string }): boolean {
  return (line.urn ?? urn) === urn && line.object === facts?.address(inputs);
}

/** Returns true for a resource that certainly takes over an existing object. The engine deletes afterwards, and the provider then sends nothing. */
export function takesOver({ op, facts }: Resource, announcement: Announcement | undefined): boolean {
  const isThere = announcement?.is === "nothing" || (announcement?.is === "request" && announcement.request.method === "PUT");
  return (op === "create" || op === "replace") && (facts?.adopts === true || isThere);
}

/** The names of a resource's object, and of its account; none if they are not known. */
function objectsOf({ kind, facts, op, state, compared, inputs, outputs }: Resource): string[] {
  const values = op === "delete" ? compared : inputs;
  const isKnown = (value: unknown) => typeof value === "string" && value !== secretText && !isUnknown(value);
  if (facts?.addressedBy.every((argument) => isKnown(values[argument])) !== true) return [];
  const addresses = facts.addresses?.(values, op === "create" ? {} : outputs) ?? [facts.address(values)];
  return addresses.map((address) => canonicalJson([facts.manages ?? kind, state?.provider, address]));
}

/** The kinds of lines that announce something, the surest first: diagnostics have no order. */
const kinds = ["request", "nothing", "unplanned"] as const;

function announcementOf(line: ProviderLine, followUp?: ProviderLine): Announcement {
  if (line.is === "request")
    return {
      is: "request",
      request: requestOf(line),
      ...(followUp?.is === "request" && { followUp: { ...requestOf(followUp), withRest: true } }),
    };
  return line.is === "unplanned" ? { is: "unplanned", text: line.text } : { is: "nothing" };
}

function requestOf({ method, path, body, was, later }: ProviderLine & { readonly is: "request" }): Request {
  return { method, path, body, was, later, announced: true };
}
