import { appendFileSync } from "node:fs";
import type { PlanEntry } from "../messages/plan-entry";
import { formatPlanEntry, planLogVariable, runKeyVariable } from "../messages/plan-log";

/** The plan log of a preview. */
export interface PlanLog {
  /** The key of the run, which is also the key of the hashes of arguments. */
  readonly key: string;
  readonly add: (entry: PlanEntry) => void;
}

/** Returns the plan log set in the environment; undefined unless the command `graphplane` started the run. */
export function planLogFrom(environment: Readonly<Record<string, string | undefined>>): PlanLog | undefined {
  const { [planLogVariable]: file, [runKeyVariable]: key } = environment;
  if (!file || !key) return undefined;
  // Several provider processes append to the file, so each entry is one system call.
  return { key, add: (entry) => appendFileSync(file, formatPlanEntry(entry, key), { mode: 0o600 }) };
}
