import { canonicalJson } from "../../provider/values/json";
import { secretText } from "../../provider/announce/lines";
import { readNotes } from "../../provider/proof/notes";
import { isUnknown } from "../../provider/values/unknowns";
import { compare } from "./fields";
import type { ProviderLine } from "./lines";
import type { Request } from "./model";
import type { Resource } from "./resources";

/** The provider's announcement for one resource: a request, nothing, or no plan. Without a line it is not known. */
export type Announcement =
  | { readonly is: "request"; readonly request: Request }
  | { readonly is: "nothing" }
  | { readonly is: "unplanned"; readonly text: string }
  | { readonly is: "silence" };

/** The announcements by URN, and what belongs to no resource. */
export interface Announcements {
  readonly byUrn: ReadonlyMap<string, Announcement>;
  readonly strayRequests: readonly Request[];
  readonly strayReasons: readonly string[];
}

/** Gives each resource a line of its own: the provider prints one for each resource, also where several are about one object. */
export function announcementsOf(resources: readonly Resource[], lines: readonly ProviderLine[]): Announcements {
  const left = kinds.flatMap((is) =>
    lines.filter((line) => line.is === is).toSorted((a, b) => compare(canonicalJson(a), canonicalJson(b))),
  );
  const byUrn = new Map<string, Announcement>();
  // First those whose identifiers are known: only they can tell which line is theirs.
  const isNew = ({ op }: Resource) => Number(op !== "update");
  for (const resource of resources.toSorted((a, b) => isNew(a) - isNew(b) || compare(a.urn, b.urn))) {
    const { urn, op, facts, inputs } = resource;
    // Of what goes, or is as it was, the provider is not asked.
    if (facts === undefined || (op !== "create" && op !== "update" && op !== "replace")) continue;
    const address = facts.address(inputs);
    const outputs = op === "update" ? resource.outputs : {};
    const index = left.findIndex(
      (line) => (line.urn ?? urn) === urn && (line.is === "request" ? facts.isOwnRequest(line, inputs, outputs) : line.object === address),
    );
    const [own] = index < 0 ? [] : left.splice(index, 1);
    byUrn.set(urn, own === undefined ? { is: "silence" } : announcementOf(own));
  }
  const managed = resources.filter((resource) => managesOn(resource, byUrn.get(resource.urn))).map(objectOf);
  for (const resource of resources) {
    const object = resource.op === "delete" && readNotes(resource.outputs).owner !== "" ? objectOf(resource) : undefined;
    if (object !== undefined && managed.includes(object)) byUrn.set(resource.urn, { is: "nothing" });
  }
  return {
    byUrn,
    strayRequests: left.flatMap((line) => (line.is === "request" ? [requestOf(line)] : [])),
    strayReasons: left.flatMap((line) => (line.is === "unplanned" ? [line.text] : [])),
  };
}

/** Returns true for a resource that certainly takes over an existing object. The engine deletes afterwards, and the provider then sends nothing. */
function managesOn({ op, facts }: Resource, announcement: Announcement | undefined): boolean {
  if (op !== "create" && op !== "replace") return false;
  const isThere = announcement?.is === "nothing" || (announcement?.is === "request" && announcement.request.method === "PUT");
  return facts?.adopts === true || isThere;
}

/** The object of a resource, and by which account; undefined where that is not known. */
function objectOf({ kind, facts, op, state, compared, inputs }: Resource): string | undefined {
  const values = op === "delete" ? compared : inputs;
  const isKnown = (value: unknown) => typeof value === "string" && value !== secretText && !isUnknown(value);
  if (facts?.addressedBy.every((argument) => isKnown(values[argument])) !== true) return undefined;
  return canonicalJson([kind, state?.provider, facts.address(values)]);
}

/** The lines that announce something, the surest first: diagnostics have no order. */
const kinds = ["request", "nothing", "unplanned"] as const;

function announcementOf(line: ProviderLine): Announcement {
  if (line.is === "request") return { is: "request", request: requestOf(line) };
  return line.is === "unplanned" ? { is: "unplanned", text: line.text } : { is: "nothing" };
}

function requestOf({ method, path, body, was, later }: ProviderLine & { readonly is: "request" }): Request {
  return { method, path, body, was, later, announced: true };
}
