import { isObject } from "../values/json";
import { type AnnouncedRequest, escapeForEngine, type Line } from "./lines";

/** Plan records: what the provider knows when it plans a resource, as one line of JSON, which `graphplane review` reads. Pure. */

/** The environment variable that asks for records in place of sentences. */
export const recordsVariable = "GRAPHPLANE_RECORDS";

/** The beginning of a record's line. */
export const recordPrefix = "graphplane-record: ";

/** The form of the records; a review of another version does not read them. */
export const recordVersion = 1 as const;

/** The operation on an object. `unknown`: a read failed, so the requests are only possible ones. */
export type Operation = (typeof operations)[number];
export const operations = ["create", "adopt", "update", "replace", "delete", "retain", "run", "nothing", "unknown"] as const;

/** The cause of a field's difference, as the provider sees it. */
export type FieldCause = (typeof fieldCauses)[number];
export const fieldCauses = ["new", "changed in code", "changed outside", "pending"] as const;

/** A request as it will be sent. */
export interface RecordedRequest extends AnnouncedRequest {
  /** Arguments that are known only during the update: their fields hold a word, or are missing. */
  readonly later: readonly string[];
}

/** An argument that a request sends, or a value inside it. A side is absent if there is no value. */
export interface RecordedField {
  readonly path: readonly string[];
  /** The value in the state. */
  readonly before?: unknown;
  readonly live?: unknown;
  readonly after?: unknown;
  readonly why: FieldCause;
  /** The classes of the effects that its change has, such as `offline`; `none`, or `not documented`. */
  readonly effects: readonly string[];
}

/** A sentence about a resource. */
export interface Notice {
  readonly code: Line["is"];
  readonly text: string;
}

/** The plan of a resource. */
export interface Planned {
  readonly operation: Operation;
  /** The reason why the requests are not certain. */
  readonly reason?: string | undefined;
  /** True if the live object was read, so that what no request sends is as declared. */
  readonly seen: boolean;
  readonly requests: readonly RecordedRequest[];
  /** The requests of the update that takes place if the object is not replaced after all. */
  readonly instead?: readonly RecordedRequest[] | undefined;
  readonly fields: readonly RecordedField[];
  /** The object in words, each with its name: workspace, database, workgroup. */
  readonly names: readonly (readonly [string, string])[];
}

/** A record; a refresh makes one without a plan. */
export interface PlanRecord {
  readonly version: typeof recordVersion;
  /** The resource; absent for a state of an earlier version. */
  readonly urn?: string | undefined;
  readonly kind: string;
  readonly plan?: Planned | undefined;
  readonly notices: readonly Notice[];
  /** Another address of the control plane. `found`: a read found the object there. */
  readonly service?: { readonly from: string; readonly to: string; readonly found: boolean } | undefined;
  /** Keyed hashes of the arguments that no request shows, by name, for an approval. */
  readonly hashes?: Readonly<Record<string, string>> | undefined;
}

/** The record as one line, in characters that no engine changes. */
export function formatRecord(record: PlanRecord): string {
  return `${recordPrefix}${escapeForEngine(JSON.stringify(record), /[<\u007f-\uffff]/g)}`;
}

/** Applies a function to every text and every key of a value. */
export function mapTexts<T>(value: T, map: (text: string) => string): T;
export function mapTexts(value: unknown, map: (text: string) => string): unknown {
  if (typeof value === "string") return map(value);
  if (Array.isArray(value)) return value.map((item) => mapTexts<unknown>(item, map));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [map(key), mapTexts(inner, map)]));
}
