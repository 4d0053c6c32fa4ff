import { z } from "zod";
import type { PendingState } from "../../reconcile/pending";
import { identifier, seconds } from "../../values/validation";

const count = z.int().min(0).optional();

/** The arguments of `BackupSchedule` (API 11). */
export const backupScheduleArguments = z.strictObject({
  workgroupId: identifier,
  workspaceId: identifier,
  schedule: z.string().min(1),
  maxBackupFiles: count,
  maxReservedDays: count,
  maxRetry: count,
  pause: z.boolean().optional(),
  timeoutSeconds: seconds.optional(),
  deletionPolicy: z.enum(["retain", "pause"]).optional(),
});
export type BackupScheduleArguments = z.infer<typeof backupScheduleArguments>;

/** The workspace of a backup schedule. */
export type Workspace = Pick<BackupScheduleArguments, "workgroupId" | "workspaceId">;

/** The state: the arguments as they were declared and applied. */
export type BackupScheduleState = BackupScheduleArguments & PendingState;
