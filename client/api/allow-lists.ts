import { z } from "zod";
import { isObject, optional } from "../wire/json";
import { endpoint } from "../http/endpoint";
import { parsedResult, parsePrimitive } from "../wire/records";
import { type ParsedList, parseList, pick, pickId, pickText, withKnownKeys } from "../wire/results";
import * as shapes from "../wire/shapes";
import { nameOf, ofWorkgroup, type WorkgroupId, workspaceName } from "./paths";

const path = `${ofWorkgroup}/allow_list` as const;

/** An allow list entry in the format of the service (API 11). */
export interface AllowedRange {
  readonly id: string;
  /** The range in the format of the service; empty if the response does not contain it. */
  readonly cidr: string;
  readonly note?: string;
  /** The entry as the service returned it, with known fields renamed as in a request body, because a change sends the whole entry. */
  readonly record?: Readonly<Record<string, unknown>> | undefined;
}

/** The caller's address according to the service (API 11). */
export interface RequestOrigin {
  /** True if the address is on the list; undefined if the response does not state this. */
  readonly isAllowed?: boolean;
  /** The address in the format of the service, possibly with a port, or several addresses. JSON if the value is not a string. */
  readonly address?: string;
}

/** The body of the calls that create or change an entry. */
export const allowedRangeBody = z.looseObject({ cidr: z.string(), note: z.string().optional() });
export type AllowedRangeBody = z.infer<typeof allowedRangeBody>;

/** Identifies an entry. */
export interface AllowedRangeId extends WorkgroupId {
  readonly id: string;
}

/** Returns the read-cache key of an allow list entry, given its range or identifier. Without either, the key covers all entries. */
export const allowedRangeName = ({ workgroupID }: WorkgroupId, entry?: string): string =>
  nameOf("allowed range", workgroupID, ...(entry === undefined ? [] : [entry]));

const shows = (id: WorkgroupId, entry?: string) => [allowedRangeName(id, entry)];
const changedEntry = (id: WorkgroupId, entry: string) => [allowedRangeName(id), allowedRangeName(id, entry)];
const changes = (id: AllowedRangeId) => changedEntry(id, id.id);

/** These changes are also visible in the record of the workgroup. */
const changedRecord = ({ workgroupID }: WorkgroupId) => [workspaceName({ workgroupID })];

/** Calls for a workgroup's allow list (API 11: might not exist). */
export const allowLists = {
  /** Lists the entries. */
  list: endpoint("GET", path, "List the address ranges on the allow list of a workgroup.", {
    documented: { list: shapes.allowedRange },
    result: parsedResult(parseRanges, "is not a list of entries"),
    shows,
  }),
  /** Reads whether the caller's address is on the list. */
  caller: endpoint("GET", `${path}/current`, "Get whether the caller's own address is on the allow list of a workgroup.", {
    documented: shapes.currentAddress,
    result: z.unknown().transform((result): RequestOrigin => {
      const [origin, ...others] = parseList(result, [], parseOrigin)?.found ?? [];
      return others.length === 0 ? (origin ?? {}) : {};
    }),
    shows,
  }),
  /** Adds an entry. Resolves with the entries in the response. Never retried. If the response is lost, list the entries. */
  create: endpoint("POST", path, "Add an address range to the allow list of a workgroup.", {
    body: allowedRangeBody,
    result: z.unknown().transform((result) => parseRanges(result)?.found ?? []),
    changes: (id, { cidr }) => changedEntry(id, cidr),
  }),
  /** Replaces an entry. */
  update: endpoint("PUT", `${path}/{id}`, "Replace an entry of the allow list of a workgroup.", { body: allowedRangeBody, changes }),
  /** Deletes an entry. */
  delete: endpoint("DELETE", `${path}/{id}`, "Delete an entry of the allow list of a workgroup.", { changes }),
  /** Turns on enforcement of the list, as reported by the workgroup's `enable_allow_list`. */
  enable: endpoint("PUT", `${path}/enable`, "Enforce the allow list of a workgroup.", { changes: changedRecord }),
  /** Turns off enforcement of the list. */
  disable: endpoint("PUT", `${path}/disable`, "Stop enforcing the allow list of a workgroup.", { changes: changedRecord }),
};

function parseRanges(result: unknown): ParsedList<AllowedRange> | undefined {
  return parseList(result, ["allowlist", "entries"], (value) => {
    if (!isObject(value)) return undefined;
    const id = pickId(value, ["id"]);
    if (id === undefined) return undefined;
    const note = pickText(value, ["note"]);
    const record = withKnownKeys(value, Object.keys(shapes.allowedRange.fields));
    return { id, cidr: pickText(value, ["cidr"]) ?? "", ...optional({ note }), record };
  });
}

function parseOrigin(value: unknown): RequestOrigin | undefined {
  if (!isObject(value)) return undefined;
  // In the reference, this key has a leading space.
  const shownAllowed = parsePrimitive(pick(value, ["isallowed"]));
  const isAllowed = typeof shownAllowed === "boolean" ? shownAllowed : undefined;
  const shown = pick(value, ["currentip"]);
  const address = typeof shown === "string" ? shown || undefined : JSON.stringify(shown);
  return optional({ isAllowed, address });
}
