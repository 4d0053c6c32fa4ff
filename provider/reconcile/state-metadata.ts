import { createHash } from "node:crypto";
import { canonicalJson, omit, withoutNulls, type Values } from "../values/json";

/** The metadata that this provider adds to the arguments and outputs of a state. */

/** The metadata of a state, with the default for each missing value. */
const unknown = {
  /** The unique name of the resource that owns the object: if two resources manage it, the engine does not report which one it deletes. */
  owner: "",
  /** The address of the control plane that issued the identifiers: another service can use them for other objects. */
  service: "",
  /** True if a read has returned the object. */
  seen: false,
  /** True if graphplane created the object, and did not adopt or import it: only created objects are deleted by default. */
  created: false,
  version: "",
};

export type StateMetadata = Readonly<typeof unknown>;

/** The key of each value in a state. Keys never change, because they are part of the state format. */
const keys: Readonly<Record<keyof StateMetadata, string>> = {
  owner: "__owner",
  service: "__service",
  seen: "__seen",
  created: "__made",
  version: "__version",
};
const places = Object.entries(keys) as [keyof StateMetadata, string][];

/** Returns the owner for an import or a `get`: the same in every run, because otherwise each run would show a difference. Empty without a URN. */
export function ownerOfRead(urn: string | undefined, id: string): string {
  if (urn === undefined) return "";
  const hash = createHash("sha256").update(canonicalJson([urn, id]));
  return hash.digest("hex").slice(0, 8);
}

export function withoutMetadata(properties: Values): Values {
  return withoutNulls(omit(properties, Object.values(keys))) as Values;
}

export function writeMetadata(metadata: Partial<StateMetadata>): Values {
  return Object.fromEntries(places.flatMap(([name, key]) => (metadata[name] ? [[key, metadata[name]]] : [])));
}

/** Returns the metadata in a state; states of other versions and hand-written states might not contain it. */
export function readMetadata(properties: Values): StateMetadata {
  const known = places.filter(([name, key]) => typeof properties[key] === typeof unknown[name]);
  return { ...unknown, ...Object.fromEntries(known.map(([name, key]) => [name, properties[key]])) };
}
