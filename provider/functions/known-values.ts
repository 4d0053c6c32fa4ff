/** A string of which some values are known; a service may have others, so any string is taken. */
export type Open<Known extends string> = Known | (string & {});

/** Strategy by which updates are applied. */
export type UpdateStrategy = Open<"update_strategy_never" | "update_strategy_auto_maintenance">;

/** State of the automatic upgrade of the database's version. */
export type AutoUpgradeState = Open<"none">;

/** Version of the database to move to: a version, or one of these words. */
export type DesiredVersion = Open<"auto">;

/** Status of a workspace; `Idle` is stopped. */
export type WorkspaceStatus = Open<"Active" | "Pausing" | "Idle" | "Resuming">;

/** Condition of a workspace. */
export type WorkspaceCondition = Open<"Normal" | "PausePre" | "PauseRoll" | "Paused">;

/** The interval at which a schedule repeats. */
export type ScheduleRepeat = Open<"daily" | "weekly" | "weekdays">;

/** Cloud of a workgroup. */
export type CloudPlatform = Open<"aws" | "azure" | "gcp">;

/** Method by which a workgroup is encrypted. */
export type EncryptionMethod = Open<"TMK">;
