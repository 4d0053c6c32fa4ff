import { distance } from "fastest-levenshtein";
import { parseInstalledAddons } from "../wire/addon-results";
import type { WorkgroupRecord, WorkspaceRecord } from "../wire/records";
import type { Freshness, SharedReads } from "./shared-reads";
import type { WorkspaceId } from "./paths";
import { isNotFound } from "../http/error-classification";
import { ifError, isServiceError, NotUnderstoodError } from "../http/errors";

interface Reader extends Pick<SharedReads, "sharedWorkgroup" | "sharedWorkgroups"> {
  readonly redact?: (text: string) => string;
}

/** A record, or a sentence about the missing object that lists the existing objects. */
export type Found<T> = { readonly record: T } | { readonly missing: string; readonly what: "workgroup" | "workspace" };

/** The required freshness of a workgroup record, and how to interpret its workspace list. */
interface Wanted extends Freshness {
  /** True if null represents an empty list. By default, null is inconclusive. */
  readonly nullIsEmpty?: boolean;
}

/**
 * Reads a workgroup with its workspaces, except deleted ones, because the documented API has no call for a single workspace (API 4). The
 * workgroup is missing only if the service returns Not-Found. Any other failure is an error.
 */
export async function findWorkgroup(client: Reader, workgroupID: string, wanted: Wanted = {}): Promise<Found<Listed>> {
  const found = await findWorkgroupRecord(client, workgroupID, wanted);
  return "missing" in found ? found : { record: withWorkspaceList(found.record, wanted.nullIsEmpty) };
}

/** Reads a workgroup record, with or without a workspace list. The record is missing only if the service returns Not-Found. */
export async function findWorkgroupRecord(client: Reader, workgroupID: string, freshness?: Freshness): Promise<Found<WorkgroupRecord>> {
  const { redact = asIs } = client;
  const record = await client.sharedWorkgroup({ workgroupID }, freshness).catch(ifError(isNotFound, () => undefined));
  if (record === undefined) {
    const all = await client.sharedWorkgroups().catch(ifError(isServiceError, () => undefined));
    return missingWorkgroup(workgroupID, all, redact);
  }
  // All fields are optional. A record without an id is accepted, but a record with a different id is not.
  if (record.workgroup_id !== "" && record.workgroup_id !== workgroupID)
    throw new NotUnderstoodError(
      `the service returned workgroup ${JSON.stringify(redact(record.workgroup_id))} instead of ${JSON.stringify(workgroupID)}`,
    );
  return { record };
}

/** Reads a workspace record from the record of its workgroup. */
export async function findWorkspace(
  client: Reader,
  { workgroupID, workspaceID }: WorkspaceId,
  wanted: Omit<Wanted, "parts"> = {},
): Promise<Found<WorkspaceRecord>> {
  const found = await findWorkgroup(client, workgroupID, { ...wanted, parts: [workspaceID] });
  if ("missing" in found) return found;
  const { workspaces } = found.record;
  const record = workspaces.find(({ workspace_id }) => workspace_id === workspaceID);
  if (record !== undefined) return { record };
  if (found.record.workgroup_id === "" || workspaces.some(({ workspace_id }) => workspace_id === ""))
    throw new NotUnderstoodError(
      `the service responded for workgroup ${JSON.stringify(workgroupID)} with records without identifiers, so workspace ${JSON.stringify(workspaceID)} might still exist`,
    );
  const all = workspaces.map(({ workspace_id, name }) => ({ id: workspace_id, name }));
  const there = namesOf(all, workspaceID, client.redact);
  return {
    what: "workspace",
    missing: `workgroup ${JSON.stringify(workgroupID)} has no workspace ${JSON.stringify(workspaceID)}; it has ${there}`,
  };
}

/** A workgroup with a reliable workspace list. */
export type Listed = WorkgroupRecord & { readonly workspaces: readonly WorkspaceRecord[] };

/** Returns the workgroup without deleted workspaces. Throws a {@link NotUnderstoodError} if the record has no list, which must not be confused with an empty list. */
export function withWorkspaceList(workgroup: WorkgroupRecord, nullIsEmpty = false): Listed {
  const workspaces = workgroup.workspaces === null && !nullIsEmpty ? undefined : shownWorkspaces(workgroup);
  if (workspaces === undefined) {
    const id = JSON.stringify(workgroup.workgroup_id);
    throw new NotUnderstoodError(
      `the service responded for workgroup ${id} without a list of its workspaces, so it is unknown which workspaces exist`,
    );
  }
  return { ...workgroup, workspaces };
}

/**
 * Returns the workspaces of a workgroup, except deleted ones. Undefined if the record has no list, or has null although one of its
 * databases has workspaces.
 */
export function shownWorkspaces(record: WorkgroupRecord): WorkspaceRecord[] | undefined {
  const { workspaces, tg_databases } = record;
  const isEmpty = workspaces === null && !tg_databases?.some((database) => (database.workspaces ?? []).length > 0);
  // Called for each resource of a workgroup, and all of these share one record.
  const shown = present.get(record) ?? (isEmpty ? [] : workspaces?.filter((workspace) => !isDeleted(workspace)));
  present.set(record, shown);
  return shown;
}

const present = new WeakMap<WorkgroupRecord, WorkspaceRecord[] | undefined>();

/** Returns true if a record has a deletion time. Services represent an unset time in many ways, but never as a recent year. */
export function isDeleted({ deleted_at: at }: { readonly deleted_at?: unknown }): boolean {
  return typeof at === "string" && /[1-9]/.test(at) && !["0000-", "0001-", "1970-"].includes(at.slice(0, 5));
}

/** The id of an object, and its name if it has one. */
export interface Named {
  readonly id: string;
  readonly name?: string | null | undefined;
}

/** Maximum number of objects listed in a sentence. */
const maxNamed = 5;

const asIs = (text: string) => text;

/**
 * Lists the existing objects for a sentence: `id (name), id (name)`, or `none`. If there are many, contains their number and lists only
 * those with the most similar ids or names. Names come from the service, so `redact` removes secrets from them.
 */
export function namesOf(given: readonly Named[], wanted: string, redact = asIs): string {
  const objects = given.map(({ id, name }) => ({ id: redact(id), name: redact(name ?? "") }));
  const nameOf = ({ id, name }: (typeof objects)[number]) => (id || unnamed) + (name && ` (${name})`);
  if (objects.length <= maxNamed) return objects.map(nameOf).join(", ") || "none";
  const distanceOf = ({ id, name }: (typeof objects)[number]) => {
    const texts = [id, name].filter((text) => text !== "");
    return Math.min(...texts.map((text) => distance(text.toLowerCase(), wanted.toLowerCase())));
  };
  const nearest = objects.map((object) => ({ object, away: distanceOf(object) })).sort((a, b) => a.away - b.away);
  const named = nearest.slice(0, maxNamed).map(({ object }) => nameOf(object));
  return `${objects.length}, the most similar are ${named.join(", ")}`;
}

const unnamed = "one without an identifier";

/** Reports that a workgroup does not exist. `all` contains the existing workgroups, if known. */
export function missingWorkgroup(wanted: string, all: readonly WorkgroupRecord[] | undefined, redact = asIs) {
  const named = all?.map(({ workgroup_id, name }) => ({ id: workgroup_id, name }));
  const others = named === undefined ? "" : `; available: ${namesOf(named, wanted, redact)}`;
  return { what: "workgroup", missing: `workgroup ${JSON.stringify(wanted)} does not exist${others}` } as const;
}

/** Reports that an installed add-on does not exist, based on the list Result. Undefined if the list contains the add-on or might be incomplete. */
export function missingAddon(wanted: string, list: unknown, redact = asIs): string | undefined {
  const all = parseInstalledAddons(list);
  if (all?.certain !== true || all.found.some(({ id, addonsId }) => id === wanted || addonsId === wanted)) return undefined;
  const named = all.found.map(({ id, name, title = name }) => ({ id, name: title === id ? "" : title }));
  return `installed add-on ${JSON.stringify(wanted)} does not exist; available: ${namesOf(named, wanted, redact)}`;
}
