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

/**
 * The arguments of a {@link Workspace}. The service chooses the value of any setting that you omit: graphplane never sends or compares it.
 */
export interface WorkspaceArgs {
  /** The id of the workgroup that contains the workspace. Changing this forces replacement. */
  workgroupId: pulumi.Input<string>;
  /** The workspace's name, unique in its workgroup. Changing this renames the workspace. Allowed: not empty. */
  workspaceName: pulumi.Input<string>;
  /**
   * The id of the database to attach. If you omit it, the service creates a new database. Changing this forces replacement; removing it
   * changes nothing.
   */
  databaseId?: pulumi.Input<string>;
  /**
   * Makes the workspace read-write. Each database has one read-write workspace. Changing this forces replacement; removing it changes
   * nothing.
   */
  isRw?: pulumi.Input<boolean>;
  /**
   * The initial database version. It cannot be changed later; to move the workspace to a different version, use `desiredTgVersion`.
   * Allowed: not empty.
   */
  initialTgVersion?: pulumi.Input<string>;
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
   * Adopts an existing workspace with this name instead of failing.
   *
   * @default false
   */
  adopt?: pulumi.Input<boolean>;
  /**
   * The statuses to wait for after the workspace is created, or its size, version or high availability changes. graphplane waits for a
   * pause only if this is set. Allowed: at least one.
   *
   * @default ["Active"]; for a change to a stopped workspace, also "Idle"; none if the service returns no status
   */
  waitForStatus?: pulumi.Input<pulumi.Input<WorkspaceStatus>[]>;
  /**
   * Seconds to wait for a creation, a deletion or an update. Allowed: more than 0.
   *
   * @default 1800, or 120 for an update that changes none of size, version, high availability and pause
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
   * The effect on the workspace when the resource is deleted or replaced: `protect` refuses, `delete` deletes the workspace permanently,
   * `retain` leaves it unchanged, and `pause` pauses it. The value in the state applies, so run `pulumi up` after changing it.
   *
   * @default "protect"
   */
  deletionPolicy?: pulumi.Input<"protect" | "delete" | "retain" | "pause">;
}

const resource = {
  kind: "Workspace",
  outputs: [
    "workgroupId",
    "workspaceName",
    "databaseId",
    "isRw",
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
    "workspaceId",
    "name",
    "host",
    "region",
    "databaseName",
    "workgroupName",
    "tgVersion",
    "createdAt",
    "creator",
    "cloudProviderName",
  ],
  protects: true,
} as const;

/**
 * Creates, updates and deletes a workspace. To manage only the settings of a workspace that was created elsewhere, use `WorkspaceSettings`;
 * do not declare the same workspace with both.
 *
 * graphplane sends the create request only once, and waits until the workspace is ready. If the wait fails, the resource stays in the
 * state, and the next `pulumi up` resumes the wait. graphplane refuses to delete the workspace unless `deletionPolicy` allows it. The call
 * that creates a workspace is not part of the documented API, so not every service supports it.
 *
 * Its id is `<workgroupId>/<workspaceId>`. A program that declares the same `workgroupId` and `workspaceName` twice is refused.
 *
 * @see docs/internals/api.md, endpoint 9, and section 11
 *
 * @example
 * const analytics = new Workspace("analytics", {
 *   workgroupId: team.workgroupId,
 *   workspaceName: "analytics",
 *   workspaceTypeName: "TG-00",
 *   autoStopMinutes: 30,
 * });
 */
export class Workspace extends pulumi.CustomResource {
  /** The id of the workgroup that contains the workspace. */
  declare readonly workgroupId: pulumi.Output<string>;
  /** The workspace's name, unique in its workgroup. Changing this renames the workspace. */
  declare readonly workspaceName: pulumi.Output<string>;
  /** The identifier of the attached database. */
  declare readonly databaseId: pulumi.Output<string | undefined>;
  /** True if the workspace accepts writes. */
  declare readonly isRw: pulumi.Output<boolean | undefined>;
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
  /** The workspace's identifier. */
  declare readonly workspaceId: pulumi.Output<string>;
  /** The workspace's name; not set if `workspaceName` is a secret. */
  declare readonly name: pulumi.Output<string | undefined>;
  /**
   * The host name of the workspace's data plane, without scheme and port. Always set for a workspace that graphplane created; undefined for
   * a workspace that was read or adopted while the service returned no host.
   */
  declare readonly host: pulumi.Output<string>;
  /** The cloud region. */
  declare readonly region: pulumi.Output<string | undefined>;
  /** The attached database's name. */
  declare readonly databaseName: pulumi.Output<string | undefined>;
  /** The workgroup's name. */
  declare readonly workgroupName: pulumi.Output<string | undefined>;
  /** The database version that the workspace runs. */
  declare readonly tgVersion: pulumi.Output<string | undefined>;
  /** The time at which the workspace was created, in the service's format. */
  declare readonly createdAt: pulumi.Output<string | undefined>;
  /** The user who created the workspace. */
  declare readonly creator: pulumi.Output<string | undefined>;
  /** The name of the cloud provider's configuration. */
  declare readonly cloudProviderName: pulumi.Output<string | undefined>;

  /** Gets a `Workspace` that the program does not manage, by its id, `<workgroupId>/<workspaceId>`. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): Workspace {
    return new this(name, undeclared, { ...opts, id });
  }

  constructor(name: string, args: WorkspaceArgs, opts?: pulumi.CustomResourceOptions) {
    const restoreStackTraces = suspendStackTraces();
    try {
      super(...registration(resource, name, args, opts, new.target));
      restoreStackTraces();
    } catch (error) {
      throw restoreStackTraces(error);
    }
  }
}
