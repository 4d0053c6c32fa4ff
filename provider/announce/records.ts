import { isObject } from "../values/json";
import { escapeForEngine } from "./lines";
import type { PlanRecord } from "./record-shape";

/** Plan records: what the provider knows when it plans a resource, as one line of JSON, which `graphplane review` reads. Pure. */

/** The environment variable that asks for records in place of sentences. */
export const recordsVariable = "GRAPHPLANE_RECORDS";

export const recordPrefix = "graphplane-record: ";

/** The form of the records; a review of another version does not read them. */
export const recordVersion: PlanRecord["version"] = 1;

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
