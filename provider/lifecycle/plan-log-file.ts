import { appendFileSync } from "node:fs";
import type { PlanEntry } from "../messages/plan-entry";
import { formatPlanEntry, planLogVariable, runKeyVariable } from "../messages/plan-log";

/** The records of a run, if `graphplane` asks for them. */
export interface PlanLog {
  /** The run's key, which also keys the hashes of arguments. */
  readonly key: string;
  readonly add: (record: PlanEntry) => void;
}

/** The file that the environment names; undefined for any run that `graphplane` did not start as a preview. */
export function planLogFrom(environment: Readonly<Record<string, string | undefined>>): PlanLog | undefined {
  const { [planLogVariable]: file, [runKeyVariable]: key } = environment;
  if (!file || !key) return undefined;
  // Several provider processes add to it: one call of the system for each record keeps their lines apart.
  return { key, add: (record) => appendFileSync(file, formatPlanEntry(record, key), { mode: 0o600 }) };
}
