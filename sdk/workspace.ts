import * as pulumi from "@pulumi/pulumi";
import type { AutoUpgradeState, DesiredVersion, UpdateStrategy, WorkspaceStatus } from "../provider/functions/known-values";
import { registration, suspendStackTraces, undeclared } from "./shim";
import { type AgentConfig, type MaintenanceWindow, type ManagedSettings, workspaceOutputs } from "./workspace-settings";

/** The arguments of a {@link Workspace} (docs/internals/api.md, section 11). A setting that is not given is the service's choice: never sent, never compared. */
export interface WorkspaceArgs extends ManagedSettings {
  /** The workgroup that holds the workspace. Changing this forces replacement. */
  workgroupId: pulumi.Input<string>;
  /** The workspace's name. A workgroup has one workspace of a name; changing this renames the workspace. */
  workspaceName: pulumi.Input<string>;
  /** The database of the workspace; without it, a new database is created. Changing this forces replacement; removing it changes nothing. */
  databaseId?: pulumi.Input<string>;
  /** Whether the workspace accepts writes: a database has one workspace that does. Changing this forces replacement; removing it changes nothing. */
  isRw?: pulumi.Input<boolean>;
  /** Version of the database at the creation. A later change is refused: `desiredTgVersion` moves the workspace to another version. */
  initialTgVersion?: pulumi.Input<string>;
  /**
   * Whether to adopt the workspace of this name if the workgroup has one, instead of failing.
   *
   * @default false
   */
  adopt?: pulumi.Input<boolean>;
  /**
   * Statuses that end the wait after the creation, and after a size, a version or high availability was sent. A pause is waited
   * for only if this is declared.
   *
   * @default ["Active"]
   */
  waitForStatus?: pulumi.Input<pulumi.Input<WorkspaceStatus>[]>;
  /**
   * How long to wait for a creation, a deletion or an update, in seconds.
   *
   * @default 1800, or 120 for an update that sends neither a size, a version, high availability nor a pause
   */
  timeoutSeconds?: pulumi.Input<number>;
  /**
   * What happens to the workspace when the resource is deleted or replaced: that is refused, or the workspace is deleted for good,
   * left unchanged, or paused. The policy in the state decides.
   *
   * @default "protect"
   */
  deletionPolicy?: pulumi.Input<"protect" | "delete" | "retain" | "pause">;
}

const resource = { kind: "Workspace", outputs: workspaceOutputs, identity: ["workgroupId", "workspaceName"] } as const;

/**
 * A workspace for its whole life: created, changed and deleted. For a workspace that someone else creates, use `WorkspaceSettings`;
 * a program declares a workspace by one of the two.
 *
 * The creation is sent once and waited for; a failed wait keeps the resource, and the next `pulumi up` resumes. Deleting the resource
 * is refused unless `deletionPolicy` says otherwise. The call that creates a workspace is not part of the documented API, and a service
 * may not have it (docs/internals/api.md, section 11).
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

  /** A workspace that the program does not manage: `id` is `<workgroupId>/<workspaceId>`. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): Workspace {
    return new this(name, undeclared, { ...opts, id });
  }

  /** Declares the workspace; throws if the program declares one of this name in the workgroup twice. */
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
