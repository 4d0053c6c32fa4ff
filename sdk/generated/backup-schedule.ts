// Written by `npm run docs`.
import * as pulumi from "@pulumi/pulumi";
import { registration, suspendStackTraces, undeclared } from "../shim";

/** The arguments of a {@link BackupSchedule}. */
export interface BackupScheduleArgs {
  /** The workgroup that contains the workspace. Changing this forces replacement. */
  workgroupId: pulumi.Input<string>;
  /** The workspace that is backed up. Changing this forces replacement. */
  workspaceId: pulumi.Input<string>;
  /** The backup times, as a cron expression. Allowed: not empty. */
  schedule: pulumi.Input<string>;
  /** The number of backups to keep. Allowed: 0 or more. */
  maxBackupFiles?: pulumi.Input<number>;
  /** The number of days to keep backups. Allowed: 0 or more. */
  maxReservedDays?: pulumi.Input<number>;
  /** Maximum number of retries of a failed backup. Allowed: 0 or more. */
  maxRetry?: pulumi.Input<number>;
  /** Suspends backups. *If `true`:* Automatic backups stop until the schedule is resumed. */
  pause?: pulumi.Input<boolean>;
  /**
   * Seconds to wait until the service returns the new values. Allowed: more than 0.
   *
   * @default 120
   */
  timeoutSeconds?: pulumi.Input<number>;
  /**
   * The effect on the schedule when the resource is deleted: `retain` leaves it unchanged, and `pause` pauses it. The service cannot delete
   * it.
   *
   * @default "retain"
   */
  deletionPolicy?: pulumi.Input<"retain" | "pause">;
}

const resource = {
  kind: "BackupSchedule",
  outputs: ["workgroupId", "workspaceId", "schedule", "maxBackupFiles", "maxReservedDays", "maxRetry", "pause"],
} as const;

/**
 * The backup schedule of a workspace: when backups run, and how many are kept. Each workspace has at most one; declaring it adopts an
 * existing schedule.
 *
 * Its calls are not part of the documented API, so not every service supports them; if a call is not supported, the error states what still
 * works.
 *
 * Its id is `<workgroupId>/<workspaceId>`. A program that declares the same `workgroupId` and `workspaceId` twice is refused.
 *
 * @see docs/internals/api.md, section 11
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
  /** The workgroup that contains the workspace. */
  declare readonly workgroupId: pulumi.Output<string>;
  /** The workspace that is backed up. */
  declare readonly workspaceId: pulumi.Output<string>;
  /** The backup times, as a cron expression. */
  declare readonly schedule: pulumi.Output<string>;
  /** The number of backups to keep. */
  declare readonly maxBackupFiles: pulumi.Output<number | undefined>;
  /** The number of days to keep backups. */
  declare readonly maxReservedDays: pulumi.Output<number | undefined>;
  /** Maximum number of retries of a failed backup. */
  declare readonly maxRetry: pulumi.Output<number | undefined>;
  /** Suspends backups. */
  declare readonly pause: pulumi.Output<boolean | undefined>;

  /** Gets a `BackupSchedule` that the program does not manage, by its id, `<workgroupId>/<workspaceId>`. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): BackupSchedule {
    return new this(name, undeclared, { ...opts, id });
  }

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
