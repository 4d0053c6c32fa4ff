import { appendFileSync } from "node:fs";
import type { PlanRecord } from "../announce/record-shape";
import { formatRecord, recordsVariable, runKeyVariable } from "../announce/records";

/** The records of a run, if `graphplane` asks for them. */
export interface RecordFile {
  /** The run's key, which also keys the hashes of arguments. */
  readonly key: string;
  readonly add: (record: PlanRecord) => void;
}

/** The file that the environment names; undefined for any run that `graphplane` did not start as a preview. */
export function recordFileFrom(environment: Readonly<Record<string, string | undefined>>): RecordFile | undefined {
  const { [recordsVariable]: file, [runKeyVariable]: key } = environment;
  if (!file || !key) return undefined;
  // Several provider processes add to it: one call of the system for each record keeps their lines apart.
  return { key, add: (record) => appendFileSync(file, formatRecord(record, key), { mode: 0o600 }) };
}
