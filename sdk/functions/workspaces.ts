import type * as pulumi from "@pulumi/pulumi";
import * as definitions from "../../provider/functions/workspaces";
import type { WorkspaceDetails } from "../../provider/functions/records";
import type { AsInputs } from "./inputs";
import { lookUp, lookUpOutput } from "./session";

/** Which workspace {@link getWorkspace} looks for: exactly one of `workspaceId` and `name` is given. */
export interface GetWorkspaceArgs {
  /** The workgroup that holds the workspace. */
  workgroupId: string;
  /** The workspace's identifier. */
  workspaceId?: string;
  /** The workspace's name, which must be unique in its workgroup. */
  name?: string;
}

/** {@link GetWorkspaceArgs}, each as an input. */
export type GetWorkspaceOutputArgs = AsInputs<GetWorkspaceArgs>;

/**
 * A workspace, with everything that its record shows (docs/internals/api.md, section 2.2; read with endpoint 7). Many look-ups in one workgroup
 * send one request. Fails with the workspaces that there are where it is not one of them, and with the ids where a name is not
 * unique; deleted workspaces are not found.
 *
 * @example
 * const { host, status } = await getWorkspace({ workgroupId: config.require("workgroupId"), name: "main" });
 */
export function getWorkspace(args: GetWorkspaceArgs): Promise<WorkspaceDetails> {
  return lookUp(definitions.getWorkspace, args);
}

/** {@link getWorkspace} over inputs. */
export function getWorkspaceOutput(args: GetWorkspaceOutputArgs): pulumi.Output<WorkspaceDetails> {
  return lookUpOutput(definitions.getWorkspace, args);
}
