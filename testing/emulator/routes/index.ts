import { cloudProviders } from "../records";
import { type EndpointNumber, type ExtensionName } from "../endpoints";
import {
  createConfiguration,
  deleteConfiguration,
  getInstalledAddon,
  listAddonWorkspaces,
  listConfigurations,
  listInstalledAddons,
  updateConfiguration,
} from "./addons";
import {
  createAllowedRange,
  deleteAllowedRange,
  enforceRanges,
  getCaller,
  liftRanges,
  listAllowedRanges,
  updateAllowedRange,
} from "./allowed-ranges";
import { getBackupSchedule, getRestoreJob, listBackups, postRestore, setBackupSchedule } from "./backups";
import { type Route } from "./call";
import { createSchedule, deleteSchedule, listSchedules, updateSchedule } from "./schedules";
import { createUser, deleteUser, listUsers, setPassword } from "./users";
import {
  createWorkgroup,
  deleteWorkgroup,
  getDatabase,
  getMeta,
  getWorkgroup,
  listCloudProviders,
  listWorkgroups,
  updateWorkgroup,
} from "./workgroups";
import { createWorkspace, deleteWorkspace, getWorkspace, postPause, postRefresh, postResume, putWorkspace } from "./workspaces";

/** Which route serves which endpoint: one for every row, or it does not compile. */
export const routes: Readonly<Record<EndpointNumber | ExtensionName, Route>> = {
  1: listInstalledAddons,
  2: getInstalledAddon,
  3: createConfiguration,
  4: updateConfiguration,
  5: listConfigurations,
  6: listAddonWorkspaces,
  7: getWorkgroup,
  8: getDatabase,
  9: putWorkspace,
  10: deleteWorkspace,
  11: postRefresh,
  12: deleteUser,
  13: listBackups,
  14: getRestoreJob,
  15: listSchedules,
  listWorkgroups,
  createWorkgroup,
  updateWorkgroup,
  deleteWorkgroup,
  createWorkspace,
  listCloudProviders: listCloudProviders(cloudProviders.own),
  listPublicCloudProviders: listCloudProviders(cloudProviders.public),
  getWorkspace,
  pause: postPause,
  resume: postResume,
  meta: getMeta,
  createUser,
  listUsers,
  setPassword,
  deleteConfiguration,
  createSchedule,
  updateSchedule,
  deleteSchedule,
  getBackupSchedule,
  setBackupSchedule,
  restore: postRestore,
  listAllowedRanges,
  createAllowedRange,
  getCaller,
  enforceRanges,
  liftRanges,
  updateAllowedRange,
  deleteAllowedRange,
};
