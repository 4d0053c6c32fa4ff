import { z } from "zod";
import type { Caller } from "../call";
import { endpoint, prefix } from "./endpoint";
import type { WorkspaceId } from "./workspaces";

const text = z.string().nullish().catch(undefined);

/** Schedule record (API 2.7). Formats of dates, times and days are not shown. Unknown keys are kept. */
export const scheduleRecord = z.looseObject({
  id: text,
  workspace_id: text,
  repeat: text,
  repeat_on: text,
  date: text,
  time: text,
  timezone: text,
  workspace_type_name: text,
});
export type ScheduleRecord = z.infer<typeof scheduleRecord>;

export const listSchedules = endpoint({
  number: 15,
  method: "GET",
  path: `${prefix}/workgroups/{workgroupID}/workspaces/{workspaceID}/schedules`,
  purpose: "List schedules of a workspace.",
  result: z.array(scheduleRecord).nullish(),
});

/** The calls on schedules; each fails with a `ServiceError`. */
export interface Schedules {
  /** The schedules of a workspace (endpoint 15). */
  list(id: WorkspaceId): Promise<readonly ScheduleRecord[]>;
}

export const schedules = (call: Caller): Schedules => ({
  list: async (id) => (await call(listSchedules, id)) ?? [],
});
