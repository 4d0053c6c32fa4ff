import { canonicalJson } from "../../provider/json";
import type { Line } from "../../provider/messages";
import type { Inputs, Kind } from "./kinds";
import { objectIn } from "./lines";
import type { Request } from "./model";

/** What the provider said of what the update of one resource sends. Without any line, nobody knows. */
export type Announcement =
  | { readonly is: "request"; readonly request: Request }
  | { readonly is: "nothing" }
  | { readonly is: "incomplete"; readonly text: string }
  | { readonly is: "silence" };

/** A resource of which the provider is asked before it is updated. */
export interface Asked {
  readonly urn: string;
  readonly kind: Kind;
  readonly inputs: Inputs;
}

/** The announcements by URN, and what belongs to no resource. */
export interface Announcements {
  readonly byUrn: ReadonlyMap<string, Announcement>;
  readonly strayRequests: readonly Request[];
  readonly strayReasons: readonly string[];
}

/** Gives each resource a line of its own: the provider tells one a resource, also where several are about one object. */
export function announcementsOf(resources: readonly Asked[], lines: readonly Line[]): Announcements {
  const left = new Map<string, Set<Line>>();
  for (const line of lines.toSorted(byCertainty)) {
    if (line.is === "notice" || line.is === "drift") continue;
    const object = line.is === "request" ? objectIn(line.path) : line.object;
    left.set(object, (left.get(object) ?? new Set()).add(line));
  }
  const byUrn = new Map<string, Announcement>();
  for (const { urn, kind, inputs } of resources.toSorted((a, b) => (a.urn < b.urn ? -1 : 1))) {
    const requests = left.get(kind.object(inputs)) ?? new Set();
    const others = left.get(kind.address(inputs)) ?? new Set();
    const own =
      [...requests].find((line) => line.is === "request" && isOf(requestOf(line), kind, inputs)) ??
      [...others].find((line) => line.is !== "request");
    if (own !== undefined) for (const set of [requests, others]) set.delete(own);
    byUrn.set(urn, own === undefined ? { is: "silence" } : announcementOf(own));
  }
  const strays = [...left.values()].flatMap((set) => [...set]);
  return {
    byUrn,
    strayRequests: strays.flatMap((line) => (line.is === "request" ? [requestOf(line)] : [])),
    strayReasons: strays.flatMap((line) => (line.is === "incomplete" ? [line.text] : [])),
  };
}

function isOf(request: Request, kind: Kind, inputs: Inputs): boolean {
  return kind.claims(request, inputs) && kind.fits(request, inputs);
}

function announcementOf(line: Line): Announcement {
  if (line.is === "request") return { is: "request", request: requestOf(line) };
  return line.is === "incomplete" ? { is: "incomplete", text: line.text } : { is: "nothing" };
}

function requestOf({ method, path, body, was, later }: Line & { readonly is: "request" }): Request {
  return { method, path, body, was, later, announced: true };
}

/** A fixed order, since diagnostics have none. */
function byCertainty(a: Line, b: Line): number {
  const order = ["request", "nothing", "incomplete", "drift", "notice"];
  return order.indexOf(a.is) - order.indexOf(b.is) || (canonicalJson(a) < canonicalJson(b) ? -1 : 1);
}
