import * as pulumi from "@pulumi/pulumi";
import type { AutoUpgradeState, DesiredVersion, UpdateStrategy, WorkspaceStatus } from "../provider/functions/known-values";
import { registration, suspendStackTraces, undeclared } from "./shim";

/** The time at which the workspace may be maintained. Each part is managed only if you give it. */
export interface MaintenanceWindow {
  /** Day the window starts: 0 (Sunday) to 6. */
  dayOfWeek?: pulumi.Input<number>;
  /** Hour of the day the window starts: 0 to 23. */
  hourOfDay?: pulumi.Input<number>;
  /** Weeks between windows; 1 or more. */
  intervalWeeks?: pulumi.Input<number>;
  /**
   * Time zone of the window, an IANA name such as `Europe/Berlin`. The preview warns if the machine that runs it does not know the name.
   */
  timeZone?: pulumi.Input<string>;
}

/** The intervals at which the workspace's agent reports, in seconds. Each part is managed only if you give it. */
export interface AgentConfig {
  /** Seconds between updates of the catalog's activity. */
  catalogActivityUpdateIntervalSeconds?: pulumi.Input<number>;
  /** Seconds between heartbeats. */
  heartbeatIntervalSeconds?: pulumi.Input<number>;
  /** Seconds between updates of the queries' activity. */
  queryActivityUpdateIntervalSeconds?: pulumi.Input<number>;
  /** Seconds between updates of the topology. */
  topologyUpdateIntervalSeconds?: pulumi.Input<number>;
  /** Forces updates of the topology. */
  enableTopologyForceUpdate?: pulumi.Input<boolean>;
}

/** One add-on of the workspace. */
export interface Addon {
  /** Switches the add-on on. */
  enable: pulumi.Input<boolean>;
  /**
   * The add-on's configuration. In an object, each key is managed by itself, and other keys are left unchanged. A string, which must
   * contain a JSON object, is sent as the whole configuration. Other keys that the service keeps are not drift.
   */
  enableConfiguration?: pulumi.Input<Record<string, unknown> | string>;
}

/** The settings of a workspace. A setting that is not given is not managed: never sent, never compared. */
export interface ManagedSettings {
  /**
   * The workspace's size, e.g. `TG-00`. Functions return the size as `workspaceType.typeName`, with its CPUs and
   * memory.
   */
  workspaceTypeName?: pulumi.Input<string>;
  /** Idle minutes before the workspace stops by itself; 0 or more. */
  autoStopMinutes?: pulumi.Input<number>;
  /** State of the automatic upgrade of the database's version. */
  autoUpgradeState?: pulumi.Input<AutoUpgradeState>;
  /** The database version to move the workspace to. graphplane waits until the service reports it as the running or target version. */
  desiredTgVersion?: pulumi.Input<DesiredVersion>;
  /** Starts the workspace when it is accessed. */
  enableAutoStart?: pulumi.Input<boolean>;
  /** Makes the workspace highly available. */
  enableHa?: pulumi.Input<boolean>;
  /** Strategy by which updates are applied. */
  updateStrategy?: pulumi.Input<UpdateStrategy>;
  /** Pauses the workspace. Sent when you change it. The service does not report it, so drift is not detected. */
  pause?: pulumi.Input<boolean>;
  /** The time at which the workspace may be maintained. */
  maintenanceWindow?: pulumi.Input<MaintenanceWindow>;
  /** The intervals at which the workspace's agent reports. */
  agentConfig?: pulumi.Input<AgentConfig>;
  /**
   * The add-ons by their `addons_id`; others are left unchanged. The service does not document whether that equals the `installedAddonId`
   * of an `AddonConfiguration`.
   */
  addons?: pulumi.Input<Record<string, pulumi.Input<Addon>>>;
  /**
   * The reaction to drift of a declared value: `overwrite` sends the declared value and prints a line; `fail` sends nothing, and the error
   * shows a table of the values.
   *
   * @default "overwrite"
   */
  onConflict?: pulumi.Input<"overwrite" | "fail">;
}

/** The arguments of a {@link WorkspaceSettings}. Settings that are not given are not managed: never sent, never compared. */
export interface WorkspaceSettingsArgs extends ManagedSettings {
  /** The workgroup that holds the workspace. Changing this forces replacement. */
  workgroupId: pulumi.Input<string>;
  /** The workspace. Changing this forces replacement. */
  workspaceId: pulumi.Input<string>;
  /** The workspace's name. Functions and outputs return it as `name`. */
  workspaceName?: pulumi.Input<string>;
  /**
   * After a size, version, HA or pause change, wait until the workspace has one of these statuses in two consecutive reads. No default: the
   * service does not document its statuses.
   */
  waitForStatus?: pulumi.Input<pulumi.Input<WorkspaceStatus>[]>;
  /**
   * Seconds to wait until the service shows the new values.
   *
   * @default 120, or 1800 after a size, version, HA or pause change
   */
  timeoutSeconds?: pulumi.Input<number>;
  /**
   * The effect on the workspace when the resource is deleted: `retain` leaves it unchanged, `pause` pauses it, and `delete` deletes it,
   * which cannot be undone.
   *
   * @default "retain"
   */
  deletionPolicy?: pulumi.Input<"retain" | "pause" | "delete">;
}

/** The outputs of the resources that manage a workspace. */
export const workspaceOutputs = [
  ...["workgroupId", "workspaceId", "workspaceName", "workspaceTypeName", "autoStopMinutes", "autoUpgradeState", "desiredTgVersion"],
  ...["enableAutoStart", "enableHa", "updateStrategy", "pause", "maintenanceWindow", "agentConfig", "addons", "name", "host", "region"],
  ...["databaseId", "databaseName", "workgroupName", "isRw", "tgVersion", "createdAt", "creator", "cloudProviderName"],
];

const resource = { kind: "WorkspaceSettings", outputs: workspaceOutputs, identity: ["workgroupId", "workspaceId"] } as const;

/**
 * The settings of an existing workspace. Creating the resource adopts the workspace: only values that differ are sent.
 * When the resource is deleted, the workspace is no longer managed and keeps its settings, unless `deletionPolicy` says otherwise.
 *
 * Its id is `<workgroupId>/<workspaceId>`.
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
  /** The workspace's name; not set if `workspaceName` is a secret. */
  declare readonly name: pulumi.Output<string | undefined>;
  /** Host name of the workspace's data plane, without scheme and port. */
  declare readonly host: pulumi.Output<string | undefined>;
  /** Cloud region. */
  declare readonly region: pulumi.Output<string | undefined>;
  /** The attached database. */
  declare readonly databaseId: pulumi.Output<string | undefined>;
  /** The attached database's name. */
  declare readonly databaseName: pulumi.Output<string | undefined>;
  /** The workgroup's name. */
  declare readonly workgroupName: pulumi.Output<string | undefined>;
  /** True if the workspace accepts writes. */
  declare readonly isRw: pulumi.Output<boolean | undefined>;
  /** The database version that the workspace runs. */
  declare readonly tgVersion: pulumi.Output<string | undefined>;
  /** Time at which the workspace was created, in the service's format. */
  declare readonly createdAt: pulumi.Output<string | undefined>;
  /** The user who created the workspace. */
  declare readonly creator: pulumi.Output<string | undefined>;
  /** Name of the cloud provider's configuration. */
  declare readonly cloudProviderName: pulumi.Output<string | undefined>;

  declare readonly workgroupId: pulumi.Output<string>;
  declare readonly workspaceId: pulumi.Output<string>;
  declare readonly workspaceName: pulumi.Output<string | undefined>;
  declare readonly workspaceTypeName: pulumi.Output<string | undefined>;
  declare readonly autoStopMinutes: pulumi.Output<number | undefined>;
  declare readonly autoUpgradeState: pulumi.Output<AutoUpgradeState | undefined>;
  declare readonly desiredTgVersion: pulumi.Output<DesiredVersion | undefined>;
  declare readonly enableAutoStart: pulumi.Output<boolean | undefined>;
  declare readonly enableHa: pulumi.Output<boolean | undefined>;
  declare readonly updateStrategy: pulumi.Output<UpdateStrategy | undefined>;
  declare readonly pause: pulumi.Output<boolean | undefined>;
  declare readonly maintenanceWindow: pulumi.Output<pulumi.Unwrap<MaintenanceWindow> | undefined>;
  declare readonly agentConfig: pulumi.Output<pulumi.Unwrap<AgentConfig> | undefined>;
  declare readonly addons: pulumi.Output<
    Record<string, { enable: boolean; enableConfiguration?: Record<string, unknown> | string }> | undefined
  >;

  /** Gets the settings of a workspace that the program does not manage, by its id, `<workgroupId>/<workspaceId>`. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): WorkspaceSettings {
    return new this(name, undeclared, { ...opts, id });
  }

  /** Declares the settings; throws if the program declares the same workspace twice. */
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
