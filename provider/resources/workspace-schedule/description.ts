import { segment, workspacePath } from "../../messages/message";
import { declaredFields } from "../../reconcile/declared-fields";
import { deletionPolicyOfCreated, openEnum, optional, parentId, text, timeout } from "../../describe/fields";
import { scheduleRepeats, workspaceTypeNames } from "../../describe/open-enums";
import { type ArgumentsOf, describe, type ShownValues, type StateOf, wireNames } from "../../describe/resource";
import type { PendingState } from "../../reconcile/pending";

export const workspaceScheduleDescription = describe({
  kind: "WorkspaceSchedule",
  description: [
    "An entry in a workspace's timetable.",
    "Only listing schedules is part of the documented API. Not every service can create, replace and delete them; if a call is not supported, the error states what still works.",
    "A schedule is identified only by its id, so creating a schedule never adopts an existing one with the same content. To manage an existing schedule, import it or let `graphplane adopt` declare it. If a run is killed after the service created a schedule but before the state was written, the next run creates a second one; delete the first in the console.",
  ],
  example: `
const mornings = new WorkspaceSchedule("mornings", {
  workgroupId: config.require("workgroupId"),
  workspaceId: config.require("workspaceId"),
  repeat: "weekdays",
  time: "07:00",
  timeZone: "Europe/Berlin",
  workspaceTypeName: "TG-1",
});
`,
  api: "sections 2.7 and 11",
  idFormat: "<workgroupId>/<workspaceId>/<scheduleId>",
  displayTemplate: "schedule of workspace <workspaceId> of workgroup <workgroupId>",
  arguments: {
    workgroupId: parentId("The workgroup that contains the workspace."),
    workspaceId: parentId("The workspace to which the schedule applies."),
    repeat: openEnum(scheduleRepeats, "How often the schedule repeats.", { notEmpty: true, format: "repeat" }),
    repeatOn: optional(text("The days of a weekly schedule, in the format that `getSchedules` returns.", { format: "days" })),
    date: optional(
      text(
        "The date of a schedule that does not repeat, in the format that `getSchedules` returns. Once it has passed and the service has removed the schedule, graphplane does not create it again.",
        { format: "date" },
      ),
    ),
    time: text("The time of day, in the format that `getSchedules` returns.", { notEmpty: true, format: "time" }),
    timeZone: text("The time zone of `time`, e.g. `Europe/Berlin`.", { notEmpty: true, wire: "timezone", format: "time zone" }),
    workspaceTypeName: optional(
      openEnum(workspaceTypeNames, "The workspace size that each run of the schedule sets.", {
        format: "size",
        shortName: "size",
        effect: {
          is: "offline",
          id: "schedule-resizes",
          severity: "offline",
          summary: "≈2 min offline at each run",
          headline: [
            "Schedule % takes its workspace offline ≈2 min at each run",
            "% schedules take their workspaces offline ≈2 min at each run",
          ],
          description: "Each run of the schedule sets this size, and the workspace is offline for about two minutes during each resize.",
          source: "docs/internals/api.md, section 2.7; docs/internals/api.md, section 10.14",
        },
      }),
    ),
    timeoutSeconds: timeout("Seconds to wait until the list of schedules contains the new values.", { default: "120" }),
    deletionPolicy: deletionPolicyOfCreated("schedule"),
  },
  outputs: { scheduleId: text("The schedule's identifier.") },
  review: {
    addressedBy: ["workgroupId", "workspaceId"],
    deletesCreated: true,
    isTimetableEntry: true,
    existing: "doubled",
    sentBy: ["POST", "PUT"],
    consequences: [
      {
        id: "schedule-made",
        method: "POST",
        severity: "care",
        summary: "new schedule",
        description: "The workspace follows a new schedule, in addition to any others.",
        source: "docs/internals/api.md, section 2.7",
      },
      {
        id: "schedule-changed",
        method: "PUT",
        severity: "care",
        summary: "schedule changes",
        description: "The workspace follows the new schedule from now on.",
        source: "docs/internals/api.md, section 11",
      },
      {
        id: "schedule-deleted",
        method: "DELETE",
        severity: "risks",
        summary: "no longer runs",
        isObvious: true,
        description: "The schedule no longer runs.",
        source: "docs/internals/api.md, section 11",
      },
    ],
    address: addressOf,
    subject: { schedule: "repeat", at: "time", workspace: "workspaceId" },
    deletions: { delete: (last) => ({ method: "DELETE", path: schedulesPath(last, last["scheduleId"]) }) },
  },
});

export type Arguments = ArgumentsOf<typeof workspaceScheduleDescription>;
/** `scheduleId` is empty as long as it is unknown which schedule a POST created. */
export type State = StateOf<typeof workspaceScheduleDescription> & PendingState;

export const fields = wireNames(workspaceScheduleDescription.arguments);

export function schedulesPath(args: ShownValues, ...scheduleId: readonly unknown[]): string {
  return [`${workspacePath(args)}/schedules`, ...scheduleId.map(segment)].join("/");
}

/** Returns the path along with the schedule's fields, which identify it in messages, because a program does not declare the identifier. */
export function addressOf(args: ShownValues): string {
  const parts = Object.entries(declaredFields(fields, args)).map(([field, value]) => `${field}=${segment(value)}`);
  return `${schedulesPath(args)}?${parts.join("&")}`;
}
