import type { Client, DatabaseId, DatabaseRecord, WorkgroupRecord, WorkspaceId, WorkspaceRecord } from "../../client";
import * as inRecords from "../../client/api/find";
import type { AnyEndpoint } from "../../client/http/endpoint";
import { isNoSuchCall, isNotFound, mayMeanMissing } from "../../client/http/error-classification";
import { ifError, type ServiceError } from "../../client/http/errors";
import { InputError } from "../errors";

/** Finds records for functions. The error about a missing record lists the existing ones. */

export async function workgroupRecord(client: Client, workgroupID: string): Promise<inRecords.Listed> {
  return recordOf(await explainByList(client, workgroupID, inRecords.findWorkgroup(client, workgroupID, { nullIsEmpty: true })));
}

export async function workspaceRecord(client: Client, id: WorkspaceId): Promise<WorkspaceRecord> {
  return recordOf(await explainByList(client, id.workgroupID, inRecords.findWorkspace(client, id, { nullIsEmpty: true })));
}

function recordOf<T>(found: inRecords.Found<T>): T {
  if ("record" in found) return found.record;
  throw new InputError(found.missing);
}

/** Awaits a search in a workgroup's record. If the read fails, the list of workgroups can show that the workgroup does not exist. */
async function explainByList<T>(
  { sharedWorkgroups, redact }: Client,
  workgroupID: string,
  finding: Promise<inRecords.Found<T>>,
): Promise<inRecords.Found<T>> {
  // A malformed id causes a 500, and an unknown id can cause a 400. Only the list is conclusive, unless it is empty.
  const decide = async (error: ServiceError) => {
    const all = await sharedWorkgroups().catch(() => []);
    if (all.length === 0 || all.some(({ workgroup_id }) => workgroup_id === workgroupID || workgroup_id === "")) throw error;
    return inRecords.missingWorkgroup(workgroupID, all, redact);
  };
  return finding.catch(ifError(mayMeanMissing, decide));
}

/** Returns the only record with the given name. Throws an InputError that lists the existing names or, if the name is not unique, the ids. */
export function findByName<T extends WorkgroupRecord | WorkspaceRecord>(
  { redact }: Client,
  all: readonly T[],
  what: "workgroup" | "workspace",
  name: string,
): T {
  const idOf = (record: T) => String(record[`${what}_id`]);
  const named = all.filter((record) => record.name === name);
  const [record] = named;
  if (record === undefined) {
    const objects = all.map((one) => ({ id: idOf(one), name: one.name }));
    const there = inRecords.namesOf(objects, name, redact);
    throw new InputError(`no ${what} is named ${JSON.stringify(name)}; available: ${there}`);
  }
  if (named.length > 1) {
    const ids = named.map((one) => redact(idOf(one))).join(", ");
    throw new InputError(`${named.length} ${what}s are named ${JSON.stringify(name)}: pass the id of one of them (${ids})`);
  }
  return record;
}

/** Reads data that belongs to a workspace. If the read fails because the workspace does not exist, the error states that. */
export function ofWorkspace<T>(
  client: Client,
  { workgroupId: workgroupID, workspaceId: workspaceID }: Readonly<Record<"workgroupId" | "workspaceId", string>>,
  read: (id: WorkspaceId) => Promise<T>,
): Promise<T> {
  const id = { workgroupID, workspaceID };
  return explainFailure(read(id), async () => {
    const found = await explainByList(client, workgroupID, inRecords.findWorkspace(client, id));
    return "missing" in found ? found.missing : undefined;
  });
}

/** Reads a database. If the read fails because the workgroup does not contain the database, the error states that. */
export function databaseRecord(client: Client, id: DatabaseId): Promise<DatabaseRecord> {
  const { workgroupID, databaseID } = id;
  return explainFailure(client.shared(client.endpoints.databases.get, id), async () => {
    const found = await explainByList(client, workgroupID, inRecords.findWorkgroupRecord(client, workgroupID));
    if ("missing" in found) return found.missing;
    const { tg_databases: all } = found.record;
    if (!Array.isArray(all) || all.some(({ database_id }) => !database_id || database_id === databaseID)) return undefined;
    const named = all.map(({ database_id, name }) => ({ id: database_id ?? "", name }));
    const there = inRecords.namesOf(named, databaseID, client.redact);
    return `workgroup ${JSON.stringify(workgroupID)} has no database ${JSON.stringify(databaseID)}; it has ${there}`;
  });
}

/** Awaits a read. If the read fails and `explain` returns a message, because the object does not exist, throws an error with that message. */
export function explainFailure<T>(reading: Promise<T>, explain: () => Promise<string | undefined>): Promise<T> {
  const fail = async (error: ServiceError): Promise<never> => {
    const missing = await explain().catch(() => undefined);
    throw missing === undefined ? error : new InputError(missing);
  };
  return reading.catch(ifError(mayMeanMissing, fail));
}

/** Awaits a read that is not part of the documented API. If the service does not support it, the error suggests the alternative `instead`. */
export async function explainMissingCall<T>(reading: Promise<T>, { method, path }: AnyEndpoint, instead: string): Promise<T> {
  try {
    return await reading;
  } catch (error) {
    if (!isNoSuchCall(error) && !isNotFound(error)) throw error;
    const why = `this needs ${method} ${path}, which is not part of the documented API and which this service does not seem to support`;
    throw error.as({ ...error.failure, hint: `${instead}: ${why}` });
  }
}
