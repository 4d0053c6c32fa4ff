import { z } from "zod";
import type { Caller } from "../http/call";
import { isObject } from "../wire/json";
import { endpoint } from "../http/endpoint";
import { parsedResult, plainFields } from "../wire/records";
import { type ParsedList, parseList, pickId, withKnownKeys } from "../wire/results";
import * as shapes from "../wire/shapes";
import { nameOf, ofWorkspace, type WorkspaceId } from "./paths";

const path = `${ofWorkspace}/schedules` as const;

/** Schedule record (API 2.7). Formats of dates, times and days are not shown. Unknown keys are kept. */
export const scheduleRecord = z.looseObject(plainFields(shapes.schedule));
export type ScheduleRecord = z.infer<typeof scheduleRecord>;

/** A schedule as a list shows it; empty without an identifier. The record is as it was answered, its known fields spelled as in a body, since it is sent back whole. */
export interface ListedSchedule {
  readonly id: string;
  readonly record: Readonly<Record<string, unknown>>;
}

/** The name of a workspace's schedules in the read cache. */
const schedulesNames = ({ workgroupID, workspaceID }: WorkspaceId) => [nameOf("schedules", workgroupID, workspaceID)];

export const listSchedules = endpoint("GET", path, "List schedules of a workspace.", {
  number: 15,
  documented: { list: shapes.schedule },
  result: parsedResult(parseSchedules, "is no list of schedules"),
  shows: schedulesNames,
});

/** A change of a schedule, whose body is a whole record: fields that it leaves out may be lost. */
const change = { body: z.record(z.string(), z.unknown()), changes: schedulesNames };

/** The calls on schedules. A service may have only the list (API 11). */
export const schedules = {
  /** The schedules of a workspace (endpoint 15). */
  list: (call: Caller) => async (id: WorkspaceId) =>
    (await call(listSchedules, id)).found.map(({ record }) => scheduleRecord.parse(record)),
  /** Creates a schedule; resolves with it if the response shows its identifier. Never sent twice: list the schedules if the response was lost. */
  create: endpoint("POST", path, "Create a schedule of a workspace.", {
    ...change,
    result: z.unknown().transform((result) => parseSchedules(result)?.found[0]),
  }),
  /** Replaces a schedule: fields that the body leaves out may be lost. */
  update: endpoint("PUT", `${path}/{scheduleID}`, "Replace a schedule of a workspace.", change),
  /** Deletes a schedule. */
  delete: endpoint("DELETE", `${path}/{scheduleID}`, "Delete a schedule of a workspace.", { changes: schedulesNames }),
};

function parseSchedules(result: unknown): ParsedList<ListedSchedule> | undefined {
  return parseList(result, ["schedules"], (value) => {
    if (!isObject(value)) return undefined;
    const id = pickId(value, ["id", "scheduleid"]);
    const record = withKnownKeys(value, Object.keys(shapes.schedule.fields));
    return id !== undefined || "repeat" in record || "time" in record ? { id: id ?? "", record } : undefined;
  });
}
