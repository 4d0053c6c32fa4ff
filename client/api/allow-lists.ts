import { z } from "zod";
import type { Caller } from "../http/call";
import { isObject } from "../wire/json";
import { endpoint, nameOf, prefix } from "../http/endpoint";
import { optional } from "../http/envelope";
import { parsedResult } from "../wire/records";
import { type ParsedList, parseList, pick, pickId, pickText, withKnownKeys } from "../wire/results";
import * as shapes from "../wire/shapes";
import type { WorkgroupId } from "./workgroups";
import { workspaceName } from "./workspaces";

const path = `${prefix}/workgroups/{workgroupID}/allow_list` as const;

/** An entry of an allow list as the service shows it (API 11). */
export interface AllowedRange {
  readonly id: string;
  /** The range in the service's form; empty if the service shows none. */
  readonly cidr: string;
  readonly note?: string;
  /** The entry as the service returned it, its known fields spelled as in a body, since a change sends the whole entry. */
  readonly record?: Readonly<Record<string, unknown>> | undefined;
}

/** The caller's address as the service sees it (API 11). */
export interface RequestOrigin {
  /** True if the address is on the list; undefined if the service does not say. */
  readonly isAllowed?: boolean;
  /** The address in the service's form, possibly with a port, or a list of several; JSON if the value is not a string. */
  readonly address?: string;
}

/** The body of the calls that make or change an entry. */
export const allowedRangeBody = z.looseObject({ cidr: z.string(), note: z.string().optional() });
export type AllowedRangeBody = z.infer<typeof allowedRangeBody>;

/** One entry by the identifier that the service gave it. */
export interface AllowedRangeId extends WorkgroupId {
  readonly id: string;
}

/** The name of an allow list in the read cache: of one entry, by its range or identifier, or of all. */
export const allowedRangeName = ({ workgroupID }: WorkgroupId, entry?: string): string =>
  nameOf("allowed range", workgroupID, ...(entry === undefined ? [] : [entry]));

const changedEntry = (id: WorkgroupId, entry: string) => [allowedRangeName(id), allowedRangeName(id, entry)];

/** A workgroup's record that is asked for without naming a workspace shows these changes. */
const changedRecord = ({ workgroupID }: WorkgroupId) => [workspaceName({ workgroupID, workspaceID: "" })];

export const listAllowedRanges = endpoint({
  method: "GET",
  path,
  purpose: "List the address ranges on the allow list of a workgroup.",
  documented: { list: shapes.allowedRange },
  result: parsedResult(parseRanges, "is no list of entries"),
});

export const getCaller = endpoint({
  method: "GET",
  path: `${path}/current`,
  purpose: "Get whether the caller's own address is on the allow list of a workgroup.",
  documented: shapes.currentAddress,
  result: z.unknown().transform((result): RequestOrigin => {
    const [origin, ...others] = parseList(result, [], parseOrigin)?.found ?? [];
    return others.length === 0 ? (origin ?? {}) : {};
  }),
});

export const createAllowedRange = endpoint({
  method: "POST",
  path,
  purpose: "Add an address range to the allow list of a workgroup.",
  body: allowedRangeBody,
  result: z.unknown().transform((result) => parseRanges(result)?.found),
  changes: (id, { cidr }) => changedEntry(id, cidr),
});

export const updateAllowedRange = endpoint({
  method: "PUT",
  path: `${path}/{id}`,
  purpose: "Replace an entry of the allow list of a workgroup.",
  body: allowedRangeBody,
  changes: (id) => changedEntry(id, id.id),
});

export const deleteAllowedRange = endpoint({
  method: "DELETE",
  path: `${path}/{id}`,
  purpose: "Delete an entry of the allow list of a workgroup.",
  changes: (id) => changedEntry(id, id.id),
});

export const enforceRanges = endpoint({
  method: "PUT",
  path: `${path}/enable`,
  purpose: "Enforce the allow list of a workgroup.",
  changes: changedRecord,
});

export const liftRanges = endpoint({
  method: "PUT",
  path: `${path}/disable`,
  purpose: "Stop enforcing the allow list of a workgroup.",
  changes: changedRecord,
});

/** The calls on the allow list of a workgroup (API 11: a service may lack them); each fails with a `ServiceError`. */
export type AllowLists = ReturnType<typeof allowLists>;

export const allowLists = (call: Caller) => ({
  /** The entries of the list. */
  list: (id: WorkgroupId): Promise<ParsedList<AllowedRange>> => call(listAllowedRanges, id),
  /** Reads whether the caller's address is on the list. */
  caller: (id: WorkgroupId): Promise<RequestOrigin> => call(getCaller, id),
  /** Adds an entry; resolves with the entries that the response shows. Never sent twice: list the entries if the response was lost. */
  create: async (id: WorkgroupId, body: AllowedRangeBody): Promise<readonly AllowedRange[]> =>
    (await call(createAllowedRange, id, body)) ?? [],
  /** Replaces an entry. */
  update: (id: AllowedRangeId, body: AllowedRangeBody): Promise<unknown> => call(updateAllowedRange, id, body),
  /** Deletes an entry. */
  delete: (id: AllowedRangeId): Promise<unknown> => call(deleteAllowedRange, id),
  /** Starts or ends the enforcement of the list; `enable_allow_list` of the workgroup shows the outcome. */
  enforce: (id: WorkgroupId, isEnforced: boolean): Promise<unknown> => call(isEnforced ? enforceRanges : liftRanges, id),
});

function parseRanges(result: unknown): ParsedList<AllowedRange> | undefined {
  return parseList(result, ["allowlist", "entries"], (value) => {
    if (!isObject(value)) return undefined;
    const id = pickId(value, ["id"]);
    if (id === undefined) return undefined;
    const note = pickText(value, ["note"]);
    const record = withKnownKeys(value, Object.keys(shapes.allowedRange.fields));
    return { id, cidr: pickText(value, ["cidr"]) ?? "", ...(note === undefined ? {} : { note }), record };
  });
}

function parseOrigin(value: unknown): RequestOrigin | undefined {
  if (!isObject(value)) return undefined;
  // The reference writes this key with a space before it.
  const isAllowed = new Map([
    ["true", true],
    ["false", false],
  ]).get(String(pick(value, ["isallowed"])));
  const shown = pick(value, ["currentip"]);
  const address = typeof shown === "string" ? shown || undefined : JSON.stringify(shown);
  return optional({ isAllowed, address });
}
