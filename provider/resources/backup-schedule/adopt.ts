import { getBackupSchedule } from "../../../client";
import type { AdoptFacts } from "../../adopt/facts";
import { whySecret, whyUnwritable } from "../../adopt/secrets";
import { shownArguments } from "../../proof/record";
import type { BackupRecord } from "./plan";
import { fields } from "./review";
import { backupScheduleArguments, type Workspace } from "./schema";

/** How existing backup schedules are declared: each by whatever its record shows. */
export const backupScheduleAdoption: AdoptFacts<Workspace & { readonly record: BackupRecord }> = {
  objects: { one: "backup schedule", many: "backup schedules", option: "no-backup-schedules" },
  heading: "When workspaces are backed up.",

  read: (reader, { workgroups }) =>
    reader.lists(
      {
        objects: "backup schedules",
        places: workgroups.flatMap(({ workgroup_id, workspaces }) => workspaces.map((record) => ({ workgroup_id, record }))),
        describe: ({ record }) => `workspace ${JSON.stringify(record.name || record.workspace_id)}`,
        lacking: "this service does not show them.",
      },
      async ({ workgroup_id: workgroupId, record: { workspace_id: workspaceId } }, client) => {
        const record = await client.shared(getBackupSchedule, { workgroupID: workgroupId, workspaceID: workspaceId });
        return record === undefined ? [] : [{ workgroupId, workspaceId, record }];
      },
    ),

  declare: (found, { workgroups, holdsCredential }, leaveOut) =>
    found.flatMap(({ workgroupId, workspaceId, record }) => {
      const workspace = workgroups.find((group) => group.id === workgroupId)?.workspaces.find((one) => one.id === workspaceId);
      if (workspace === undefined) return [];
      const args = { workgroupId, workspaceId, ...shownArguments(fields, {}, record) };
      const why = whyUnwritable(args) ?? whySecret(args, holdsCredential);
      if (!backupScheduleArguments.safeParse(args).success || why !== undefined) {
        leaveOut(`the backup schedule of ${workspace.name}`, "a value of it cannot be declared, or looks like a secret.");
        return [];
      }
      const name = { name: `${workspace.name} backups`, qualifier: workspaceId, id: workspaceId, kind: "backups" };
      return [{ name, id: `${workgroupId}/${workspaceId}`, args, outputs: { __seen: true } }];
    }),
};
