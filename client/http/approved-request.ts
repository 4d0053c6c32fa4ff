import { createHmac } from "node:crypto";
import { isObject } from "../wire/json";
import type { ApprovedRequest } from "./approval-contents";
import type { Purpose } from "./errors";

/** Compares a request that is about to be sent with an approved request. Pure. */

export interface PathPart {
  readonly text: string;
  readonly isId: boolean;
}

export interface UnsentRequest {
  readonly method: string;
  readonly path: readonly PathPart[];
  readonly body: unknown;
  /** Undefined if the engine does not provide it. */
  readonly resource: string | undefined;
  readonly kind: string;
  readonly account: string | undefined;
  /** Returns the argument of a field in the body. A dot separates nested keys. */
  readonly nameOf: Purpose["nameOf"];
  /** The arguments from which the request is built; undefined for a deletion, which is built from the state. */
  readonly args: Readonly<Record<string, unknown>> | undefined;
}

export function hashOf(key: string, value: unknown): string {
  return createHmac("sha256", key)
    .update(sortedJson(value) ?? "")
    .digest("hex");
}

/** Returns true if an approved request is for the same call of the same resource. Wildcards in its path match any segment. */
export function isSameCall(approved: ApprovedRequest, sent: UnsentRequest): boolean {
  const isOfResource = sent.resource === undefined ? approved.kind === sent.kind : approved.resources.includes(sent.resource);
  if (!isOfResource || approved.account !== sent.account || approved.method !== sent.method) return false;
  if (approved.path.length !== sent.path.length) return false;
  return sent.path.every(({ text }, index) => approved.path[index] === null || approved.path[index] === text);
}

/** Explains, without revealing values, why an approved request for the same call does not match a request; undefined if it matches. */
export function whyOther(approved: ApprovedRequest, sent: UnsentRequest, isMade: (id: string) => boolean, key: string): string | undefined {
  const foreign = sent.path.find(
    ({ text, isId }, index) => isId && approved.path[index] === null && !isMade(text) && approved.ids?.includes(text) === false,
  );
  if (foreign !== undefined)
    return "the approved request is for an object that this run creates or adopts, or that the resource already managed";
  const { args } = sent;
  const changed = Object.keys(approved.hashes).find((name) => args !== undefined && hashOf(key, args[name]) !== approved.hashes[name]);
  if (changed !== undefined) return `the argument ${changed} no longer has the approved value`;
  const place = differingPlace(approved, sent);
  return place === undefined ? undefined : `the approved request has a different body (${place})`;
}

function differingPlace(
  { body, begins, wildcards, later, includesLiveFields }: ApprovedRequest,
  { body: sent, nameOf }: Pick<UnsentRequest, "body" | "nameOf">,
): string | undefined {
  if (begins !== undefined) return String(sortedJson(sent)).startsWith(begins) ? undefined : "its beginning";
  // Values inside a wildcard are never compared.
  const isWildcard = (place: readonly string[]) => wildcards.some((one) => one.every((key, index) => key === place[index]));
  const isLater = (field: string) => later.some((argument) => argument === nameOf?.(field)?.split(".")[0]);
  const compare = (before: unknown, now: unknown, place: readonly string[]): string | undefined => {
    if (isWildcard(place)) return undefined;
    const [a, b] = [entriesOf(before), entriesOf(now)];
    if (a === undefined || b === undefined || Array.isArray(before) !== Array.isArray(now))
      return Object.is(before, now) ? undefined : place.join(".") || "all of it";
    for (const [name, value] of b) {
      const inner = [...place, name];
      const isNew = !a.has(name) && !isWildcard(inner);
      if (isNew && !(includesLiveFields || (place.length === 0 && isLater(name)))) return inner.join(".");
      const found = isNew ? undefined : compare(a.get(name), value, inner);
      if (found !== undefined) return found;
    }
    // A value that is unknown in the preview can turn out to be equal to the live value.
    const missing = [...a.keys()].find((name) => !b.has(name) && !isWildcard([...place, name]));
    return missing && [...place, missing].join(".");
  };
  return compare(body ?? {}, sent ?? {}, []);
}

function entriesOf(value: unknown): Map<string, unknown> | undefined {
  return Array.isArray(value) || isObject(value) ? new Map(Object.entries(value)) : undefined;
}

function sortedJson(value: unknown): string | undefined {
  return JSON.stringify(value, (_, inner: unknown) => (isObject(inner) ? sorted(inner) : inner));
}

function sorted(object: Readonly<Record<string, unknown>>) {
  return Object.fromEntries(
    Object.keys(object)
      .toSorted()
      .map((name) => [name, object[name]]),
  );
}
