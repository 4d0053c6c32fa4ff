import { openEnumType } from "./fields";

/** The types of strings that have some known values. A service might use others. The SDK exports a type for each. */

export const updateStrategies = openEnumType("UpdateStrategy", "Update strategy.", [
  "update_strategy_never",
  "update_strategy_auto_maintenance",
]);

export const autoUpgradeStates = openEnumType("AutoUpgradeState", "State of automatic database upgrades.", ["none"]);

export const desiredVersions = openEnumType("DesiredVersion", "Version of the database to move to: a version, or one of these words.", [
  "auto",
]);

export const workspaceStatuses = openEnumType("WorkspaceStatus", "Status of a workspace; `Idle` is stopped.", [
  "Active",
  "Pausing",
  "Idle",
  "Resuming",
]);

export const scheduleRepeats = openEnumType("ScheduleRepeat", "The interval at which a schedule repeats.", ["daily", "weekly", "weekdays"]);

export const cloudPlatforms = openEnumType("CloudPlatform", "Cloud of a workgroup.", ["aws", "azure", "gcp"]);

export const encryptionMethods = openEnumType("EncryptionMethod", "Encryption method of a workgroup.", ["TMK"]);

export const workspaceConditions = openEnumType("WorkspaceCondition", "Condition of a workspace.", [
  "Normal",
  "PausePre",
  "PauseRoll",
  "Paused",
]);

/** The workspace sizes, from the smallest to the largest documented size (API 10.14). */
export const workspaceTypeNames = openEnumType(
  "WorkspaceTypeName",
  "Name of a workspace's size; `getWorkspaceOptions` lists the available ones.",
  ["TG-00", "TG-0", "TG-1", "TG-2", "TG-4", "TG-8", "TG-16", "TG-32", "TG-64", "TG-128"],
);
