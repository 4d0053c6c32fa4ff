import type { Account, Emulator } from "../../../testing/emulator";
import { canaries } from "../../support/canary";
import { requests } from "../../faults/requests";
import { type Subject, subjects } from "../../faults/subjects";

export type Operation = "create" | "read" | "update" | "delete";

/** One resource of the program, on objects of its own. */
export interface Resource {
  readonly name: string;
  /** The subject of the matrix that it is: its kind, its errors and what it never sends twice. */
  readonly subject: Subject;
  /** Its identifying arguments, and those that make it the subject. */
  readonly given: Readonly<Record<string, unknown>>;
  /** Fits the paths of its requests, and of no other's. */
  readonly own: RegExp;
  /** Returns its live objects. */
  readonly live: (emulator: Emulator) => unknown;
  /** Adds its objects to the service. */
  readonly fill: (account: Account) => void;
  /** Someone changes it behind the program's back. */
  readonly drift?: (emulator: Emulator) => void;
}

type Make = (name: string) => Pick<Resource, "given" | "live" | "fill"> & { readonly object: readonly string[] } & Partial<Resource>;

/** A workgroup with one workspace. */
function workspaceOf(name: string) {
  const place = { workgroupId: `group-of-${name}`, workspaceId: `space-of-${name}` };
  const { workgroupId, workspaceId } = place;
  const fill = (account: Account) => {
    account.addWorkgroup({ workgroup_id: workgroupId });
    const kept = { addons_id: "kept", enable: true, enable_configuration: { theme: "dark" } };
    account.addWorkspace(workgroupId, { workspace_id: workspaceId, addons: [kept] });
  };
  return { place, workgroupId, workspaceId, object: [workgroupId, workspaceId], fill };
}

const settings =
  (deletionPolicy: "delete" | "pause"): Make =>
  (name) => {
    const { place, workgroupId, workspaceId, object, fill } = workspaceOf(name);
    const live = (emulator: Emulator) => {
      try {
        const { name: title, auto_stop_minutes, addons, status } = emulator.workspace(workgroupId, workspaceId);
        return { title, auto_stop_minutes, addons, status };
      } catch {
        return "gone";
      }
    };
    const drift = (emulator: Emulator) => emulator.changeWorkspace(workgroupId, workspaceId, { auto_stop_minutes: 15 });
    return { given: { place, deletionPolicy }, object, fill, live, drift };
  };

const configuration: Make = (name) => {
  const installedAddonId = `addon-of-${name}`;
  return {
    given: { place: { installedAddonId, configName: "main" } },
    object: [installedAddonId, "main"],
    fill: (account) => void account.addInstalledAddon({ id: installedAddonId }),
    live: (emulator) => emulator.configurations(installedAddonId).map((one) => ({ name: one.name, value: one.value })),
  };
};

const user: Make = (name) => {
  const { place, workgroupId, workspaceId, object, fill } = workspaceOf(name);
  const passwords = [canaries["the password"], canaries["the second password"]];
  return {
    given: { place: { ...place, username: "anna" } },
    object: [...object, "anna"],
    fill,
    live: (emulator) => {
      const users = emulator.passwords(workgroupId, workspaceId);
      return { users: Object.keys(users), opens: passwords.map((password) => users["anna"] === password) };
    },
  };
};

const refresh: Make = (name) => {
  const { place, workgroupId, workspaceId, object, fill } = workspaceOf(name);
  return {
    given: { place },
    object,
    fill,
    live: (emulator) => emulator.workspace(workgroupId, workspaceId).refresh_status,
    drift: (emulator) => emulator.changeWorkspace(workgroupId, workspaceId, { refresh_message: "read again" }),
  };
};

/** All workspaces share a host: one secret opens all queries. */
const data = workspaceOf("queries");
const run =
  (idempotent: boolean): Make =>
  (name) => ({
    given: { place: { graph: "movies", query: name }, idempotent },
    object: ["movies", name],
    fill: (account) => account.addQuery(data.workgroupId, data.workspaceId, { graph: "movies", query: name, results: [{ first: 1 }] }),
    live: () => undefined,
  });

/** The subjects of the matrix, with the names of the resources that are like them, and how many of those there are. */
const likes: Readonly<Record<string, readonly [word: string, count: number, make: Make]>> = {
  WorkspaceSettings: ["settings", 3, settings("delete")],
  "WorkspaceSettings, paused at the end": ["paused", 1, settings("pause")],
  AddonConfiguration: ["configuration", 3, configuration],
  DatabaseUser: ["user", 3, user],
  WorkspaceRefresh: ["refresh", 2, refresh],
  QueryRun: ["query", 2, run(false)],
  "QueryRun, idempotent": ["repeated", 1, run(true)],
  "QueryRun by a token": ["exchanged", 1, run(false)],
};

export function resourceLike(like: string, name: string): Resource {
  const subject = subjects.find((one) => one.name === like);
  const [, , make] = likes[like] ?? [];
  if (subject === undefined || make === undefined) throw new Error(`there is no ${like}`);
  const { object, ...made } = make(name);
  const exchange = like.endsWith("by a token") ? "|/tokens$" : "";
  return { name, subject: { ...subject, object }, own: new RegExp(`${name}(/|$)${exchange}`), ...made };
}

export const resources: readonly Resource[] = Object.entries(likes).flatMap(([like, [word, count]]) =>
  Array.from({ length: count }, (_, index) => resourceLike(like, `${word}-${index + 1}`)),
);

/** The endpoint of the request that is faulted in an operation: its first write that the service does not refuse anyway, else its read. */
export function endpointOf({ subject: { name, kind } }: Resource, operation: Operation): number | string | undefined {
  const all = requests[name]?.[operation] ?? requests[kind]?.[operation] ?? [];
  if ("none" in all) return undefined;
  const sent = all.filter((request) => !request.endsWith(", refused"));
  const [, endpoint = ""] = (sent.find((request) => !request.startsWith("GET")) ?? sent[0] ?? "").split(" ");
  return /^\d+$/.test(endpoint) ? Number(endpoint) : endpoint;
}

/** Fills the service with everything but the resources themselves. */
export function fillAccount(account: Account, all: readonly Resource[]): void {
  data.fill(account);
  account.addSecret(data.workgroupId, data.workspaceId, canaries["the database secret"]);
  for (const { fill } of all) fill(account);
}
