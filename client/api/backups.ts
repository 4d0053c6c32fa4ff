import { z } from "zod";
import type { Caller } from "../call";
import { endpoint, prefix } from "./endpoint";
import type { WorkspaceId } from "./workspaces";

const text = z.string().nullish().catch(undefined);

/** Backup record (API 2.5). `size_bytes` is a text there; a number is accepted and kept as text. Unknown keys are kept. */
export const backupRecord = z.looseObject({
  id: text,
  is_automatic: z.boolean().nullish().catch(undefined),
  size_bytes: z
    .union([z.string(), z.number().transform(String)])
    .nullish()
    .catch(undefined),
  status: text,
  tag: text,
  time: text,
  type: text,
  version: text,
});
export type BackupRecord = z.infer<typeof backupRecord>;

/** Restore job status (API 2.6). Unknown keys are kept. */
export const restoreJobRecord = z.looseObject({ created_at: text, name: text, output: text, status: text });
export type RestoreJobRecord = z.infer<typeof restoreJobRecord>;

/** One restore job of a workspace. */
export interface RestoreJobId extends WorkspaceId {
  readonly job: string;
}

export const listBackups = endpoint({
  number: 13,
  method: "GET",
  path: `${prefix}/workgroups/{workgroupID}/workspaces/{workspaceID}/backups`,
  purpose: "List backups of a workspace.",
  result: z.array(backupRecord).nullish(),
});

export const getRestoreJob = endpoint({
  number: 14,
  method: "GET",
  path: `${prefix}/workgroups/{workgroupID}/workspaces/{workspaceID}/backups/{job}/status`,
  purpose: "Get status of a backup restore job.",
  result: restoreJobRecord,
});

/** The calls on backups; each fails with a `ServiceError`. */
export interface Backups {
  /** The backups of a workspace (endpoint 13). */
  list(id: WorkspaceId): Promise<readonly BackupRecord[]>;
  /** The status of a restore job (endpoint 14). */
  restoreJob(id: RestoreJobId): Promise<RestoreJobRecord>;
}

export const backups = (call: Caller): Backups => ({
  list: async (id) => (await call(listBackups, id)) ?? [],
  restoreJob: (id) => call(getRestoreJob, id),
});
