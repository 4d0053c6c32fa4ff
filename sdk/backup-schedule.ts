import * as pulumi from "@pulumi/pulumi";
import { registration, suspendStackTraces, undeclared } from "./shim";

/** The arguments of a {@link BackupSchedule} (docs/internals/api.md, section 11). */
export interface BackupScheduleArgs {
  /** The workgroup that holds the workspace. Changing this forces replacement. */
  workgroupId: pulumi.Input<string>;
  /** The workspace that is backed up. Changing this forces replacement. */
  workspaceId: pulumi.Input<string>;
  /** When backups are taken, in the form of cron. */
  schedule: pulumi.Input<string>;
  /** The number of backups to keep. */
  maxBackupFiles?: pulumi.Input<number>;
  /** For how many days backups are kept. */
  maxReservedDays?: pulumi.Input<number>;
  /** Maximum number of retries of a failed backup. */
  maxRetry?: pulumi.Input<number>;
  /** Whether no backups are taken for now. */
  pause?: pulumi.Input<boolean>;
  /**
   * How long to wait until the service shows what was sent, in seconds.
   *
   * @default 120
   */
  timeoutSeconds?: pulumi.Input<number>;
  /**
   * What happens to the schedule when the resource is deleted: it is left unchanged, or it is paused. The service has no call that deletes it.
   *
   * @default "retain"
   */
  deletionPolicy?: pulumi.Input<"retain" | "pause">;
}

const resource = {
  kind: "BackupSchedule",
  outputs: ["workgroupId", "workspaceId", "schedule", "maxBackupFiles", "maxReservedDays", "maxRetry", "pause"],
  identity: ["workgroupId", "workspaceId"],
} as const;

/**
 * When a workspace is backed up, and how many backups are kept: a workspace has one such schedule, which declaring adopts.
 *
 * Its calls are not part of the documented API, and a service may not have them (docs/internals/api.md, section 11); an error then names the
 * call and says what still works.
 *
 * Its id is `<workgroupId>/<workspaceId>`.
 *
 * @example
 * const nightly = new BackupSchedule("nightly", {
 *   workgroupId: config.require("workgroupId"),
 *   workspaceId: config.require("workspaceId"),
 *   schedule: "0 2 * * *",
 *   maxReservedDays: 14,
 * });
 */
export class BackupSchedule extends pulumi.CustomResource {
  /** The workgroup that holds the workspace. */
  declare readonly workgroupId: pulumi.Output<string>;
  /** The workspace that is backed up. */
  declare readonly workspaceId: pulumi.Output<string>;
  /** When backups are taken. */
  declare readonly schedule: pulumi.Output<string>;
  /** The number of backups to keep. */
  declare readonly maxBackupFiles: pulumi.Output<number | undefined>;
  /** For how many days backups are kept. */
  declare readonly maxReservedDays: pulumi.Output<number | undefined>;
  /** Maximum number of retries of a failed backup. */
  declare readonly maxRetry: pulumi.Output<number | undefined>;
  /** Whether no backups are taken for now. */
  declare readonly pause: pulumi.Output<boolean | undefined>;

  /** A backup schedule that the program does not manage: `id` is `<workgroupId>/<workspaceId>`. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): BackupSchedule {
    return new this(name, undeclared, { ...opts, id });
  }

  /** Declares the backup schedule; throws if the program declares that of one workspace twice. */
  constructor(name: string, args: BackupScheduleArgs, opts?: pulumi.CustomResourceOptions) {
    const restoreStackTraces = suspendStackTraces();
    try {
      super(...registration(resource, name, args, opts, new.target));
      restoreStackTraces();
    } catch (error) {
      throw restoreStackTraces(error);
    }
  }
}
