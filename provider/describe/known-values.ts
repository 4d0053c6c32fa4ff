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
