import type { PlanEntry } from "./plan-entry";

/** The file with the plan of each resource for `graphplane review`. Not the engine's log, which would mask values. Pure. */

/** The environment variable with the path of the file. Only the command `graphplane` sets it, for its previews. */
export const planLogVariable = "GRAPHPLANE_RECORDS";

/** The environment variable with the key of a preview, which precedes each entry, and is the key of the hashes. */
export const runKeyVariable = "GRAPHPLANE_RUN_KEY";

export function formatPlanEntry(entry: PlanEntry, key: string): string {
  return `${key} ${JSON.stringify(entry)}\n`;
}
