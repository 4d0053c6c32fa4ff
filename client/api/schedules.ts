import { z } from "zod";
import type { Caller } from "../http/call";
import { isObject } from "../wire/json";
import { endpoint, nameOf, prefix } from "../http/endpoint";
import { parsedResult, plainFields } from "../wire/records";
import { type ParsedList, parseList, pickId, withKnownKeys } from "../wire/results";
import * as shapes from "../wire/shapes";
import type { WorkspaceId } from "./workspaces";

const path = `${prefix}/workgroups/{workgroupID}/workspaces/{workspaceID}/schedules` as const;

/** Schedule record (API 2.7). Formats of dates, times and days are not shown. Unknown keys are kept. */
export const scheduleRecord = z.looseObject(plainFields(shapes.schedule));
export type ScheduleRecord = z.infer<typeof scheduleRecord>;

/** A schedule as a list shows it; empty without an identifier. The record is as it was answered, its known fields spelled as in a body, since it is sent back whole. */
export interface ListedSchedule {
  readonly id: string;
  readonly record: Readonly<Record<string, unknown>>;
}

/** One schedule of a workspace. */
export interface ScheduleId extends WorkspaceId {
  readonly scheduleID: string;
}

/** The name of a workspace's schedules in the read cache. */
export const schedulesName = ({ workgroupID, workspaceID }: WorkspaceId): string => nameOf("schedules", workgroupID, workspaceID);

export const listSchedules = endpoint({
  number: 15,
  method: "GET",
  path,
  purpose: "List schedules of a workspace.",
  documented: { list: shapes.schedule },
  result: parsedResult(parseSchedules, "is no list of schedules"),
});

/** The body of the calls that create or replace a schedule: a whole record. */
const scheduleBody = z.record(z.string(), z.unknown());

export const createSchedule = endpoint({
  method: "POST",
  path,
  purpose: "Create a schedule of a workspace.",
  body: scheduleBody,
  result: z.unknown().transform((result) => parseSchedules(result)?.found[0]),
  changes: (id) => [schedulesName(id)],
});

export const updateSchedule = endpoint({
  method: "PUT",
  path: `${path}/{scheduleID}`,
  purpose: "Replace a schedule of a workspace.",
  body: scheduleBody,
  changes: (id) => [schedulesName(id)],
});

export const deleteSchedule = endpoint({
  method: "DELETE",
  path: `${path}/{scheduleID}`,
  purpose: "Delete a schedule of a workspace.",
  changes: (id) => [schedulesName(id)],
});

/** The calls on schedules; each fails with a `ServiceError`. A service may have only the list (API 11). */
export type Schedules = ReturnType<typeof schedules>;

export const schedules = (call: Caller) => ({
  /** The schedules of a workspace (endpoint 15). */
  list: async (id: WorkspaceId): Promise<readonly ScheduleRecord[]> =>
    (await call(listSchedules, id)).found.map(({ record }) => scheduleRecord.parse(record)),
  /**
   * Creates a schedule; resolves with it if the response shows its identifier. Never sent twice: list the schedules if the response was lost.
   */
  create: (id: WorkspaceId, body: Readonly<Record<string, unknown>>): Promise<ListedSchedule | undefined> => call(createSchedule, id, body),
  /** Replaces a schedule: fields that the body leaves out may be lost. */
  update: (id: ScheduleId, body: Readonly<Record<string, unknown>>): Promise<unknown> => call(updateSchedule, id, body),
  /** Deletes a schedule. */
  delete: (id: ScheduleId): Promise<unknown> => call(deleteSchedule, id),
});

function parseSchedules(result: unknown): ParsedList<ListedSchedule> | undefined {
  return parseList(result, ["schedules"], (value) => {
    if (!isObject(value)) return undefined;
    const id = pickId(value, ["id", "scheduleid"]);
    const record = withKnownKeys(value, Object.keys(shapes.schedule.fields));
    return id !== undefined || "repeat" in record || "time" in record ? { id: id ?? "", record } : undefined;
  });
}
