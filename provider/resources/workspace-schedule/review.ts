import { deletionPolicyOf } from "../../reconcile/deletion-policy";
import { isObject } from "../../values/json";
import { segment, workspacePath } from "../../announce/lines";
import { agrees, isPathOf, type ReviewFacts, type ShownValues } from "../../announce/review-facts";
import { declaredFields } from "../../reconcile/declared-fields";
import { consequencesOfFields, inBodies } from "../../describe/effects";
import { reviewFactsFrom, wireNames } from "../../describe/resource";
import { argumentsIn } from "../../values/names";
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

export const workspaceScheduleFacts: ReviewFacts = {
  adopts: false,
  compares: true,
  ...reviewFactsFrom(workspaceScheduleDescription),
  consequences: [
    ...consequencesOfFields(workspaceScheduleDescription.arguments, inBodies(fields, "POST", "PUT")),
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
  subject: ({ repeat, time, workspaceId }) => [
    ["schedule", repeat],
    ["at", time],
    ["workspace", workspaceId],
  ],
  isOwnRequest({ method, path, body }, inputs, { scheduleId }) {
    const all = schedulesPath(inputs);
    const isPath = method === "POST" ? path === all : isPathOf(path, all, scheduleId);
    const sent: ShownValues = isObject(body) ? body : {};
    return isPath && Object.entries(declaredFields(fields, inputs)).every(([field, value]) => agrees(value, sent[field]));
  },
  argumentsOf: (body) => argumentsIn(fields, body),
  requestFor(changed, { inputs, outputs, exists }) {
    if (exists && !changed.some(({ path: [name = ""] }) => Object.hasOwn(fields, name))) return undefined;
    const declared = declaredFields(fields, inputs);
    if (exists) return { method: "PUT", path: schedulesPath(inputs, outputs.scheduleId), body: declared };
    return { method: "POST", path: schedulesPath(inputs), body: { workspace_id: inputs.workspaceId, ...declared } };
  },
  deletionRequest: (last, outputs) =>
    deletionPolicyOf(last, outputs) === "delete" ? { method: "DELETE", path: schedulesPath(last, outputs.scheduleId) } : undefined,
};
