import * as pulumi from "@pulumi/pulumi";
import type { AutoUpgradeState, DesiredVersion, UpdateStrategy, WorkspaceStatus } from "../provider/functions/known-values";
import { registration, suspendStackTraces, undeclared } from "./shim";

/** When the workspace may be maintained. Each part is managed only if it is given. */
export interface MaintenanceWindow {
  /** Day the window starts: 0 (Sunday) to 6. */
  dayOfWeek?: pulumi.Input<number>;
  /** Hour of the day the window starts: 0 to 23. */
  hourOfDay?: pulumi.Input<number>;
  /** Weeks between windows; 1 or more. */
  intervalWeeks?: pulumi.Input<number>;
  /** Time zone of the window, an IANA name such as `Europe/Berlin`. The preview warns of a name that this machine does not know. */
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
  /** Whether updates of the topology are forced. */
  enableTopologyForceUpdate?: pulumi.Input<boolean>;
}

/** One add-on of the workspace. */
export interface Addon {
  /** Whether the add-on is switched on. */
  enable: pulumi.Input<boolean>;
  /**
   * The add-on's configuration. Given as an object, each of its keys is managed by itself and other keys are left alone;
   * given as a string (which must hold a JSON object), it is sent as all of the configuration. Other keys
   * that the service keeps are not drift.
   */
  enableConfiguration?: pulumi.Input<Record<string, unknown> | string>;
}

/** The settings of a workspace (docs/internals/api.md, endpoint 9). A setting that is not given is not managed: never sent, never compared. */
export interface ManagedSettings {
  /**
   * The workspace's size, e.g. `TG-00`. A resize is offline for some minutes. The record, and so a look-up, shows it as
   * `workspaceType.typeName`, with the size's CPUs and memory beside it.
   */
  workspaceTypeName?: pulumi.Input<string>;
  /** Idle minutes before the workspace stops by itself; 0 or more. */
  autoStopMinutes?: pulumi.Input<number>;
  /** State of the automatic upgrade of the database's version. */
  autoUpgradeState?: pulumi.Input<AutoUpgradeState>;
  /** Version of the database to move the workspace to. It is reached once the record shows it as the running or the desired version. */
  desiredTgVersion?: pulumi.Input<DesiredVersion>;
  /** Whether the workspace starts when it is accessed. */
  enableAutoStart?: pulumi.Input<boolean>;
  /** Whether the workspace is highly available. */
  enableHa?: pulumi.Input<boolean>;
  /** Strategy by which updates are applied. */
  updateStrategy?: pulumi.Input<UpdateStrategy>;
  /** Whether the workspace is paused. The record does not show it: it is sent when the declaration changes, and never seen to drift. */
  pause?: pulumi.Input<boolean>;
  /** When the workspace may be maintained. */
  maintenanceWindow?: pulumi.Input<MaintenanceWindow>;
  /** The intervals at which the workspace's agent reports. */
  agentConfig?: pulumi.Input<AgentConfig>;
  /**
   * The add-ons by their `addons_id`; those not named here are left alone. Look-ups show them as a list, with `addonsId` in each.
   * Whether that is the `installedAddonId` of an `AddonConfiguration` is not documented (docs/internals/api.md, section 2.8).
   */
  addons?: pulumi.Input<Record<string, pulumi.Input<Addon>>>;
  /**
   * What to do when someone else changed a declared value since it was last applied: send the declared value and say so, or
   * send nothing and fail with a table of the values.
   *
   * @default "overwrite"
   */
  onConflict?: pulumi.Input<"overwrite" | "fail">;
}

/** The arguments of a {@link WorkspaceSettings} (docs/internals/api.md, endpoint 9). Settings that are not given are not managed: never sent, never compared. */
export interface WorkspaceSettingsArgs extends ManagedSettings {
  /** The workgroup that holds the workspace. Changing this forces replacement. */
  workgroupId: pulumi.Input<string>;
  /** The workspace. Changing this forces replacement. */
  workspaceId: pulumi.Input<string>;
  /** The workspace's name: `workspace_name` in the body that changes it, `name` in the record, and so in look-ups and outputs. */
  workspaceName?: pulumi.Input<string>;
  /**
   * States that end the wait after a size, a version, high availability or a pause was sent: the workspace must be in one of
   * them in two reads in a row. The service's states are not documented, so there is no default.
   */
  waitForStatus?: pulumi.Input<pulumi.Input<WorkspaceStatus>[]>;
  /**
   * How long to wait until the record shows what was sent, in seconds.
   *
   * @default 120, or 1800 when a size, a version, high availability or a pause was sent
   */
  timeoutSeconds?: pulumi.Input<number>;
  /**
   * What happens to the workspace when the resource is deleted: nothing, it is paused, or it is deleted, which cannot be undone.
   *
   * @default "retain"
   */
  deletionPolicy?: pulumi.Input<"retain" | "pause" | "delete">;
}

/** The outputs of whatever manages a workspace. */
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
  /** Whether the workspace accepts writes. */
  declare readonly isRw: pulumi.Output<boolean | undefined>;
  /** Version of the database that runs. */
  declare readonly tgVersion: pulumi.Output<string | undefined>;
  /** When the workspace was created, as the service writes it. */
  declare readonly createdAt: pulumi.Output<string | undefined>;
  /** Who created the workspace. */
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

  /** The settings of a workspace as a program that does not manage them reads them: `id` is `<workgroupId>/<workspaceId>`. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): WorkspaceSettings {
    return new this(name, undeclared, { ...opts, id });
  }

  /** Declares the settings; throws when the program declares the same workspace twice. */
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
