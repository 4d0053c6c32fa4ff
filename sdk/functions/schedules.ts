import type * as pulumi from "@pulumi/pulumi";
import * as definitions from "../../provider/functions/schedules";
import type { Schedule } from "../../provider/functions/records";
import type { AsInputs } from "./inputs";
import { lookUp, lookUpOutput } from "./session";

/** The workspace whose schedules {@link getSchedules} looks for. */
export interface GetSchedulesArgs {
  /** The workgroup that holds the workspace. */
  workgroupId: string;
  /** The workspace. */
  workspaceId: string;
}

/** {@link GetSchedulesArgs}, each as an input. */
export type GetSchedulesOutputArgs = AsInputs<GetSchedulesArgs>;

/**
 * The schedules of a workspace (docs/internals/api.md, endpoint 15). Fails with the workspaces that there are where it is not one of them.
 *
 * @example
 * const mornings = (await getSchedules({ workgroupId, workspaceId })).filter(({ time }) => time !== undefined && time < "12:00");
 */
export function getSchedules(args: GetSchedulesArgs): Promise<Schedule[]> {
  return lookUp(definitions.getSchedules, args);
}

/** {@link getSchedules} over inputs. */
export function getSchedulesOutput(args: GetSchedulesOutputArgs): pulumi.Output<Schedule[]> {
  return lookUpOutput(definitions.getSchedules, args);
}
