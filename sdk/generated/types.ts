// Written by `npm run docs`.
import type * as pulumi from "@pulumi/pulumi";

/** A string with known values. Any other string is also accepted, because a service can add values. */
export type Open<Known extends string> = Known | (string & {});

/** Update strategy. */
export type UpdateStrategy = Open<"update_strategy_never" | "update_strategy_auto_maintenance">;

/** State of automatic database upgrades. */
export type AutoUpgradeState = Open<"none">;

/** Version of the database to move to: a version, or one of these words. */
export type DesiredVersion = Open<"auto">;

/** Status of a workspace; `Idle` is stopped. */
export type WorkspaceStatus = Open<"Active" | "Pausing" | "Idle" | "Resuming">;

/** The interval at which a schedule repeats. */
export type ScheduleRepeat = Open<"daily" | "weekly" | "weekdays">;

/** Cloud of a workgroup. */
export type CloudPlatform = Open<"aws" | "azure" | "gcp">;

/** Encryption method of a workgroup. */
export type EncryptionMethod = Open<"TMK">;

/** Condition of a workspace. */
export type WorkspaceCondition = Open<"Normal" | "PausePre" | "PauseRoll" | "Paused">;

/** Name of a workspace's size; `getWorkspaceOptions` lists the available ones. */
export type WorkspaceTypeName = Open<"TG-00" | "TG-0" | "TG-1" | "TG-2" | "TG-4" | "TG-8" | "TG-16" | "TG-32" | "TG-64" | "TG-128">;

/** The workspace's maintenance window. Each field is managed only if you set it. */
export interface MaintenanceWindow {
  /** Start day; 0 is Sunday. Allowed: 0 to 6. */
  dayOfWeek?: pulumi.Input<number>;
  /** Start hour. Allowed: 0 to 23. */
  hourOfDay?: pulumi.Input<number>;
  /** Weeks between windows. Allowed: 1 or more. */
  intervalWeeks?: pulumi.Input<number>;
  /** Time zone, an IANA name such as `Europe/Berlin`. The preview warns if the machine that runs it does not know the name. */
  timeZone?: pulumi.Input<string>;
}

/** The intervals at which the workspace's agent reports, in seconds. Each field is managed only if you set it. */
export interface AgentConfig {
  /** Seconds between updates of the catalog activity. */
  catalogActivityUpdateIntervalSeconds?: pulumi.Input<number>;
  /** Seconds between heartbeats. */
  heartbeatIntervalSeconds?: pulumi.Input<number>;
  /** Seconds between updates of the query activity. */
  queryActivityUpdateIntervalSeconds?: pulumi.Input<number>;
  /** Seconds between updates of the topology. */
  topologyUpdateIntervalSeconds?: pulumi.Input<number>;
  /** Forces topology updates. */
  enableTopologyForceUpdate?: pulumi.Input<boolean>;
}

/** One add-on of the workspace. */
export interface Addon {
  /** Enables the add-on. */
  enable: pulumi.Input<boolean>;
  /**
   * The add-on's configuration. In an object, each key is managed separately, and other keys are left unchanged. A string, which must
   * contain a JSON object, is sent as the whole configuration. Other keys that the service keeps are not considered drift.
   */
  enableConfiguration?: pulumi.Input<Record<string, unknown> | string>;
}

/** The versions that the data plane reports. */
export interface QueryVersion {
  /** Version of the API. */
  api?: string;
  /** Version of the graph's schema. */
  schema?: number;
}
