import { appendFileSync } from "node:fs";
import type { PlanEntry } from "../messages/plan-entry";
import { formatPlanEntry, planLogVariable, runKeyVariable } from "../messages/plan-log";

/** The plan log of a run, if `graphplane` requests it. */
export interface PlanLog {
  /** The run's key, which also keys the hashes of arguments. */
  readonly key: string;
  readonly add: (record: PlanEntry) => void;
}

/** The file set in the environment; undefined unless `graphplane` started the run as a preview. */
export function planLogFrom(environment: Readonly<Record<string, string | undefined>>): PlanLog | undefined {
  const { [planLogVariable]: file, [runKeyVariable]: key } = environment;
  if (!file || !key) return undefined;
  // Several provider processes append to it; one system call per entry keeps lines intact.
  return { key, add: (record) => appendFileSync(file, formatPlanEntry(record, key), { mode: 0o600 }) };
}
