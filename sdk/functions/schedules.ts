import type * as pulumi from "@pulumi/pulumi";
import { renameKeys } from "./fields";
import { below, describedWorkspace, workspaceIdOf } from "./find";
import type { Schedule } from "./records";
import { lookUp, lookUpOutput } from "./session";
import { scheduleFields } from "./tables";

/** The workspace whose schedules {@link getSchedules} looks for. */
export interface GetSchedulesArgs {
  /** The workgroup that holds the workspace. */
  workgroupId: string;
  /** The workspace. */
  workspaceId: string;
}

/** The workspace whose schedules {@link getSchedulesOutput} looks for. */
export interface GetSchedulesOutputArgs {
  /** The workgroup that holds the workspace. */
  workgroupId: pulumi.Input<string>;
  /** The workspace. */
  workspaceId: pulumi.Input<string>;
}

/**
 * The schedules of a workspace (docs/api.md, endpoint 15). Fails with the workspaces that there are where it is not one of them.
 *
 * @example
 * const mornings = (await getSchedules({ workgroupId, workspaceId })).filter(({ time }) => time !== undefined && time < "12:00");
 */
export function getSchedules(args: GetSchedulesArgs): Promise<Schedule[]> {
  return read(args, false);
}

/** {@link getSchedules} over inputs. */
export function getSchedulesOutput(args: GetSchedulesOutputArgs): pulumi.Output<Schedule[]> {
  return lookUpOutput<GetSchedulesArgs, Schedule[]>(args, read);
}

function read(args: GetSchedulesArgs, anew: boolean): Promise<Schedule[]> {
  return lookUp({ name: "getSchedules", object: describedWorkspace(args), anew }, async (look) => {
    const id = workspaceIdOf(look, args);
    const read = () => look.share(`schedules ${JSON.stringify(id)}`, (client) => client.schedules.list(id));
    const all = await below(look, id.workgroupID, id.workspaceID, read);
    return all.map((record) => renameKeys(record, scheduleFields));
  });
}
