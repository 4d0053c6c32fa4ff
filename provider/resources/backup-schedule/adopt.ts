import { type BackupScheduleRecord, backups } from "../../../client";
import { saysNotFound } from "../../../client/http/error-classification";
import { ifError } from "../../../client/http/errors";
import { whyUndeclarable } from "../../adopt/secrets";
import { inWorkspaces } from "../../adopt/workspaces";
import { shownArguments } from "../../reconcile/declared-fields";
import { backupSchedule } from "./crud";
import { fields } from "./description";

/** Adopts backup schedules. Each is declared with its whole record. */
export const backupScheduleAdoption = {
  heading: "When workspaces are backed up.",
  ...inWorkspaces<BackupScheduleRecord>({
    objects: { one: "backup schedule", many: "backup schedules", option: "no-backup-schedules" },
    lacking: "this service does not return them.",
    list: async (client, ids) => {
      // Because the workspace is visible, both Not-Found and null mean that it has no schedule.
      const record = await client.shared(backups.schedule, ids).catch(ifError(saysNotFound, () => undefined));
      return record ? [record] : [];
    },

    declare(record, ids, workspace, { holdsCredential }, leaveOut) {
      const args = { ...ids, ...shownArguments(fields, {}, record) };
      const why = whyUndeclarable(args, backupSchedule.schema, holdsCredential);
      if (why !== undefined) return void leaveOut(`the backup schedule of ${workspace}`, `${why}.`);
      const name = { name: `${workspace} backups`, qualifier: ids.workspaceId, id: ids.workspaceId, kind: "backups" };
      return { name, id: `${ids.workgroupId}/${ids.workspaceId}`, args, outputs: { __seen: true } };
    },
  }),
};
