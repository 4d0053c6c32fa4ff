import { createHash } from "node:crypto";
import { canonicalJson, omit, withoutNulls } from "../values/json";

/** The notes that this provider adds to the arguments and outputs of a state. */

export type Properties = Record<string, unknown>;

/** The resource that owns the object: of two with the same object, the engine does not say which one it deletes. */
const ownerKey = "__owner";
/** The control plane's address that the identifiers are of: on another service they may name something else. */
const serviceKey = "__service";
/** True if a read has shown the object. */
const seenKey = "__seen";
/** Marks an object that graphplane made: only that is deleted by default. */
export const madeKey = "__made";
/** The version of graphplane that wrote the state. */
const versionKey = "__version";
const noteKeys = [ownerKey, serviceKey, seenKey, madeKey, versionKey];

/** The notes of a state; empty if they are not known. */
export interface Notes {
  /** The name of the resource, unlike all others. */
  readonly owner: string;
  /** The control plane's address. */
  readonly service: string;
  /** True if a read has shown the object. */
  readonly seen: boolean;
  /** True if graphplane made the object, rather than adopting or importing it. */
  readonly made: boolean;
  /** The version of graphplane that wrote the state. */
  readonly version: string;
}

/** The name for what an import or a `get` shows: the same in every run, or each would show a difference. Empty without a URN. */
export function ownerOfRead(urn: string | undefined, id: string): string {
  return urn === undefined
    ? ""
    : createHash("sha256")
        .update(canonicalJson([urn, id]))
        .digest("hex")
        .slice(0, 8);
}

/** The properties without nulls and notes. */
export function withoutNotes(properties: Properties): Properties {
  return withoutNulls(omit(properties, noteKeys)) as Properties;
}

/** The notes as state keeps them. */
export function writeNotes({ owner = "", service = "", seen = false, made = false, version = "" }: Partial<Notes>): Properties {
  const all = { [ownerKey]: owner, [serviceKey]: service, [seenKey]: seen, [madeKey]: made, [versionKey]: version };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => Boolean(value)));
}

/** The notes in a state; one of another version, or written by hand, may lack them. */
export function readNotes(properties: Properties): Notes {
  const text = (key: string) => (typeof properties[key] === "string" ? properties[key] : "");
  const is = (key: string) => properties[key] === true;
  return { owner: text(ownerKey), service: text(serviceKey), seen: is(seenKey), made: is(madeKey), version: text(versionKey) };
}
