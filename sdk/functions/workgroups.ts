import type * as pulumi from "@pulumi/pulumi";
import * as definitions from "../../provider/functions/workgroups";
import type { WorkgroupDetails } from "../../provider/functions/records";
import type { AsInputs } from "./inputs";
import { lookUp, lookUpOutput } from "./session";

/** Which workgroup {@link getWorkgroup} looks for: exactly one of the two is given. */
export interface GetWorkgroupArgs {
  /** The workgroup's identifier. */
  workgroupId?: string;
  /** The workgroup's name, which must be unique. Needs a call that a service may not have (docs/internals/api.md, section 11). */
  name?: string;
}

/** {@link GetWorkgroupArgs}, each as an input. */
export type GetWorkgroupOutputArgs = AsInputs<GetWorkgroupArgs>;

/**
 * A workgroup with its databases and workspaces (docs/internals/api.md, endpoint 7). Many look-ups of one workgroup in a program send
 * one request. Fails with the workgroups that there are where it is not one of them, and with the ids where a name is not unique.
 *
 * @example
 * const { workspaces } = await getWorkgroup({ workgroupId: config.require("workgroupId") });
 * for (const { workspaceId, name } of workspaces) {
 *   new WorkspaceSettings(name ?? workspaceId, { workgroupId, workspaceId, autoStopMinutes: 30 });
 * }
 */
export function getWorkgroup(args: GetWorkgroupArgs): Promise<WorkgroupDetails> {
  return lookUp(definitions.getWorkgroup, args);
}

/** {@link getWorkgroup} over inputs. */
export function getWorkgroupOutput(args: GetWorkgroupOutputArgs): pulumi.Output<WorkgroupDetails> {
  return lookUpOutput(definitions.getWorkgroup, args);
}

/** Every workgroup of the account with its databases and workspaces. A service may not have the call (docs/internals/api.md, section 11). */
export function getWorkgroups(): Promise<WorkgroupDetails[]> {
  return lookUp(definitions.getWorkgroups, {});
}

/** {@link getWorkgroups} as an output. */
export function getWorkgroupsOutput(): pulumi.Output<WorkgroupDetails[]> {
  return lookUpOutput(definitions.getWorkgroups, {});
}
