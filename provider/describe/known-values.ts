import type { KnownValues } from "./fields";

/** Texts of which some values are known; a service may have others. The SDK exports a type for each. */

export const updateStrategies = {
  name: "UpdateStrategy",
  says: "Strategy by which updates are applied.",
  values: ["update_strategy_never", "update_strategy_auto_maintenance"],
} as const satisfies KnownValues;

export const autoUpgradeStates = {
  name: "AutoUpgradeState",
  says: "State of the automatic upgrade of the database's version.",
  values: ["none"],
} as const satisfies KnownValues;

export const desiredVersions = {
  name: "DesiredVersion",
  says: "Version of the database to move to: a version, or one of these words.",
  values: ["auto"],
} as const satisfies KnownValues;

export const workspaceStatuses = {
  name: "WorkspaceStatus",
  says: "Status of a workspace; `Idle` is stopped.",
  values: ["Active", "Pausing", "Idle", "Resuming"],
} as const satisfies KnownValues;

export const scheduleRepeats = {
  name: "ScheduleRepeat",
  says: "The interval at which a schedule repeats.",
  values: ["daily", "weekly", "weekdays"],
} as const satisfies KnownValues;

export const cloudPlatforms = {
  name: "CloudPlatform",
  says: "Cloud of a workgroup.",
  values: ["aws", "azure", "gcp"],
} as const satisfies KnownValues;

export const encryptionMethods = {
  name: "EncryptionMethod",
  says: "Method by which a workgroup is encrypted.",
  values: ["TMK"],
} as const satisfies KnownValues;

export const workspaceConditions = {
  name: "WorkspaceCondition",
  says: "Condition of a workspace.",
  values: ["Normal", "PausePre", "PauseRoll", "Paused"],
} as const satisfies KnownValues;

/** The sizes between the least and the greatest that are documented (API 10.14). */
export const workspaceTypeNames = {
  name: "WorkspaceTypeName",
  says: "Name of a workspace's size; `getWorkspaceOptions` lists those that the service offers.",
  values: ["TG-00", "TG-0", "TG-1", "TG-2", "TG-4", "TG-8", "TG-16", "TG-32", "TG-64", "TG-128"],
} as const satisfies KnownValues;
