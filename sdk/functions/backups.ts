import type * as pulumi from "@pulumi/pulumi";
import { renameKeys } from "./fields";
import { below, describedWorkspace, workspaceIdOf } from "./find";
import type { Backup, RestoreJob } from "./records";
import { lookUp, lookUpOutput, requireText } from "./session";
import { backupFields, restoreJobFields } from "./tables";

/** The workspace whose backups {@link getBackups} looks for. */
export interface GetBackupsArgs {
  /** The workgroup that holds the workspace. */
  workgroupId: string;
  /** The workspace. */
  workspaceId: string;
}

/** The workspace whose backups {@link getBackupsOutput} looks for. */
export interface GetBackupsOutputArgs {
  /** The workgroup that holds the workspace. */
  workgroupId: pulumi.Input<string>;
  /** The workspace. */
  workspaceId: pulumi.Input<string>;
}

/** Which restore job {@link getRestoreJob} looks for. */
export interface GetRestoreJobArgs {
  /** The workgroup that holds the workspace. */
  workgroupId: string;
  /** The workspace. */
  workspaceId: string;
  /** The job's identifier. */
  job: string;
}

/** Which restore job {@link getRestoreJobOutput} looks for. */
export interface GetRestoreJobOutputArgs {
  /** The workgroup that holds the workspace. */
  workgroupId: pulumi.Input<string>;
  /** The workspace. */
  workspaceId: pulumi.Input<string>;
  /** The job's identifier. */
  job: pulumi.Input<string>;
}

/**
 * The backups of a workspace (docs/api.md, endpoint 13). Fails with the workspaces that there are where it is not one of them.
 *
 * @example
 * const manual = (await getBackups({ workgroupId, workspaceId })).filter((backup) => backup.isAutomatic === false);
 */
export function getBackups(args: GetBackupsArgs): Promise<Backup[]> {
  return readBackups(args, false);
}

/** {@link getBackups} over inputs. */
export function getBackupsOutput(args: GetBackupsOutputArgs): pulumi.Output<Backup[]> {
  return lookUpOutput<GetBackupsArgs, Backup[]>(args, readBackups);
}

/**
 * The status of a restore job (docs/api.md, endpoint 14). The service has no list of jobs: an unknown one is reported in its
 * words, and an unknown workspace with those that there are.
 */
export function getRestoreJob(args: GetRestoreJobArgs): Promise<RestoreJob> {
  return readRestoreJob(args, false);
}

/** {@link getRestoreJob} over inputs. */
export function getRestoreJobOutput(args: GetRestoreJobOutputArgs): pulumi.Output<RestoreJob> {
  return lookUpOutput<GetRestoreJobArgs, RestoreJob>(args, readRestoreJob);
}

function readBackups(args: GetBackupsArgs, anew: boolean): Promise<Backup[]> {
  return lookUp({ name: "getBackups", object: describedWorkspace(args), anew }, async (look) => {
    const id = workspaceIdOf(look, args);
    const read = () => look.share(`backups ${JSON.stringify(id)}`, (client) => client.backups.list(id));
    const all = await below(look, id.workgroupID, id.workspaceID, read);
    return all.map((record) => renameKeys(record, backupFields));
  });
}

function readRestoreJob(args: GetRestoreJobArgs, anew: boolean): Promise<RestoreJob> {
  return lookUp(
    { name: "getRestoreJob", object: `restore job ${JSON.stringify(args.job)} of ${describedWorkspace(args)}`, anew },
    async (look) => {
      const id = { ...workspaceIdOf(look, args), job: requireText(look, "job", args.job) };
      const read = () => look.share(`restore job ${JSON.stringify(id)}`, (client) => client.backups.restoreJob(id));
      return renameKeys(await below(look, id.workgroupID, id.workspaceID, read), restoreJobFields);
    },
  );
}
