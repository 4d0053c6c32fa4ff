import type * as ClientModule from "../../client";
import { renameKeys } from "./fields";
import type { Database, Workgroup, Workspace } from "./records";
import { type LookUp, requireText } from "./look-up";
import { databaseFields, workgroupFields, workspaceFields } from "./tables";

/** Finds records for look-ups: the error of a missing one names those that exist. */

/** A workgroup's live record, read once for many look-ups. */
export async function workgroupRecord(look: LookUp, workgroupID: string): Promise<ClientModule.Listed> {
  const { module, share } = look;
  const reader = {
    sharedWorkgroup: (id: { readonly workgroupID: string }) =>
      share(`workgroup ${id.workgroupID}`, async (client) => nullAsEmpty(await client.workgroups.get(id))),
    sharedWorkgroups: () => allWorkgroups(look),
  };
  try {
    const found = await module.findWorkgroup(reader, workgroupID);
    if ("record" in found) return found.record;
    throw new module.InputError(found.missing);
  } catch (error) {
    // A malformed id is a 500 and an unknown one may be a 400, so the list decides.
    if (!module.mayMeanMissing(error)) throw error;
    const all = await allWorkgroups(look).catch(() => undefined);
    if (all === undefined || all.some(({ workgroup_id }) => workgroup_id === workgroupID)) throw error;
    throw new module.InputError(
      `there is no workgroup ${JSON.stringify(workgroupID)}; there are ${namesOfWorkgroups(look, all, workgroupID)}`,
    );
  }
}

/** Every workgroup, read once for many look-ups; fails where the service does not have the call. */
export function allWorkgroups({ share }: LookUp): Promise<readonly ClientModule.WorkgroupRecord[]> {
  return share("workgroups", async (client) => (await client.workgroups.list()).map(nullAsEmpty));
}

/** The workgroups as a sentence names them that says that the wanted one is not there. */
export function namesOfWorkgroups({ module }: LookUp, all: readonly ClientModule.WorkgroupRecord[], wanted: string): string {
  const named = all.map(({ workgroup_id, name }) => ({ id: workgroup_id, name }));
  return module.namesOf(named, wanted);
}

/** A workspace's live record, out of its workgroup's. */
export async function workspaceRecord(look: LookUp, workgroupID: string, workspaceID: string): Promise<ClientModule.WorkspaceRecord> {
  const { workspaces } = await workgroupRecord(look, workgroupID);
  const record = workspaces.find(({ workspace_id }) => workspace_id === workspaceID);
  if (record !== undefined) return record;
  const there = namesOfWorkspaces(look, workspaces, workspaceID);
  throw new look.module.InputError(
    `workgroup ${JSON.stringify(workgroupID)} has no workspace ${JSON.stringify(workspaceID)}; it has ${there}`,
  );
}

/** The workspaces as a sentence names them that says that the wanted one is not there. */
export function namesOfWorkspaces({ module }: LookUp, all: readonly ClientModule.WorkspaceRecord[], wanted: string): string {
  const named = all.map(({ workspace_id, name }) => ({ id: workspace_id, name }));
  return module.namesOf(named, wanted);
}

/** The one record of a name; an InputError that lists what there is, or the ids where the name is not unique. */
export function findByName<T extends { readonly name?: string | null | undefined }>(
  { module }: LookUp,
  all: readonly T[],
  { what, name, there, idOf }: { what: string; name: string; there: string; idOf: (record: T) => string },
): T {
  const named = all.filter((record) => record.name === name);
  const [record] = named;
  if (record === undefined) throw new module.InputError(`there is no ${what} named ${JSON.stringify(name)}; there are ${there}`);
  if (named.length > 1) {
    throw new module.InputError(
      `${named.length} of what there is are named ${JSON.stringify(name)}: give the id of the ${what} that is meant (${named.map(idOf).join(", ")})`,
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
  return explainFailure(look, read, () => workspaceRecord(look, workgroupID, workspaceID));
}

/** Runs a read; where it is refused, fails with the better explanation of `explain`, if that has one. */
export async function explainFailure<T>(look: LookUp, read: () => Promise<T>, explain: () => Promise<unknown>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (!look.module.mayMeanMissing(error)) throw error;
    await explain().catch((better: unknown) => {
      throw better instanceof look.module.InputError ? better : error;
    });
    throw error;
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
export function workspaceOf({ module }: LookUp, record: ClientModule.WorkspaceRecord): Workspace {
  return renameKeys(withHost(module, record), workspaceFields);
}

/** A database's record under our names, without its deleted workspaces. */
export function databaseOf({ module }: LookUp, record: ClientModule.DatabaseRecord): Database {
  return renameKeys(withWorkspaces(module, record), databaseFields);
}

/** A workgroup's record under our names, without its deleted workspaces. */
export function workgroupOf({ module }: LookUp, record: ClientModule.WorkgroupRecord): Workgroup {
  const databases = record.tg_databases?.map((database) => withWorkspaces(module, database));
  const whole = withWorkspaces(module, module.withWorkspaceList(nullAsEmpty(record)));
  return renameKeys(databases === undefined ? whole : { ...whole, tg_databases: databases }, workgroupFields);
}

/** The workspaces under our names, without those that are deleted. */
export function liveWorkspacesOf(look: LookUp, records: readonly ClientModule.WorkspaceRecord[]): Workspace[] {
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

/** Services write an empty list as null too. */
function nullAsEmpty<T extends ClientModule.WorkgroupRecord>(record: T): T {
  return record.workspaces === null ? { ...record, workspaces: [] } : record;
}
