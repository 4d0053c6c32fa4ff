import { z } from "zod";
import { isObject } from "../wire/json";
import { endpoint } from "../http/endpoint";
import { parsedResult } from "../wire/records";
import { type ParsedList, parseList, pickId, withKnownKeys } from "../wire/results";
import * as shapes from "../wire/shapes";
import { nameOf, ofWorkspace, type WorkspaceId } from "./paths";

const path = `${ofWorkspace}/schedules` as const;

/** A schedule as a list shows it. */
export interface ListedSchedule {
  /** Empty if the service shows none. */
  readonly id: string;
  /** The record (API 2.7) as the service returned it, its known fields spelled as in a body, since a change sends the whole record. */
  readonly record: Readonly<Record<string, unknown>>;
}

/** The name of a workspace's schedules in the read cache. */
const schedulesNames = ({ workgroupID, workspaceID }: WorkspaceId) => [nameOf("schedules", workgroupID, workspaceID)];

/** A change of a schedule, whose body is a whole record: fields that it leaves out may be lost. */
const change = { body: z.record(z.string(), z.unknown()), changes: schedulesNames };

/** The calls on schedules. A service may have only the list (API 11). */
export const schedules = {
  /** The schedules of a workspace (endpoint 15). */
  list: endpoint("GET", path, "List schedules of a workspace.", {
    number: 15,
    documented: { list: shapes.schedule },
    result: parsedResult(parseSchedules, "is no list of schedules"),
    shows: schedulesNames,
  }),
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
