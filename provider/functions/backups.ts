import { isNotFound } from "../../client/http/error-classification";
import { renameKeys } from "./fields";
import { below, describedWorkspace, explainMissingCall, workspaceIdOf, workspaceRecord } from "./find";
import { type FunctionDefinition, requireText } from "./look-up";
import type { Backup, BackupTimetable, RestoreJob } from "./records";
import * as shapes from "../../client/wire/shapes";

interface WorkspaceQuery {
  readonly workgroupId: string;
  readonly workspaceId: string;
}

interface RestoreJobQuery extends WorkspaceQuery {
  readonly job: string;
}

/** The backups of a workspace. */
export const getBackups: FunctionDefinition<WorkspaceQuery, Backup[]> = {
  name: "getBackups",
  describe: describedWorkspace,

  async read(context, args) {
    const id = workspaceIdOf(args);
    const read = () => context.share(`backups ${JSON.stringify(id)}`, (client) => client.backups.list(id));
    const all = await below(context, id.workgroupID, id.workspaceID, read);
    return all.map((record) => renameKeys(record, shapes.backup));
  },
};

/** When a workspace is backed up. */
export const getBackupSchedule: FunctionDefinition<WorkspaceQuery, BackupTimetable> = {
  name: "getBackupSchedule",
  describe: describedWorkspace,

  async read(context, args) {
    const id = workspaceIdOf(args);
    const read = async () => {
      try {
        return await context.share(`backup schedule ${JSON.stringify(id)}`, (client) => client.backups.schedule(id));
      } catch (error) {
        if (!isNotFound(error)) throw error;
        // With the workspace visible, Not-Found means that there is none, as null does.
        await workspaceRecord(context, id.workgroupID, id.workspaceID);
        return undefined;
      }
    };
    const hint = "getBackups still lists the backups that there are";
    const readBelow = () => below(context, id.workgroupID, id.workspaceID, read);
    const record = await explainMissingCall(readBelow, "GET …/backups/schedule", hint);
    return renameKeys(record ?? {}, shapes.backupSchedule);
  },
};

/** The status of a restore job. */
export const getRestoreJob: FunctionDefinition<RestoreJobQuery, RestoreJob> = {
  name: "getRestoreJob",
  describe: (args) => `restore job ${JSON.stringify(args.job)} of ${describedWorkspace(args)}`,

  async read(context, args) {
    const id = { ...workspaceIdOf(args), job: requireText("job", args.job) };
    const read = () => context.share(`restore job ${JSON.stringify(id)}`, (client) => client.backups.restoreJob(id));
    return renameKeys(await below(context, id.workgroupID, id.workspaceID, read), shapes.restoreJob);
  },
};
