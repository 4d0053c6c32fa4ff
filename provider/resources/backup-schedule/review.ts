import { workspacePath } from "../../announce/lines";
import type { ShownValues } from "../../announce/review-facts";
import { inBodies } from "../../describe/effects";
import { reviewFacts, wireNames } from "../../describe/resource";
import { backupScheduleDescription } from "./description";

/** The fields of the record, by the arguments that declare them. */
export const fields = wireNames(backupScheduleDescription.arguments);

/** The path of every call, by which lines name it. */
export function addressOf(args: ShownValues): string {
  return `${workspacePath(args)}/backups/schedule`;
}

export const backupScheduleFacts = reviewFacts(backupScheduleDescription, {
  isUnique: true,
  adopts: true,
  sentBy: inBodies(fields, "POST"),
  consequences: [
    {
      id: "backup-schedule",
      method: "POST",
      // Every record that is sent has it; the pause of a deletion is sent alone.
      field: "schedule",
      gravity: "care",
      inShort: "a backup schedule changes",
      says: "The times or the retention of backups change. Backups beyond a lower limit may be deleted.",
      source: "docs/internals/api.md, section 11",
    },
  ],
  address: addressOf,
  subject: { "backups of workspace": "workspaceId", workgroup: "workgroupId" },
  deletions: { pause: (last) => ({ method: "POST", path: addressOf(last), body: { pause: true }, withRest: true }) },
});
