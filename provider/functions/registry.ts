import { getAddonConfigurations, getAddonWorkspaces, getInstalledAddon, getInstalledAddons } from "./addons";
import type { FunctionDefinition } from "./look-up";
import { getAllowList, getCloudProviders, getDatabase, getWorkgroup, getWorkgroups } from "./workgroups";
import { getBackups, getBackupSchedule, getRestoreJob, getSchedules, getWorkspace, getWorkspaceOptions } from "./workspaces";

/** A function of the plugin. */
export interface PluginFunction {
  readonly definition: FunctionDefinition<never, unknown>;
  /** The name under which an answer that is no record of fixed fields is returned: the protocol returns objects only. */
  readonly result?: string;
  /**
   * True for an answer whose form is not documented: it is returned as the `value` of an object, since Python's SDK takes what may be
   * anything for a dictionary, and fails on a list.
   */
  readonly isWrapped?: boolean;
}

/** Every look-up, by its name. */
export const functions: Readonly<Record<string, PluginFunction>> = {
  getAddonConfigurations: { definition: getAddonConfigurations, result: "configurations", isWrapped: true },
  getAddonWorkspaces: { definition: getAddonWorkspaces, result: "workspaces" },
  getAllowList: { definition: getAllowList },
  getBackups: { definition: getBackups, result: "backups" },
  getBackupSchedule: { definition: getBackupSchedule },
  getCloudProviders: { definition: getCloudProviders, result: "cloudProviders" },
  getDatabase: { definition: getDatabase },
  getInstalledAddon: { definition: getInstalledAddon, result: "installedAddon", isWrapped: true },
  getInstalledAddons: { definition: getInstalledAddons, result: "installedAddons", isWrapped: true },
  getRestoreJob: { definition: getRestoreJob },
  getSchedules: { definition: getSchedules, result: "schedules" },
  getWorkgroup: { definition: getWorkgroup },
  getWorkgroups: { definition: getWorkgroups, result: "workgroups" },
  getWorkspace: { definition: getWorkspace },
  getWorkspaceOptions: { definition: getWorkspaceOptions },
};
