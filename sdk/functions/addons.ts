import type * as pulumi from "@pulumi/pulumi";
import * as definitions from "../../provider/functions/addons";
import type { GetAddonConfigurationsArgs, GetAddonWorkspacesArgs, GetInstalledAddonArgs } from "../../provider/functions/arguments";
import type { WorkspaceDetails } from "../../provider/functions/records";
import type { AsInputs } from "./inputs";
import { lookUp, lookUpOutput } from "./session";

/** {@link GetInstalledAddonArgs}, each as an input. */
export type GetInstalledAddonOutputArgs = AsInputs<GetInstalledAddonArgs>;

/** {@link GetAddonConfigurationsArgs}, each as an input. */
export type GetAddonConfigurationsOutputArgs = AsInputs<GetAddonConfigurationsArgs>;

/** {@link GetAddonWorkspacesArgs}, each as an input. */
export type GetAddonWorkspacesOutputArgs = AsInputs<GetAddonWorkspacesArgs>;

/**
 * The add-ons installed for the organization. The response is not documented: it is
 * returned as it is, under the service's own names; a string that holds a JSON object or list is parsed.
 */
export function getInstalledAddons(): Promise<unknown> {
  return lookUp(definitions.getInstalledAddons, {});
}

/** {@link getInstalledAddons} as an output. */
export function getInstalledAddonsOutput(): pulumi.Output<unknown> {
  return lookUpOutput(definitions.getInstalledAddons, {});
}

/** One installed add-on, as the service returns it. If the id is unknown, the error lists the existing add-ons. */
export function getInstalledAddon(args: GetInstalledAddonArgs): Promise<unknown> {
  return lookUp(definitions.getInstalledAddon, args);
}

/** {@link getInstalledAddon} for inputs, as an output. */
export function getInstalledAddonOutput(args: GetInstalledAddonOutputArgs): pulumi.Output<unknown> {
  return lookUpOutput(definitions.getInstalledAddon, args);
}

/**
 * The configurations with the given name, as the service returns them. They may contain secrets: mark
 * any output that shows them as secret.
 */
export function getAddonConfigurations(args: GetAddonConfigurationsArgs): Promise<unknown> {
  return lookUp(definitions.getAddonConfigurations, args);
}

/** {@link getAddonConfigurations} for inputs, as an output. */
export function getAddonConfigurationsOutput(args: GetAddonConfigurationsOutputArgs): pulumi.Output<unknown> {
  return lookUpOutput(definitions.getAddonConfigurations, args);
}

/**
 * The workspaces of every workgroup that have an add-on enabled, except deleted ones.
 *
 * @example
 * const names = (await getAddonWorkspaces({ addonsId })).map(({ name }) => name);
 */
export function getAddonWorkspaces(args: GetAddonWorkspacesArgs): Promise<WorkspaceDetails[]> {
  return lookUp(definitions.getAddonWorkspaces, args);
}

/** {@link getAddonWorkspaces} for inputs, as an output. */
export function getAddonWorkspacesOutput(args: GetAddonWorkspacesOutputArgs): pulumi.Output<WorkspaceDetails[]> {
  return lookUpOutput(definitions.getAddonWorkspaces, args);
}
