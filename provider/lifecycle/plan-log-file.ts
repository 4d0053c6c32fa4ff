import { appendFileSync } from "node:fs";
import type { PlanEntry } from "../messages/plan-entry";
import { formatPlanEntry, planLogVariable, runKeyVariable } from "../messages/plan-log";

/** The plan log of a preview. */
export interface PlanLog {
  /** The key of the run, with which arguments are hashed. */
  readonly key: string;
  readonly add: (entry: PlanEntry) => void;
}

/** Returns the plan log in the environment; undefined unless the `graphplane` command started the run. */
export function planLogFrom(environment: Readonly<Record<string, string | undefined>>): PlanLog | undefined {
  const { [planLogVariable]: file, [runKeyVariable]: key } = environment;
  if (!file || !key) return undefined;
  // Several provider processes append to the file, so each entry is written with a single system call.
  return { key, add: (entry) => appendFileSync(file, formatPlanEntry(entry, key), { mode: 0o600 }) };
}
