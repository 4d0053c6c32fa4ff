import type * as ClientModule from "../../client";
import { renameKeys } from "./fields";
import type { Database, WorkgroupDetails, WorkspaceDetails } from "./records";
import { type LookUp, requireText } from "./look-up";
import * as shapes from "../../client/wire/shapes";

/** Finds records for look-ups: the error of a missing one names those that exist. */

/** A workgroup's live record, read once for many look-ups. */
export async function workgroupRecord(look: LookUp, workgroupID: string): Promise<ClientModule.Listed> {
  return recordOf(look, await find(look, workgroupID, nullAsEmpty, (reader) => look.module.findWorkgroup(reader, workgroupID)));
}

/** A workspace's live record, out of its workgroup's. */
export async function workspaceRecord(look: LookUp, workgroupID: string, workspaceID: string): Promise<ClientModule.WorkspaceRecord> {
  const id = { workgroupID, workspaceID };
  return recordOf(look, await find(look, workgroupID, nullAsEmpty, (reader) => look.module.findWorkspace(reader, id)));
}

function recordOf<T>({ module }: LookUp, found: ClientModule.Found<T>): T {
  if ("record" in found) return found.record;
  throw new module.InputError(found.missing);
}

/** Finds something in a workgroup's record, which is shared with other look-ups. */
async function find<T>(
  look: LookUp,
  workgroupID: string,
  adapt: (record: ClientModule.WorkgroupRecord) => ClientModule.WorkgroupRecord,
  findIn: (reader: Parameters<typeof ClientModule.findWorkgroup>[0]) => Promise<ClientModule.Found<T>>,
): Promise<ClientModule.Found<T>> {
  const { module, share } = look;
  try {
    return await findIn({
      sharedWorkgroup: async (id) => adapt(await share(`workgroup ${id.workgroupID}`, (client) => client.workgroups.get(id))),
      sharedWorkgroups: () => allWorkgroups(look),
      redact: (text) => look.client.redact(text),
    });
  } catch (error) {
    // A malformed id is a 500 and an unknown one may be a 400, so the list decides; one that is empty proves nothing.
    if (!module.mayMeanMissing(error)) throw error;
    const all = await allWorkgroups(look).catch(() => []);
    if (all.length === 0 || all.some(({ workgroup_id }) => workgroup_id === workgroupID || workgroup_id === "")) throw error;
    const there = namesOfWorkgroups(look, all, workgroupID);
    return { what: "workgroup", missing: `there is no workgroup ${JSON.stringify(workgroupID)}; there are ${there}` };
  }
}

/** Every workgroup, read once for many look-ups; fails where the service does not have the call. */
export function allWorkgroups({ share }: LookUp): Promise<readonly ClientModule.WorkgroupRecord[]> {
  return share("workgroups", async (client) => (await client.workgroups.list()).map(nullAsEmpty));
}

/** The workgroups as a sentence names them that says that the wanted one is not there. */
export function namesOfWorkgroups(look: LookUp, all: readonly ClientModule.WorkgroupRecord[], wanted: string): string {
  return namesOf(
    look,
    all.map(({ workgroup_id, name }) => ({ id: workgroup_id, name })),
    wanted,
  );
}

/** The workspaces as a sentence names them that says that the wanted one is not there. */
export function namesOfWorkspaces(look: LookUp, all: readonly ClientModule.WorkspaceRecord[], wanted: string): string {
  return namesOf(
    look,
    all.map(({ workspace_id, name }) => ({ id: workspace_id, name })),
    wanted,
  );
}

/** Names are texts of the service. */
function namesOf({ module, client }: LookUp, all: Parameters<typeof ClientModule.namesOf>[0], wanted: string): string {
  return module.namesOf(
    all.map(({ id, name }) => ({ id: client.redact(id), name: name && client.redact(name) })),
    wanted,
  );
}

/** The one record of a name; an InputError that lists what there is, or the ids where the name is not unique. */
export function findByName<T extends { readonly name?: string | null | undefined }>(
  { module, client }: LookUp,
  all: readonly T[],
  { what, name, there, idOf }: { what: string; name: string; there: string; idOf: (record: T) => string },
): T {
  const named = all.filter((record) => record.name === name);
  const [record] = named;
  if (record === undefined) throw new module.InputError(`there is no ${what} named ${JSON.stringify(name)}; there are ${there}`);
  if (named.length > 1) {
    throw new module.InputError(
      `${named.length} of what there is are named ${JSON.stringify(name)}: give the id of the ${what} that is meant (${named.map((one) => client.redact(idOf(one))).join(", ")})`,
    );
  }
  return record;
}

/** The ids of a workspace, in the client's form. */
export function workspaceIdOf(look: LookUp, { workgroupId, workspaceId }: { workgroupId: string; workspaceId: string }) {
  return { workgroupID: requireText(look, "workgroupId", workgroupId), workspaceID: requireText(look, "workspaceId", workspaceId) };
}

/** A workspace in words. */
export function describedWorkspace({ workgroupId, workspaceId }: { workgroupId: string; workspaceId: string }): string {
  return `workspace ${JSON.stringify(workspaceId)} of workgroup ${JSON.stringify(workgroupId)}`;
}

/** Runs a read of something below a workspace; where it is refused, the error says whether the workspace is missing. */
export async function below<T>(look: LookUp, workgroupID: string, workspaceID: string, read: () => Promise<T>): Promise<T> {
  return explainFailure(look, read, async () => {
    const id = { workgroupID, workspaceID };
    const found = await find(look, workgroupID, asShown, (reader) => look.module.findWorkspace(reader, id));
    return "missing" in found ? found.missing : undefined;
  });
}

/** Runs a read of a database; where it is refused, the error says whether the workgroup shows that it has no such one. */
export async function ofDatabase<T>(look: LookUp, workgroupID: string, databaseID: string, read: () => Promise<T>): Promise<T> {
  return explainFailure(look, read, async () => {
    const found = await find(look, workgroupID, asShown, (reader) => look.module.findWorkgroupRecord(reader, workgroupID));
    if ("missing" in found) return found.missing;
    const { tg_databases: all } = found.record;
    if (!Array.isArray(all) || all.some(({ database_id }) => !database_id || database_id === databaseID)) return undefined;
    const named = all.map(({ database_id, name }) => ({ id: database_id ?? "", name }));
    const there = namesOf(look, named, databaseID);
    return `workgroup ${JSON.stringify(workgroupID)} has no database ${JSON.stringify(databaseID)}; it has ${there}`;
  });
}

/** Runs a read; where it is refused, fails with the sentence of `explain`, which has one only where the object is certainly not there. */
export async function explainFailure<T>(look: LookUp, read: () => Promise<T>, explain: () => Promise<string | undefined>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (!look.module.mayMeanMissing(error)) throw error;
    const missing = await explain().catch(() => undefined);
    throw missing === undefined ? error : new look.module.InputError(missing);
  }
}

/** Runs a read that is not part of the documented API; where the service does not have it, the error says what to do instead. */
export async function explainMissingCall<T>({ module }: LookUp, read: () => Promise<T>, call: string, instead: string): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (!module.isNoSuchCall(error) && !module.isNotFound(error)) throw error;
    const why = `this takes ${call}, which is not part of the documented API (docs/api.md, section 11) and which this service does not seem to have`;
    throw error.as({ ...error.failure, hint: `${instead}: ${why}` });
  }
}

/** A workspace's record under our names. */
export function workspaceOf({ module }: LookUp, record: ClientModule.WorkspaceRecord): WorkspaceDetails {
  return renameKeys(withHost(module, record), shapes.workspace);
}

/** A database's record under our names, without its deleted workspaces. */
export function databaseOf({ module }: LookUp, record: ClientModule.DatabaseRecord): Database {
  return renameKeys(withWorkspaces(module, record), shapes.database);
}

/** A workgroup's record under our names, without its deleted workspaces. */
export function workgroupOf({ module }: LookUp, record: ClientModule.WorkgroupRecord): WorkgroupDetails {
  const databases = record.tg_databases?.map((database) => withWorkspaces(module, database));
  const whole = withWorkspaces(module, module.withWorkspaceList(nullAsEmpty(record)));
  return renameKeys(databases === undefined ? whole : { ...whole, tg_databases: databases }, shapes.workgroup);
}

/** The workspaces under our names, without those that are deleted. */
export function liveWorkspacesOf(look: LookUp, records: readonly ClientModule.WorkspaceRecord[]): WorkspaceDetails[] {
  return records.filter((record) => !look.module.isDeleted(record)).map((record) => workspaceOf(look, record));
}

function withWorkspaces<T extends { workspaces?: readonly ClientModule.WorkspaceRecord[] | null | undefined }>(
  module: typeof ClientModule,
  record: T,
): T {
  const { workspaces } = record;
  if (!Array.isArray(workspaces)) return record;
  const live = (workspaces as readonly ClientModule.WorkspaceRecord[]).filter((workspace) => !module.isDeleted(workspace));
  return { ...record, workspaces: live.map((workspace) => withHost(module, workspace)) };
}

function withHost({ hostOf }: typeof ClientModule, record: ClientModule.WorkspaceRecord): ClientModule.WorkspaceRecord {
  return { ...record, proxy_host: hostOf(record) };
}

/** A list of null does not prove that something is not in it. */
const asShown = (record: ClientModule.WorkgroupRecord) => record;

/** Services write an empty list as null too. */
function nullAsEmpty<T extends ClientModule.WorkgroupRecord>(record: T): T {
  return record.workspaces === null ? { ...record, workspaces: [] } : record;
}
