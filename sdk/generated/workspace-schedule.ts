// Written by `npm run docs`.
import * as pulumi from "@pulumi/pulumi";
import { registration, suspendStackTraces, undeclared } from "../shim";
import type { ScheduleRepeat, WorkspaceTypeName } from "./types";

/** The arguments of a {@link WorkspaceSchedule}. */
export interface WorkspaceScheduleArgs {
  /** The workgroup that contains the workspace. Changing this forces replacement. */
  workgroupId: pulumi.Input<string>;
  /** The workspace to which the schedule applies. Changing this forces replacement. */
  workspaceId: pulumi.Input<string>;
  /** How often the schedule repeats. Allowed: not empty. */
  repeat: pulumi.Input<ScheduleRepeat>;
  /** The days of a weekly schedule, in the format that `getSchedules` returns. */
  repeatOn?: pulumi.Input<string>;
  /**
   * The date of a schedule that does not repeat, in the format that `getSchedules` returns. Once it has passed and the service has removed
   * the schedule, graphplane does not create it again.
   */
  date?: pulumi.Input<string>;
  /** The time of day, in the format that `getSchedules` returns. Allowed: not empty. */
  time: pulumi.Input<string>;
  /** The time zone of `time`, e.g. `Europe/Berlin`. Allowed: not empty. */
  timeZone: pulumi.Input<string>;
  /**
   * The workspace size that each run of the schedule sets. *If it changes:* Each run of the schedule sets this size, and the workspace is
   * offline for about two minutes during each resize.
   */
  workspaceTypeName?: pulumi.Input<WorkspaceTypeName>;
  /**
   * Seconds to wait until the list of schedules contains the new values. Allowed: more than 0.
   *
   * @default 120
   */
  timeoutSeconds?: pulumi.Input<number>;
  /**
   * The effect on the schedule when the resource is deleted: `delete` deletes it, and `retain` leaves it in place.
   *
   * @default "delete" if graphplane created the schedule, "retain" if it adopted or imported it
   */
  deletionPolicy?: pulumi.Input<"delete" | "retain">;
}

const resource = {
  kind: "WorkspaceSchedule",
  outputs: ["workgroupId", "workspaceId", "repeat", "repeatOn", "date", "time", "timeZone", "workspaceTypeName", "scheduleId"],
} as const;

/**
 * An entry in a workspace's timetable.
 *
 * Only listing schedules is part of the documented API. Not every service can create, replace and delete them; if a call is not supported,
 * the error states what still works.
 *
 * A schedule is identified only by its id, so creating a schedule never adopts an existing one with the same content. To manage an existing
 * schedule, import it or let `graphplane adopt` declare it. If a run is killed after the service created a schedule but before the state
 * was written, the next run creates a second one; delete the first in the console.
 *
 * Its id is `<workgroupId>/<workspaceId>/<scheduleId>`.
 *
 * @see docs/internals/api.md, sections 2.7 and 11
 *
 * @example
 * const mornings = new WorkspaceSchedule("mornings", {
 *   workgroupId: config.require("workgroupId"),
 *   workspaceId: config.require("workspaceId"),
 *   repeat: "weekdays",
 *   time: "07:00",
 *   timeZone: "Europe/Berlin",
 *   workspaceTypeName: "TG-1",
 * });
 */
export class WorkspaceSchedule extends pulumi.CustomResource {
  /** The workgroup that contains the workspace. */
  declare readonly workgroupId: pulumi.Output<string>;
  /** The workspace to which the schedule applies. */
  declare readonly workspaceId: pulumi.Output<string>;
  /** How often the schedule repeats. */
  declare readonly repeat: pulumi.Output<ScheduleRepeat>;
  /** The days of a weekly schedule, in the format that `getSchedules` returns. */
  declare readonly repeatOn: pulumi.Output<string | undefined>;
  /**
   * The date of a schedule that does not repeat, in the format that `getSchedules` returns. Once it has passed and the service has removed
   * the schedule, graphplane does not create it again.
   */
  declare readonly date: pulumi.Output<string | undefined>;
  /** The time of day, in the format that `getSchedules` returns. */
  declare readonly time: pulumi.Output<string>;
  /** The time zone of `time`, e.g. `Europe/Berlin`. */
  declare readonly timeZone: pulumi.Output<string>;
  /** The workspace size that each run of the schedule sets. */
  declare readonly workspaceTypeName: pulumi.Output<WorkspaceTypeName | undefined>;
  /** The schedule's identifier. */
  declare readonly scheduleId: pulumi.Output<string>;

  /** Gets a `WorkspaceSchedule` that the program does not manage, by its id, `<workgroupId>/<workspaceId>/<scheduleId>`. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): WorkspaceSchedule {
    return new this(name, undeclared, { ...opts, id });
  }

  constructor(name: string, args: WorkspaceScheduleArgs, opts?: pulumi.CustomResourceOptions) {
    const restoreStackTraces = suspendStackTraces();
    try {
      super(...registration(resource, name, args, opts, new.target));
      restoreStackTraces();
    } catch (error) {
      throw restoreStackTraces(error);
    }
  }
}
