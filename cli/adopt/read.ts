import { type Client, findWorkgroup, isDeleted, isServiceError, type Listed, type WorkspaceRecord } from "../../client";
import { lacksCall } from "../../provider/answers";
import { type Configuration } from "../../provider/resources/addon-configuration/model";
import { configurationIn, type InstalledAddon, installedIn } from "./addons";
import type { Omission } from "./model";

/** What of the account is to be read. */
export interface Scope {
  /** Identifiers of workgroups; none, and no workspaces, means all. */
  readonly workgroups: readonly string[];
  readonly workspaces: readonly { readonly workgroup: string; readonly workspace: string }[];
  readonly users: boolean;
  readonly configurations: boolean;
  /** Configurations whose names the user knows. */
  readonly named: readonly { readonly addon: string; readonly name: string }[];
}

/** The account as it was read; what could not be read is named. */
export interface Reading {
  readonly workgroups: readonly Listed[];
  readonly addons: readonly InstalledAddon[];
  readonly configurations: readonly { readonly addon: InstalledAddon; readonly name: string; readonly found: Configuration }[];
  readonly users: readonly { readonly workgroup: string; readonly workspace: string; readonly username: string }[];
  readonly omissions: readonly Omission[];
}

/** Tells how far the reading is. */
export type Progress = (what: string, done: number, of: number) => void;

/** Reads the account with GETs alone. Rejects where nothing can be read at all: no key, no address, no list of workgroups. */
export async function readAccount(client: Client, scope: Scope, progress: Progress): Promise<Reading> {
  const omissions: Omission[] = [];
  const fail = (what: string, why: string) => void omissions.push({ what, why, failed: true });
  const workgroups = await readWorkgroups(client, scope, progress, omissions, fail);
  const addons = scope.configurations ? await readAddons(client, omissions, fail) : [];
  const configurations = await readConfigurations(client, addons, scope, omissions, fail);
  const users = scope.users ? await readUsers(client, workgroups, progress, omissions, fail) : [];
  return { workgroups, addons, configurations, users, omissions };
}

type Fail = (what: string, why: string) => void;

async function readWorkgroups(client: Client, scope: Scope, progress: Progress, omissions: Omission[], fail: Fail): Promise<Listed[]> {
  const wanted = [...new Set([...scope.workgroups, ...scope.workspaces.map(({ workgroup }) => workgroup)])];
  const listed = wanted.length === 0 ? await listWorkgroups(client) : undefined;
  const ids = listed?.map(({ id }) => id) ?? wanted;
  let done = 0;
  const read = await Promise.all(
    ids.map(async (id) => {
      const what = `workgroup ${JSON.stringify(id)}`;
      try {
        // The list shows the records too, but what the provider will compare with is this one.
        const found = await findWorkgroup(during(client, "read", what), id);
        if ("record" in found) return found.record;
        fail(what, `${found.missing}.`);
      } catch (error) {
        if (refused(error)) throw error;
        fail(what, messageOf(error));
      } finally {
        progress("workgroups", ++done, ids.length);
      }
      return undefined;
    }),
  );
  return read.flatMap((workgroup) => (workgroup === undefined ? [] : [narrowed(workgroup, scope, listed, omissions, fail)]));
}

interface ListedWorkgroup {
  readonly id: string;
  readonly workspaces: readonly { readonly id: string; readonly name: string }[];
}

async function listWorkgroups(client: Client): Promise<ListedWorkgroup[]> {
  try {
    const all = await during(client, "list the workgroups").workgroups.list();
    return all.map(({ workgroup_id: id, workspaces }) => ({
      id,
      workspaces: (workspaces ?? [])
        .filter((workspace) => !isDeleted(workspace))
        .map((workspace) => ({ id: workspace.workspace_id, name: workspace.name ?? "" })),
    }));
  } catch (error) {
    if (!isServiceError(error) || !lacksCall(error)) throw error;
    throw new Error(`this service does not list its workgroups (the request ${error.failure.summary}); name them with --workgroup <id>.`);
  }
}

/** The workgroup with the workspaces that were asked for; those that are not there are named. */
function narrowed(
  workgroup: Listed,
  { workgroups, workspaces }: Scope,
  listed: readonly ListedWorkgroup[] | undefined,
  omissions: Omission[],
  fail: Fail,
): Listed {
  const id = workgroup.workgroup_id;
  const there = (workspace: string) => workgroup.workspaces.some(({ workspace_id }) => workspace_id === workspace);
  const gone = (listed?.find((other) => other.id === id)?.workspaces ?? []).filter((workspace) => !there(workspace.id));
  for (const { id: workspace, name } of gone) {
    omissions.push({
      what: `workspace ${JSON.stringify(name || workspace)}`,
      why: "it went away while the account was read.",
      failed: false,
    });
  }
  const asked = workspaces.filter((one) => one.workgroup === id).map(({ workspace }) => workspace);
  for (const workspace of asked.filter((one) => !there(one))) {
    fail(`workspace ${JSON.stringify(workspace)}`, `workgroup ${JSON.stringify(id)} has no such workspace.`);
  }
  if (asked.length === 0 || workgroups.includes(id)) return workgroup;
  return { ...workgroup, workspaces: workgroup.workspaces.filter(({ workspace_id }) => asked.includes(workspace_id)) };
}

async function readAddons(client: Client, omissions: Omission[], fail: Fail): Promise<InstalledAddon[]> {
  const what = "configurations of add-ons";
  try {
    const addons = installedIn(await during(client, "list the installed add-ons").addons.list());
    if (addons !== undefined) return addons;
    omissions.push({
      what,
      why: "the service's list of installed add-ons cannot be understood; name them with --configuration <installed add-on>/<name>.",
      failed: false,
    });
  } catch (error) {
    if (isServiceError(error) && lacksCall(error))
      omissions.push({ what, why: "this service does not list its installed add-ons.", failed: false });
    else fail(what, messageOf(error));
  }
  return [];
}

async function readConfigurations(
  client: Client,
  addons: readonly InstalledAddon[],
  { named }: Scope,
  omissions: Omission[],
  fail: Fail,
): Promise<Reading["configurations"]> {
  const wanted = addons.flatMap((addon) => addon.configurations.map((name) => ({ addon, name })));
  for (const { addon: id, name } of named) {
    const addon = addons.find((other) => other.id === id) ?? { id, name: id, addonsId: undefined, configurations: [] };
    if (!wanted.some((one) => one.addon.id === id && one.name === name)) wanted.push({ addon, name });
  }
  for (const { id, name } of addons.filter((addon) => !wanted.some((one) => one.addon.id === addon.id))) {
    const why = `the service finds them by their names only, and lists none; name them with --configuration ${id}/<name>.`;
    omissions.push({ what: `configurations of the add-on ${JSON.stringify(name)}`, why, failed: false });
  }
  const read = await Promise.all(
    wanted.map(async ({ addon, name }) => {
      const what = `configuration ${JSON.stringify(name)} of the add-on ${JSON.stringify(addon.name)}`;
      try {
        const found = configurationIn(
          name,
          await during(client, "read", what).addons.configurations({ installedAddonsID: addon.id, configName: name }),
        );
        if (typeof found !== "string") return [{ addon, name, found }];
        fail(what, `${found}.`);
      } catch (error) {
        fail(what, messageOf(error));
      }
      return [];
    }),
  );
  return read.flat();
}

async function readUsers(
  client: Client,
  workgroups: readonly Listed[],
  progress: Progress,
  omissions: Omission[],
  fail: Fail,
): Promise<Reading["users"]> {
  const workspaces = workgroups.flatMap(({ workgroup_id: workgroup, workspaces: own }) => own.map((record) => ({ workgroup, record })));
  let lacking = false;
  let done = 0;
  const read = async ({ workgroup, record }: { workgroup: string; record: WorkspaceRecord }) => {
    const workspace = record.workspace_id;
    const what = `database users of workspace ${JSON.stringify(record.name || workspace)}`;
    try {
      if (lacking) return [];
      const users = await during(client, "list", what).databaseUsers.list({ workgroupID: workgroup, workspaceID: workspace });
      return (users ?? []).flatMap(({ username }) => (username ? [{ workgroup, workspace, username }] : []));
    } catch (error) {
      if (isServiceError(error) && lacksCall(error)) lacking = true;
      else fail(what, messageOf(error));
      return [];
    } finally {
      progress("lists of database users", ++done, workspaces.length);
    }
  };
  // The first tells whether the service has the call at all.
  const [first, ...others] = workspaces;
  const users = first === undefined ? [] : [await read(first), ...(await Promise.all(others.map(read)))];
  if (lacking)
    omissions.push({
      what: "database users",
      why: "this service does not list them; declare them by hand, with adopt: true.",
      failed: false,
    });
  return users.flat();
}

function during(client: Client, operation: string, object?: string): Client {
  return client.during({ purpose: { kind: "adopt", operation, ...(object === undefined ? {} : { object }) } });
}

/** True where the key itself is refused: every further request would be. */
function refused(error: unknown): boolean {
  return isServiceError(error) && (error.failure.type === "Unauthorized" || error.failure.status === 401);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
