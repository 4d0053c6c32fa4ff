import { createHash } from "node:crypto";
import { canonicalJson, omit, withoutNulls, type Values } from "../values/json";

/** The notes that this provider adds to the arguments and outputs of a state. */

/** The notes of a state; these are the values of those that are not known. */
const unknown = {
  /** The name of the resource that owns the object, unlike all others: of two with one object, the engine does not say which it deletes. */
  owner: "",
  /** The control plane's address that the identifiers are of: on another service they may name something else. */
  service: "",
  /** True if a read has shown the object. */
  seen: false,
  /** True if graphplane created the object, rather than adopting or importing it: only that is deleted by default. */
  created: false,
  /** The version of graphplane that wrote the state. */
  version: "",
};

export type StateMetadata = Readonly<typeof unknown>;

/** The key of each in a state. Part of the format of states, so a key never changes. */
const keys: Readonly<Record<keyof StateMetadata, string>> = {
  owner: "__owner",
  service: "__service",
  seen: "__seen",
  created: "__made",
  version: "__version",
};
const places = Object.entries(keys) as [keyof StateMetadata, string][];

/** The name for what an import or a `get` shows: the same in every run, or each would show a difference. Empty without a URN. */
export function ownerOfRead(urn: string | undefined, id: string): string {
  if (urn === undefined) return "";
  const hash = createHash("sha256").update(canonicalJson([urn, id]));
  return hash.digest("hex").slice(0, 8);
}

/** The properties without nulls and notes. */
export function withoutMetadata(properties: Values): Values {
  return withoutNulls(omit(properties, Object.values(keys))) as Values;
}

/** The notes as state keeps them: those that are known. */
export function writeMetadata(metadata: Partial<StateMetadata>): Values {
  return Object.fromEntries(places.flatMap(([name, key]) => (metadata[name] ? [[key, metadata[name]]] : [])));
}

/** The notes in a state; one of another version, or written by hand, may lack them. */
export function readMetadata(properties: Values): StateMetadata {
  const known = places.filter(([name, key]) => typeof properties[key] === typeof unknown[name]);
  return { ...unknown, ...Object.fromEntries(known.map(([name, key]) => [name, properties[key]])) };
}
