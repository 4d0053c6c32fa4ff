import { z } from "zod";
import { isObject } from "../wire/json";
import { endpoint } from "../http/endpoint";
import { parsedResult } from "../wire/records";
import { type ParsedList, parseList, pickId, withKnownKeys } from "../wire/results";
import * as shapes from "../wire/shapes";
import { nameOf, ofWorkspace, type WorkspaceId } from "./paths";

const path = `${ofWorkspace}/schedules` as const;

/** A schedule from a list. */
export interface ListedSchedule {
  /** Empty if the response does not contain it. */
  readonly id: string;
  /** The record (API 2.7) as the service returned it, with known fields renamed as in a request body, because a change sends the whole record. */
  readonly record: Readonly<Record<string, unknown>>;
}

/** Returns the read-cache key of a workspace's schedules. */
const schedulesNames = ({ workgroupID, workspaceID }: WorkspaceId) => [nameOf("schedules", workgroupID, workspaceID)];

/** A change to a schedule. The body must be a complete record, because missing fields might be lost. */
const change = { body: z.record(z.string(), z.unknown()), changes: schedulesNames };

/** Calls for schedules. All calls except the list might not exist (API 11). */
export const schedules = {
  /** Lists the schedules of a workspace (endpoint 15). */
  list: endpoint("GET", path, "List schedules of a workspace.", {
    number: 15,
    documented: { list: shapes.schedule },
    result: parsedResult(parseSchedules, "is not a list of schedules"),
    shows: schedulesNames,
  }),
  /** Creates a schedule. Resolves with it if the response contains its identifier. Never retried. If the response is lost, list the schedules. */
  create: endpoint("POST", path, "Create a schedule of a workspace.", {
    ...change,
    result: z.unknown().transform((result) => parseSchedules(result)?.found[0]),
  }),
  /** Replaces a schedule. Fields that are missing from the body might be lost. */
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
