import type { PlanEntry } from "./plan-entry";

/** Plan entries: the provider's plan of each resource, for `graphplane review`. They are written to a file of the run, because the engine would mask them in its log. Pure. */

/** The environment variable with the path of the file for plan entries. Only the command `graphplane` sets it, for its previews. */
export const planLogVariable = "GRAPHPLANE_RECORDS";

/** The environment variable with the key of a preview, which precedes each entry and keys the hashes of an approval. */
export const runKeyVariable = "GRAPHPLANE_RUN_KEY";

export function formatPlanEntry(record: PlanEntry, key: string): string {
  return `${key} ${JSON.stringify(record)}\n`;
}
