import type * as pulumi from "@pulumi/pulumi";
import * as definitions from "../../provider/functions/options";
import type { WorkspaceOptions } from "../../provider/functions/records";
import { lookUp, lookUpOutput } from "./session";

/**
 * The regions, versions and sizes that the service offers for workspaces. A service may not have the call (docs/internals/api.md, section 11).
 *
 * @example
 * const { workspaceTypes = [] } = await getWorkspaceOptions();
 * const sizes = workspaceTypes.map(({ typeName }) => typeName);
 */
export function getWorkspaceOptions(): Promise<WorkspaceOptions> {
  return lookUp(definitions.getWorkspaceOptions, {});
}

/** {@link getWorkspaceOptions} as an output. */
export function getWorkspaceOptionsOutput(): pulumi.Output<WorkspaceOptions> {
  return lookUpOutput(definitions.getWorkspaceOptions, {});
}
