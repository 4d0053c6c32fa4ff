import { segment, workspacePath } from "../../announce/lines";
import type { ShownValues } from "../../announce/review-facts";
import { declaredFields } from "../../reconcile/declared-fields";
import { inBodies } from "../../describe/effects";
import { reviewFacts, wireNames } from "../../describe/resource";
import { workspaceScheduleDescription } from "./description";

/** The fields of a schedule, by the arguments that declare them. */
export const fields = wireNames(workspaceScheduleDescription.arguments);

/** The path of the calls: of all schedules of a workspace, or of one. */
export function schedulesPath(args: ShownValues, ...scheduleId: readonly unknown[]): string {
  return [`${workspacePath(args)}/schedules`, ...scheduleId.map(segment)].join("/");
}

/** Its name in lines: its identifier is not declared, so it is named by its fields. */
export function addressOf(args: ShownValues): string {
  const parts = Object.entries(declaredFields(fields, args)).map(([field, value]) => `${field}=${segment(value)}`);
  return `${schedulesPath(args)}?${parts.join("&")}`;
}

export const workspaceScheduleFacts = reviewFacts(workspaceScheduleDescription, {
  sentBy: inBodies(fields, "POST", "PUT"),
  consequences: [
    {
      id: "schedule-made",
      method: "POST",
      gravity: "care",
      inShort: "a schedule is added",
      says: "The workspace follows an additional schedule.",
      source: "docs/internals/api.md, section 2.7",
    },
    {
      id: "schedule-changed",
      method: "PUT",
      gravity: "care",
      inShort: "a schedule changes",
      says: "The workspace follows the new schedule from now on.",
      source: "docs/internals/api.md, section 11",
    },
    {
      id: "schedule-deleted",
      method: "DELETE",
      gravity: "risks",
      inShort: "a schedule is deleted",
      says: "The schedule no longer runs.",
      source: "docs/internals/api.md, section 11",
    },
  ],
  address: addressOf,
  subject: { schedule: "repeat", at: "time", workspace: "workspaceId" },
  deletions: { delete: (last, { scheduleId }) => ({ method: "DELETE", path: schedulesPath(last, scheduleId) }) },
});
