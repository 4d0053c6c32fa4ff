import * as pulumi from "@pulumi/pulumi";
import type { AutoUpgradeState, DesiredVersion, UpdateStrategy, WorkspaceStatus } from "../provider/functions/known-values";
import { registration, suspendStackTraces, undeclared } from "./shim";
import { type AgentConfig, type MaintenanceWindow, type ManagedSettings, workspaceOutputs } from "./workspace-settings";

/** The arguments of a {@link Workspace}. The service chooses any setting that is left out: it is never sent, and never compared. */
export interface WorkspaceArgs extends ManagedSettings {
  /** The id of the workgroup that contains the workspace. Changing this forces replacement. */
  workgroupId: pulumi.Input<string>;
  /** The workspace's name, unique in its workgroup. Changing this renames the workspace. */
  workspaceName: pulumi.Input<string>;
  /** The id of the database to attach. If it is left out, a new database is created. Changing this forces replacement; removing it changes nothing. */
  databaseId?: pulumi.Input<string>;
  /**
   * Makes the workspace accept writes. Each database has one workspace that does. Changing this forces replacement; removing it changes
   * nothing.
   */
  isRw?: pulumi.Input<boolean>;
  /** The database version with which the workspace is created. It cannot be changed later: `desiredTgVersion` moves the workspace to another version. */
  initialTgVersion?: pulumi.Input<string>;
  /**
   * Adopts the workspace of this name if the workgroup has one, instead of failing.
   *
   * @default false
   */
  adopt?: pulumi.Input<boolean>;
  /**
   * The statuses to wait for after the workspace is created, or its size, version or high availability changes. graphplane waits for a
   * pause only if this is set.
   *
   * @default ["Active"]
   */
  waitForStatus?: pulumi.Input<pulumi.Input<WorkspaceStatus>[]>;
  /**
   * Seconds to wait for a creation, a deletion or an update.
   *
   * @default 1800, or 120 for an update that changes none of size, version, high availability and pause
   */
  timeoutSeconds?: pulumi.Input<number>;
  /**
   * The effect on the workspace when the resource is deleted or replaced: `protect` refuses, `delete` deletes the workspace for good,
   * `retain` leaves it unchanged, and `pause` pauses it. The value in the state applies, so run `pulumi up` after changing it.
   *
   * @default "protect"
   */
  deletionPolicy?: pulumi.Input<"protect" | "delete" | "retain" | "pause">;
}

const resource = { kind: "Workspace", outputs: workspaceOutputs, identity: ["workgroupId", "workspaceName"], protects: true } as const;

/**
 * Creates, updates and deletes a workspace. To manage only the settings of a workspace that was created elsewhere, use `WorkspaceSettings`;
 * do not declare one workspace with both.
 *
 * The creation is sent once, and the update waits until the workspace is ready. If the wait fails, the resource stays in the state, and the
 * next `pulumi up` resumes it. Deletion is refused unless `deletionPolicy` allows it. The call that creates a workspace is not part of the
 * documented API, so a service may lack it.
 *
 * Its id is `<workgroupId>/<workspaceId>`.
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
  /** The workspace's identifier. */
  declare readonly workspaceId: pulumi.Output<string>;
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
  declare readonly workspaceName: pulumi.Output<string>;
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

  /** Gets a workspace that the program does not manage, by its id, `<workgroupId>/<workspaceId>`. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): Workspace {
    return new this(name, undeclared, { ...opts, id });
  }

  /** Declares the workspace; throws if the program already declares one of this name in the workgroup. */
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
