import { workspacePath } from "../../messages/message";
import { deletionPolicy, flag, integer, optional, parentId, text, timeout } from "../../describe/fields";
import { type ArgumentsOf, describe, type ShownValues, type StateOf, wireNames } from "../../describe/resource";
import type { PendingState } from "../../reconcile/pending";

const count = (description: string) => optional(integer(description, { min: 0 }));

export const backupScheduleDescription = describe({
  kind: "BackupSchedule",
  description: [
    "The backup schedule of a workspace: when backups run, and how many are kept. Each workspace has at most one; declaring it adopts an existing schedule.",
    "Its calls are not part of the documented API, so not every service supports them; if a call is not supported, the error states what still works.",
  ],
  example: `
const nightly = new BackupSchedule("nightly", {
  workgroupId: config.require("workgroupId"),
  workspaceId: config.require("workspaceId"),
  schedule: "0 2 * * *",
  maxReservedDays: 14,
});
`,
  api: "section 11",
  idFormat: "<workgroupId>/<workspaceId>",
  displayTemplate: "backup schedule of workspace <workspaceId> of workgroup <workgroupId>",
  identity: ["workgroupId", "workspaceId"],
  arguments: {
    workgroupId: parentId("The workgroup that contains the workspace."),
    workspaceId: parentId("The workspace that is backed up."),
    schedule: text("The backup times, as a cron expression.", { notEmpty: true, format: "cron" }),
    maxBackupFiles: count("The number of backups to keep."),
    maxReservedDays: count("The number of days to keep backups."),
    maxRetry: count("Maximum number of retries of a failed backup."),
    pause: optional(
      flag("Suspends backups.", {
        effect: {
          is: "loss",
          when: true,
          id: "backups-paused",
          severity: "risks",
          summary: "backups stop",
          headline: ["% is no longer backed up", "% workspaces are no longer backed up"],
          description: "Automatic backups stop until the schedule is resumed.",
          source: "docs/internals/api.md, section 11",
        },
      }),
    ),
    timeoutSeconds: timeout("Seconds to wait until the service returns the new values.", { default: "120" }),
    deletionPolicy: deletionPolicy(
      ["retain", "pause"],
      "The effect on the schedule when the resource is deleted: `retain` leaves it unchanged, and `pause` pauses it. The service cannot delete it.",
    ),
  },
  outputs: {},
  review: {
    isUnique: true,
    adopts: true,
    sentBy: ["POST"],
    consequences: [
      {
        id: "backup-schedule",
        method: "POST",
        // Every record contains this field, except in the request of a deletion, which only pauses the schedule.
        field: "schedule",
        severity: "care",
        summary: "backups change",
        description: "The times or the retention of backups change. Backups beyond a lower limit might be deleted.",
        source: "docs/internals/api.md, section 11",
      },
    ],
    address: addressOf,
    subject: { "backups of workspace": "workspaceId", workgroup: "workgroupId" },
    deletionSets: { pause: { pause: true } },
    deletions: { pause: (last) => ({ method: "POST", path: addressOf(last), body: { pause: true }, includesLiveFields: true }) },
  },
});

export type Arguments = ArgumentsOf<typeof backupScheduleDescription>;
export type State = StateOf<typeof backupScheduleDescription> & PendingState;

export const fields = wireNames(backupScheduleDescription.arguments);

/** Returns the path of every call, which identifies the schedule in messages. */
export function addressOf(args: ShownValues): string {
  return `${workspacePath(args)}/backups/schedule`;
}
