import type { Account, Emulator } from "../../../testing/emulator";
import { canaries } from "../../support/canary";
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
  /** The endpoint that is faulted in each operation that sends something. */
  readonly faulted: Readonly<Partial<Record<Operation, number | string>>>;
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
    live: (emulator) => ({
      users: emulator.usernames(workgroupId, workspaceId),
      opens: passwords.map((password) => emulator.passwordIs(workgroupId, workspaceId, "anna", password)),
    }),
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

/** The kinds of resources with their options: how many of each, and which of their requests are faulted. */
const rows: readonly [string, number, string, Make, Resource["faulted"]][] = [
  ["WorkspaceSettings", 3, "settings", settings("delete"), { create: 9, read: 7, update: 9, delete: 10 }],
  ["WorkspaceSettings, paused at the end", 1, "paused", settings("pause"), { create: 9, read: 7, update: 9, delete: 9 }],
  ["AddonConfiguration", 3, "configuration", configuration, { create: 3, read: 5, update: 4, delete: "deleteConfiguration" }],
  ["DatabaseUser", 3, "user", user, { create: "createUser", read: "listUsers", update: "setPassword", delete: 12 }],
  ["WorkspaceRefresh", 2, "refresh", refresh, { create: 11, read: 7, update: 11 }],
  ["QueryRun", 2, "query", run(false), { create: "query", update: "query" }],
  ["QueryRun, idempotent", 1, "repeated", run(true), { create: "query", update: "query" }],
  ["QueryRun by a token", 1, "exchanged", run(false), { create: "token", update: "query" }],
];

/** The resources of the program. */
export const resources: readonly Resource[] = rows.flatMap(([like, count, word, make, faulted]) =>
  Array.from({ length: count }, (_, index) => {
    const name = `${word}-${index + 1}`;
    const { object, ...made } = make(name);
    const subject = subjects.find((one) => one.name === like);
    if (subject === undefined) throw new Error(`the matrix has no ${like}`);
    const exchange = Object.values(faulted).includes("token") ? "|/tokens$" : "";
    return { name, subject: { ...subject, object }, own: new RegExp(`${name}(/|$)${exchange}`), faulted, ...made };
  }),
);

/** Fills the service with everything but the resources themselves. */
export function fillAccount(account: Account): void {
  data.fill(account);
  account.addSecret(data.workgroupId, data.workspaceId, canaries["the database secret"]);
  for (const { fill } of resources) fill(account);
}
