// Written by `npm run docs`.
import * as pulumi from "@pulumi/pulumi";
import { registration, suspendStackTraces, undeclared } from "../shim";
import type {
  Addon,
  AgentConfig,
  AutoUpgradeState,
  DesiredVersion,
  MaintenanceWindow,
  UpdateStrategy,
  WorkspaceStatus,
  WorkspaceTypeName,
} from "./types";

/** The arguments of a {@link WorkspaceSettings}. Settings that you omit are not managed: graphplane never sends or compares them. */
export interface WorkspaceSettingsArgs {
  /** The workgroup that contains the workspace. Changing this forces replacement. */
  workgroupId: pulumi.Input<string>;
  /** The workspace. Changing this forces replacement. */
  workspaceId: pulumi.Input<string>;
  /** The workspace's name. Functions and outputs return it as `name`. Allowed: not empty. */
  workspaceName?: pulumi.Input<string>;
  /**
   * The workspace's size. Functions return it as `workspaceType.typeName`, with its CPUs and memory. A size that the workspace's timetable
   * sets is not drift. *If it changes:* The workspace is offline for about two minutes. Only read-write workspaces can be resized.
   */
  workspaceTypeName?: pulumi.Input<WorkspaceTypeName>;
  /** Idle time in minutes before the workspace stops automatically. Allowed: 0 or more. *If it changes:* no interruption. */
  autoStopMinutes?: pulumi.Input<number>;
  /** The state of automatic database upgrades. */
  autoUpgradeState?: pulumi.Input<AutoUpgradeState>;
  /**
   * The database version to move the workspace to. graphplane waits until the service reports it as the running or target version. A newer
   * version from an automatic upgrade is not drift. *If it changes:* The database is upgraded or downgraded. The service does not document
   * the effect on running queries. *If it changes:* The database runs a newer version and is downgraded. The service does not document
   * whether the older version can read its data.
   */
  desiredTgVersion?: pulumi.Input<DesiredVersion>;
  /** Starts the workspace when it is accessed. *If `false`:* A stopped workspace no longer starts when it is accessed. */
  enableAutoStart?: pulumi.Input<boolean>;
  /** Makes the workspace highly available. */
  enableHa?: pulumi.Input<boolean>;
  /** The update strategy. */
  updateStrategy?: pulumi.Input<UpdateStrategy>;
  /**
   * Pauses the workspace; false resumes it. Sent only when you change this argument. The service does not report the value, so drift is not
   * detected. *If `true`:* The workspace is paused: requests sent while it is stopped are lost. Stopping took about three minutes in our
   * tests. *If `false`:* If the workspace is paused, it starts again, which took about a minute in our tests.
   */
  pause?: pulumi.Input<boolean>;
  /** The workspace's maintenance window. */
  maintenanceWindow?: pulumi.Input<MaintenanceWindow>;
  /** The intervals at which the workspace's agent reports. */
  agentConfig?: pulumi.Input<AgentConfig>;
  /**
   * The add-ons, keyed by `addons_id`. Add-ons that you omit are left unchanged. The service does not document whether `addons_id` equals
   * the `installedAddonId` of an `AddonConfiguration`.
   */
  addons?: pulumi.Input<Record<string, pulumi.Input<Addon>>>;
  /**
   * The statuses to wait for after a change to the size, the version, high availability or `pause`. The workspace must report one of them
   * in two consecutive reads. There is no default, because the service does not document its statuses. Allowed: at least one.
   */
  waitForStatus?: pulumi.Input<pulumi.Input<WorkspaceStatus>[]>;
  /**
   * Seconds to wait until the service returns the new values. Allowed: more than 0.
   *
   * @default 120, or 1800 after a change to size, version, high availability or pause
   */
  timeoutSeconds?: pulumi.Input<number>;
  /**
   * What to do if someone else changed a declared value: `overwrite` sends the declared value and prints a message; `fail` sends no request
   * and prints a table of the values.
   *
   * @default "overwrite"
   */
  onConflict?: pulumi.Input<"overwrite" | "fail">;
  /**
   * The effect on the workspace when the resource is deleted: `retain` leaves it unchanged, `pause` pauses it, and `delete` deletes it,
   * which cannot be undone.
   *
   * @default "retain"
   */
  deletionPolicy?: pulumi.Input<"retain" | "pause" | "delete">;
}

const resource = {
  kind: "WorkspaceSettings",
  outputs: [
    "workgroupId",
    "workspaceId",
    "workspaceName",
    "workspaceTypeName",
    "autoStopMinutes",
    "autoUpgradeState",
    "desiredTgVersion",
    "enableAutoStart",
    "enableHa",
    "updateStrategy",
    "pause",
    "maintenanceWindow",
    "agentConfig",
    "addons",
    "name",
    "host",
    "region",
    "databaseId",
    "databaseName",
    "workgroupName",
    "isRw",
    "tgVersion",
    "createdAt",
    "creator",
    "cloudProviderName",
  ],
} as const;

/**
 * The settings of an existing workspace. Creating the resource adopts the workspace and sends only the values that differ. Deleting the
 * resource leaves the workspace unchanged, unless `deletionPolicy` says otherwise.
 *
 * Its id is `<workgroupId>/<workspaceId>`. A program that declares the same `workgroupId` and `workspaceId` twice is refused.
 *
 * @see docs/internals/api.md, endpoint 9
 *
 * @example
 * const analytics = new WorkspaceSettings("analytics", {
 *   workgroupId: config.require("workgroupId"),
 *   workspaceId: config.require("workspaceId"),
 *   autoStopMinutes: 30,
 *   maintenanceWindow: { dayOfWeek: 0, hourOfDay: 3 },
 * });
 */
export class WorkspaceSettings extends pulumi.CustomResource {
  /** The workgroup that contains the workspace. */
  declare readonly workgroupId: pulumi.Output<string>;
  /** The workspace. */
  declare readonly workspaceId: pulumi.Output<string>;
  /** The workspace's name. Functions and outputs return it as `name`. */
  declare readonly workspaceName: pulumi.Output<string | undefined>;
  /** The workspace's size. Functions return it as `workspaceType.typeName`, with its CPUs and memory. */
  declare readonly workspaceTypeName: pulumi.Output<WorkspaceTypeName | undefined>;
  /** Idle time in minutes before the workspace stops automatically. */
  declare readonly autoStopMinutes: pulumi.Output<number | undefined>;
  /** The state of automatic database upgrades. */
  declare readonly autoUpgradeState: pulumi.Output<AutoUpgradeState | undefined>;
  /** The database version to move the workspace to. graphplane waits until the service reports it as the running or target version. */
  declare readonly desiredTgVersion: pulumi.Output<DesiredVersion | undefined>;
  /** Starts the workspace when it is accessed. */
  declare readonly enableAutoStart: pulumi.Output<boolean | undefined>;
  /** Makes the workspace highly available. */
  declare readonly enableHa: pulumi.Output<boolean | undefined>;
  /** The update strategy. */
  declare readonly updateStrategy: pulumi.Output<UpdateStrategy | undefined>;
  /**
   * Pauses the workspace; false resumes it. Sent only when you change this argument. The service does not report the value, so drift is not
   * detected.
   */
  declare readonly pause: pulumi.Output<boolean | undefined>;
  /** The workspace's maintenance window. */
  declare readonly maintenanceWindow: pulumi.Output<
    { dayOfWeek?: number; hourOfDay?: number; intervalWeeks?: number; timeZone?: string } | undefined
  >;
  /** The intervals at which the workspace's agent reports. */
  declare readonly agentConfig: pulumi.Output<
    | {
        catalogActivityUpdateIntervalSeconds?: number;
        heartbeatIntervalSeconds?: number;
        queryActivityUpdateIntervalSeconds?: number;
        topologyUpdateIntervalSeconds?: number;
        enableTopologyForceUpdate?: boolean;
      }
    | undefined
  >;
  /**
   * The add-ons, keyed by `addons_id`. Add-ons that you omit are left unchanged. The service does not document whether `addons_id` equals
   * the `installedAddonId` of an `AddonConfiguration`.
   */
  declare readonly addons: pulumi.Output<
    Record<string, { enable: boolean; enableConfiguration?: Record<string, unknown> | string }> | undefined
  >;
  /** The workspace's name; not set if `workspaceName` is a secret. */
  declare readonly name: pulumi.Output<string | undefined>;
  /** The host name of the workspace's data plane, without scheme and port. */
  declare readonly host: pulumi.Output<string | undefined>;
  /** The cloud region. */
  declare readonly region: pulumi.Output<string | undefined>;
  /** The identifier of the attached database. */
  declare readonly databaseId: pulumi.Output<string | undefined>;
  /** The attached database's name. */
  declare readonly databaseName: pulumi.Output<string | undefined>;
  /** The workgroup's name. */
  declare readonly workgroupName: pulumi.Output<string | undefined>;
  /** True if the workspace accepts writes. */
  declare readonly isRw: pulumi.Output<boolean | undefined>;
  /** The database version that the workspace runs. */
  declare readonly tgVersion: pulumi.Output<string | undefined>;
  /** The time at which the workspace was created, in the service's format. */
  declare readonly createdAt: pulumi.Output<string | undefined>;
  /** The user who created the workspace. */
  declare readonly creator: pulumi.Output<string | undefined>;
  /** The name of the cloud provider's configuration. */
  declare readonly cloudProviderName: pulumi.Output<string | undefined>;

  /** Gets a `WorkspaceSettings` that the program does not manage, by its id, `<workgroupId>/<workspaceId>`. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): WorkspaceSettings {
    return new this(name, undeclared, { ...opts, id });
  }

  constructor(name: string, args: WorkspaceSettingsArgs, opts?: pulumi.CustomResourceOptions) {
    const restoreStackTraces = suspendStackTraces();
    try {
      super(...registration(resource, name, args, opts, new.target));
      restoreStackTraces();
    } catch (error) {
      throw restoreStackTraces(error);
    }
  }
}
