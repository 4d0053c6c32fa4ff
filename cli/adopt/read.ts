import {
  findWorkgroup,
  isCredentialRefused,
  isDeleted,
  isNoSuchCall,
  isServiceError,
  type Listed,
  mayMeanMissing,
  namesOf,
  type WorkgroupRecord,
} from "../../client";
import { type Reader, reasonOf } from "../../provider/adopt/reader";
import { adoptions } from "../../provider/registry";
import { UsageError } from "../errors";
import type { Scope } from "./options";

export type Reading = Awaited<ReturnType<typeof readAccount>>;

/** Reads the account with GET requests. Rejects if nothing can be read (no key, no address, no list of workgroups), or if the user interrupts the command. */
export async function readAccount(reader: Reader, scope: Scope) {
  const workgroups = await readWorkgroups(reader, scope);
  const account = { workgroups, named: scope.named, addons: addonsOf(workgroups) };
  const found = new Map<string, readonly unknown[]>();
  for (const [kind, facts] of Object.entries(adoptions())) {
    if (facts.read !== undefined && !scope.without.has(kind)) found.set(kind, await facts.read(reader, account));
  }
  return { workgroups, addons: account.addons, found };
}

function addonsOf(workgroups: readonly Listed[]): Map<string, string> {
  const entries = workgroups.flatMap(({ workspaces }) => workspaces.flatMap(({ addons }) => addons ?? []));
  return new Map(entries.flatMap(({ addons_id: id, unique_name: name }) => (name ? [[id, name]] : [])));
}

async function readWorkgroups(reader: Reader, scope: Scope): Promise<Listed[]> {
  const wanted = [...new Set([...scope.workgroups, ...scope.workspaces.map(({ workgroupID }) => workgroupID)])];
  const all = wanted.length === 0 ? await listWorkgroups(reader) : [];
  const read = await reader.each("workgroups", [...wanted, ...all.map(({ workgroup_id: id }) => id)], async (id) => {
    const what = `workgroup ${JSON.stringify(id)}`;
    try {
      // The list also contains records, but the provider later compares against this one.
      const found = await findWorkgroup(reader.for("reading"), id, { nullIsEmpty: true });
      if ("record" in found) return [found.record];
      reader.fail(what, `${found.missing}.`);
    } catch (error) {
      if (isCredentialRefused(error)) throw new Error(reasonOf(error));
      if (wanted.length > 0) requireConnection(error);
      if (mayMeanMissing(error)) await requireId(reader, id, scope);
      reader.failed(what, error);
    }
    return [];
  });
  return read.map((workgroup) => narrowSelection(reader, workgroup, scope, all));
}

async function listWorkgroups(reader: Reader): Promise<readonly WorkgroupRecord[]> {
  const operation = "reading the list of workgroups";
  reader.tell(operation);
  try {
    return await reader.for(operation).sharedWorkgroups();
  } catch (error) {
    requireConnection(error);
    if (!isNoSuchCall(error)) throw new Error(reasonOf(error));
    throw new Error(
      `This service does not list its workgroups (the request ${error.failure.summary}). Specify them with --workgroup <id>.`,
    );
  }
}

/** Throws if the first request could not be sent, because all others would fail too. */
function requireConnection(error: unknown): void {
  if (!isServiceError(error) || error.failure.outcome !== "unreachable") return;
  const { summary, hint } = error.failure;
  throw new Error(`Cannot reach the service (GRAPHPLANE_BASE_URL): the request ${summary}. ${hint}.`);
}

/** Throws a `UsageError` if an option contains the name of a workgroup instead of its id, because services reject names with inconsistent errors. */
async function requireId(reader: Reader, given: string, { workgroups }: Scope): Promise<void> {
  const client = reader.for("reading");
  const all = await client.sharedWorkgroups().catch((): readonly WorkgroupRecord[] => []);
  const formatOf = (id: string) => id.replace(/[a-z0-9]/gi, "x");
  const [first] = all;
  if (first === undefined || all.some(({ workgroup_id: id }) => formatOf(id) === formatOf(given))) return;
  const option = workgroups.includes(given) ? "--workgroup must be an id" : "--workspace must consist of ids";
  const names = namesOf(
    all.map(({ workgroup_id: id, name }) => ({ id, name })),
    given,
    client.redact,
  );
  throw new UsageError(`${option} such as ${first.workgroup_id}, not the name ${JSON.stringify(given)}. Workgroups: ${names}.`);
}

/** Returns the workgroup with only the selected workspaces, and reports those that do not exist. */
function narrowSelection(reader: Reader, workgroup: Listed, { workgroups, workspaces }: Scope, all: readonly WorkgroupRecord[]): Listed {
  const id = workgroup.workgroup_id;
  const hasWorkspace = (workspace: string) => workgroup.workspaces.some(({ workspace_id }) => workspace_id === workspace);
  const listed = all.find(({ workgroup_id }) => workgroup_id === id)?.workspaces ?? [];
  for (const gone of listed.filter((one) => !isDeleted(one) && !hasWorkspace(one.workspace_id)))
    reader.leaveOut(`workspace ${JSON.stringify(gone.name || gone.workspace_id)}`, "it disappeared during the run.");
  const asked = workspaces.flatMap(({ workgroupID, workspaceID }) => (workgroupID === id ? [workspaceID] : []));
  const existing = workgroup.workspaces.map(({ workspace_id, name }) => ({ id: workspace_id, name }));
  for (const workspace of asked.filter((one) => !hasWorkspace(one))) {
    const names = namesOf(existing, workspace, reader.for("reading").redact);
    reader.fail(`workspace ${JSON.stringify(workspace)}`, `workgroup ${JSON.stringify(id)} has no such workspace; it has ${names}.`);
  }
  if (asked.length === 0 || workgroups.includes(id)) return workgroup;
  return { ...workgroup, workspaces: workgroup.workspaces.filter(({ workspace_id }) => asked.includes(workspace_id)) };
}
