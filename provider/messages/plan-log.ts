import type { PlanEntry } from "./plan-entry";

/** The file in which the provider records the plan of each resource for `graphplane review`. The engine's log is not used, because it masks values. Pure. */

/** The environment variable with the path of the file. It is set only by the `graphplane` command, for previews. */
export const planLogVariable = "GRAPHPLANE_RECORDS";

/** The environment variable with the key of a preview. The key is prepended to each entry, and is used to hash arguments. */
export const runKeyVariable = "GRAPHPLANE_RUN_KEY";

export function formatPlanEntry(entry: PlanEntry, key: string): string {
  return `${key} ${JSON.stringify(entry)}\n`;
}
