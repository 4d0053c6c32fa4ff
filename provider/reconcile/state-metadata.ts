import { createHash } from "node:crypto";
import { canonicalJson, omit, withoutNulls, type Values } from "../values/json";

/** The metadata that graphplane adds to a state, with the default of each property. */
const defaults = {
  /** The unique name of the resource that manages the object. If two resources manage it, the engine does not report which of them it deletes. */
  owner: "",
  /** The address of the control plane that issued the identifiers. A different service can use the same identifiers for other objects. */
  service: "",
  /** True if a read has returned the object. */
  seen: false,
  /** True if graphplane created the object, rather than adopting or importing it. By default, only created objects are deleted. */
  created: false,
  version: "",
};

export type StateMetadata = Readonly<typeof defaults>;

/** The key of each value in a state. Keys never change, because they are part of the state format. */
const keys: Readonly<Record<keyof StateMetadata, string>> = {
  owner: "__owner",
  service: "__service",
  seen: "__seen",
  created: "__made",
  version: "__version",
};
const entries = Object.entries(keys) as [keyof StateMetadata, string][];

/** Returns the owner for an import or a `get`. It is the same in every run, because the engine would report a different owner as a change. Empty without a URN. */
export function ownerOfRead(urn: string | undefined, id: string): string {
  if (urn === undefined) return "";
  const hash = createHash("sha256").update(canonicalJson([urn, id]));
  return hash.digest("hex").slice(0, 8);
}

export function withoutMetadata(properties: Values): Values {
  return withoutNulls(omit(properties, Object.values(keys))) as Values;
}

export function writeMetadata(metadata: Partial<StateMetadata>): Values {
  return Object.fromEntries(entries.flatMap(([name, key]) => (metadata[name] ? [[key, metadata[name]]] : [])));
}

/** Returns the metadata in a state. It might be missing from states of other versions and from edited states. */
export function readMetadata(properties: Values): StateMetadata {
  const known = entries.filter(([name, key]) => typeof properties[key] === typeof defaults[name]);
  return { ...defaults, ...Object.fromEntries(known.map(([name, key]) => [name, properties[key]])) };
}
