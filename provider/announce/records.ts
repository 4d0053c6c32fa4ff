import { escapeForEngine } from "./lines";
import type { PlanRecord } from "./record-shape";

/** Plan records: what the provider knows when it plans a resource, as one line of JSON, which `graphplane review` reads. Pure. */

/** The environment variable that asks for records in place of sentences. */
export const recordsVariable = "GRAPHPLANE_RECORDS";

/** The environment variable with the key of the hashes in records. A preview whose requests are to be approved gets it. */
export const approvalKeyVariable = "GRAPHPLANE_APPROVAL_KEY";

export const recordPrefix = "graphplane-record: ";

/** The record as one line, in characters that no engine changes. */
export function formatRecord(record: PlanRecord): string {
  return `${recordPrefix}${escapeForEngine(JSON.stringify(record), /[<\u007f-\uffff]/g)}`;
}
