import { isNotFound } from "../../client/http/error-classification";
import * as shapes from "../../client/wire/shapes";
import type { GetBackupsArgs, GetBackupScheduleArgs, GetRestoreJobArgs, GetSchedulesArgs, GetWorkspaceArgs } from "./arguments";
import { renameKeys } from "./fields";
import {
  below,
  describeWorkspace,
  explainMissingCall,
  findByName,
  workgroupRecord,
  workspaceIdOf,
  workspaceOf,
  workspaceRecord,
} from "./find";
import { exactlyOne, type FunctionDefinition, quote, requireText } from "./look-up";
import type { Backup, BackupTimetable, RestoreJob, Schedule, WorkspaceDetails, WorkspaceOptions } from "./records";

/** One workspace, by its identifier or its name. */
export const getWorkspace: FunctionDefinition<GetWorkspaceArgs, WorkspaceDetails> = {
  name: "getWorkspace",
  args: ["workgroupId", "workspaceId", "name"],
  describe: ({ workgroupId, workspaceId, name }) => `workspace ${quote(workspaceId ?? name)} of workgroup ${quote(workgroupId)}`,

  async read(context, args) {
    const workgroupID = requireText("workgroupId", args.workgroupId);
    if (exactlyOne({ ...args }, ["workspaceId", "name"]) === "workspaceId") {
      return workspaceOf(await workspaceRecord(context, { workgroupID, workspaceID: requireText("workspaceId", args.workspaceId) }));
    }
    const { workspaces } = await workgroupRecord(context, workgroupID);
    const name = requireText("name", args.name);
    return workspaceOf(findByName(context, workspaces, { what: "workspace", name, idOf: ({ workspace_id }) => workspace_id }));
  },
};

/** The regions, versions and sizes that the service offers. */
export const getWorkspaceOptions: FunctionDefinition<object, WorkspaceOptions> = {
  name: "getWorkspaceOptions",
  args: [],

  async read(context) {
    const read = () => context.share("workspace options", (client) => client.workspaces.options());
    const hint = "Write the names of sizes, versions and regions as the console shows them";
    return renameKeys(await explainMissingCall(read, "GET /workspaces/meta", hint), shapes.options);
  },
};

/** The schedules of a workspace. */
export const getSchedules: FunctionDefinition<GetSchedulesArgs, Schedule[]> = {
  name: "getSchedules",
  args: ["workgroupId", "workspaceId"],
  describe: describeWorkspace,

  async read(context, args) {
    const id = workspaceIdOf(args);
    const read = () => context.share(`schedules ${JSON.stringify(id)}`, (client) => client.schedules.list(id));
    const all = await below(context, id, read);
    return all.map((record) => renameKeys(record, shapes.schedule));
  },
};

/** The backups of a workspace. */
export const getBackups: FunctionDefinition<GetBackupsArgs, Backup[]> = {
  name: "getBackups",
  args: ["workgroupId", "workspaceId"],
  describe: describeWorkspace,

  async read(context, args) {
    const id = workspaceIdOf(args);
    const read = () => context.share(`backups ${JSON.stringify(id)}`, (client) => client.backups.list(id));
    const all = await below(context, id, read);
    return all.map((record) => renameKeys(record, shapes.backup));
  },
};

/** When a workspace is backed up. */
export const getBackupSchedule: FunctionDefinition<GetBackupScheduleArgs, BackupTimetable> = {
  name: "getBackupSchedule",
  args: ["workgroupId", "workspaceId"],
  describe: describeWorkspace,

  async read(context, args) {
    const id = workspaceIdOf(args);
    const read = async () => {
      try {
        return await context.share(`backup schedule ${JSON.stringify(id)}`, (client) => client.backups.schedule(id));
      } catch (error) {
        if (!isNotFound(error)) throw error;
        // With the workspace visible, both Not-Found and null mean that it has none.
        await workspaceRecord(context, id);
        return undefined;
      }
    };
    const hint = "getBackups still lists the existing backups";
    const record = await explainMissingCall(() => below(context, id, read), "GET …/backups/schedule", hint);
    return renameKeys(record ?? {}, shapes.backupSchedule);
  },
};

/** The status of a restore job. */
export const getRestoreJob: FunctionDefinition<GetRestoreJobArgs, RestoreJob> = {
  name: "getRestoreJob",
  args: ["workgroupId", "workspaceId", "job"],
  describe: (args) => `restore job ${quote(args.job)} of ${describeWorkspace(args)}`,

  async read(context, args) {
    const id = { ...workspaceIdOf(args), job: requireText("job", args.job) };
    const read = () => context.share(`restore job ${JSON.stringify(id)}`, (client) => client.backups.restoreJob(id));
    return renameKeys(await below(context, id, read), shapes.restoreJob);
  },
};
