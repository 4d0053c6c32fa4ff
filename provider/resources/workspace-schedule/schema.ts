import { z } from "zod";
import { identifier, seconds } from "../../values/validation";
import type { PendingState } from "../../reconcile/pending";

const text = z.string().optional();

/** The arguments of `WorkspaceSchedule` (API 2.7, and the calls of API 11). */
export const workspaceScheduleArguments = z.strictObject({
  workgroupId: identifier,
  workspaceId: identifier,
  repeat: z.string().min(1),
  repeatOn: text,
  date: text,
  time: z.string().min(1),
  timeZone: z.string().min(1),
  workspaceTypeName: text,
  timeoutSeconds: seconds.optional(),
  deletionPolicy: z.enum(["delete", "retain"]).optional(),
});
export type WorkspaceScheduleArguments = z.infer<typeof workspaceScheduleArguments>;

/** The workspace of a schedule. */
export type Workspace = Pick<WorkspaceScheduleArguments, "workgroupId" | "workspaceId">;

/** The state: the arguments as they were declared and applied, and the identifier: empty while it is not known which schedule a POST made. */
export type WorkspaceScheduleState = WorkspaceScheduleArguments & PendingState & { readonly scheduleId: string };
