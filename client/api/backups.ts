import { z } from "zod";
import { isObject } from "../wire/json";
import { endpoint } from "../http/endpoint";
import { recordsOf, parsedResult, parsePrimitive, plainFields } from "../wire/records";
import { type ParsedList, parseList, withKnownKeys } from "../wire/results";
import * as shapes from "../wire/shapes";
import { nameOf, ofWorkspace, type WorkspaceId } from "./paths";

/** A backup record (API 2.5). `size_bytes` is a string; numbers are converted to strings. Unknown keys are kept. */
export const backupRecord = z.looseObject({
  ...plainFields(shapes.backup),
  // Unlike other booleans, this one cannot be a string.
  is_automatic: z.boolean().nullish().catch(undefined),
  size_bytes: z
    .union([z.string(), z.number().transform(String)])
    .nullish()
    .catch(undefined),
});
export type BackupRecord = z.infer<typeof backupRecord>;

/** The status of a restore job (API 2.6). Unknown keys are kept. */
export const restoreJobRecord = z.looseObject(plainFields(shapes.restoreJob));
export type RestoreJobRecord = z.infer<typeof restoreJobRecord>;

/** The backup schedule of a workspace (API 11). Undocumented fields are kept, because an update sends the whole record. */
export type BackupScheduleRecord = Readonly<Record<string, unknown>>;

/** Returns the read-cache key of a workspace's backup schedule. */
const scheduleNames = ({ workgroupID, workspaceID }: WorkspaceId) => [nameOf("backup schedule", workgroupID, workspaceID)];

/** Calls for backups. */
export const backups = {
  /** Lists the backups of a workspace (endpoint 13). */
  list: endpoint("GET", `${ofWorkspace}/backups`, "List backups of a workspace.", {
    number: 13,
    documented: { list: shapes.backup },
    result: recordsOf("backups", backupRecord),
  }),
  /** Reads the status of a restore job (endpoint 14). */
  restoreJob: endpoint("GET", `${ofWorkspace}/backups/{job}/status`, "Get status of a backup restore job.", {
    number: 14,
    documented: shapes.restoreJob,
    result: restoreJobRecord,
  }),
  /** Reads the backup schedule; undefined if the response does not contain one (API 11: might not exist). */
  schedule: endpoint("GET", `${ofWorkspace}/backups/schedule`, "Get the backup schedule of a workspace.", {
    documented: shapes.backupSchedule,
    result: parsedResult(parseBackupSchedule, "is not a backup schedule").transform(({ found }) => found[0]),
    shows: scheduleNames,
  }),
  /** Creates or replaces the backup schedule. Fields that are missing from the body might be lost (API 11). */
  setSchedule: endpoint("POST", `${ofWorkspace}/backups/schedule`, "Create or replace the backup schedule of a workspace.", {
    body: z.record(z.string(), z.unknown()),
    repeatable: true,
    changes: scheduleNames,
  }),
};

/** Numbers and booleans, which some services return as strings. */
const primitives = Object.entries(shapes.backupSchedule.fields).flatMap(([name, type]) => (type === "string" ? [] : [name]));

/** Returns the schedule in a Result, if any. Undefined if the Result contains several schedules or something else. */
function parseBackupSchedule(result: unknown): ParsedList<BackupScheduleRecord> | undefined {
  const isBlank = isObject(result) && Object.values(result).every((value) => value === null);
  const list = parseList(isBlank ? null : result, [], (value) => {
    if (!isObject(value)) return undefined;
    const record = withKnownKeys(value, Object.keys(shapes.backupSchedule.fields));
    if (typeof record["schedule"] !== "string") return undefined;
    return Object.fromEntries(
      Object.entries(record).map(([name, field]) => [name, primitives.includes(name) ? parsePrimitive(field) : field]),
    );
  });
  return list !== undefined && list.found.length < 2 ? list : undefined;
}
