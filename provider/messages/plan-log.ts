import type { PlanEntry } from "./plan-entry";

/** Plan records: what the provider knows when it plans a resource, for `graphplane review`. They travel in a file of the run, which no engine masks. Pure. */

/** The environment variable with the path of the file that records are added to. Only the command `graphplane` sets it, for its previews. */
export const planLogVariable = "GRAPHPLANE_RECORDS";

/** The environment variable with the key of a preview: it precedes each record, and keys the hashes of an approval. */
export const runKeyVariable = "GRAPHPLANE_RUN_KEY";

/** The record as a line of the file. */
export function formatPlanEntry(record: PlanEntry, key: string): string {
  return `${key} ${JSON.stringify(record)}\n`;
}
