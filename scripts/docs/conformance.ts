import { type AnyEndpoint, endpoints } from "../../client/api/endpoints";
import { workspace } from "../../client/wire/shapes";
import type { WorkspaceRecord } from "../../client";
import { workspaceRecordFacts } from "../../provider/resources/workspace-settings/record";
import { argumentOf } from "../../provider/resources/workspace-settings/review";
import { namesOf } from "../../provider/functions/fields";
import { examples } from "../../tests/support/examples";
import { table } from "./reference-types";

/** The client's call for each endpoint, and the resources and functions that use it. The endpoints themselves are the client's. */
export const uses: Readonly<Record<string, { readonly client: string; readonly by: readonly string[] }>> = {
  listInstalledAddons: { client: "addons.list", by: ["AddonConfiguration", "getInstalledAddons"] },
  getInstalledAddon: { client: "addons.get", by: ["AddonConfiguration", "getInstalledAddon"] },
  createConfiguration: { client: "addons.createConfiguration", by: ["AddonConfiguration"] },
  updateConfiguration: { client: "addons.updateConfiguration", by: ["AddonConfiguration"] },
  listConfigurations: { client: "addons.configurations", by: ["AddonConfiguration", "getAddonConfigurations"] },
  listAddonWorkspaces: { client: "addons.workspaces", by: ["getAddonWorkspaces"] },
  deleteConfiguration: { client: "addons.deleteConfiguration", by: ["AddonConfiguration"] },
  getWorkgroup: {
    client: "workgroups.get",
    by: [
      ...[
        "Workgroup",
        "Workspace",
        "WorkspaceSettings",
        "WorkspaceRefresh",
        "DatabaseUser",
        "WorkspaceSchedule",
        "BackupSchedule",
        "AllowList",
        "AllowListEntry",
      ],
      ...["getWorkgroup", "getWorkspace", "getDatabase", "getAllowList"],
    ],
  },
  listWorkgroups: { client: "workgroups.list", by: ["Workgroup", "getWorkgroups", "getWorkgroup", "getWorkspace"] },
  createWorkgroup: { client: "workgroups.create", by: ["Workgroup"] },
  updateWorkgroup: { client: "workgroups.update", by: ["Workgroup"] },
  deleteWorkgroup: { client: "workgroups.delete", by: ["Workgroup"] },
  createWorkspace: { client: "workspaces.create", by: ["Workspace"] },
  listCloudProviders: { client: "workgroups.cloudProviders", by: ["getCloudProviders"] },
  listPublicCloudProviders: { client: "workgroups.cloudProviders", by: ["getCloudProviders"] },
  getDatabase: { client: "databases.get", by: ["getDatabase"] },
  updateWorkspace: { client: "workspaces.update", by: ["Workspace", "WorkspaceSettings"] },
  deleteWorkspace: { client: "workspaces.delete", by: ["Workspace", "WorkspaceSettings"] },
  refreshWorkspace: { client: "workspaces.refresh", by: ["WorkspaceRefresh"] },
  getWorkspaceOptions: { client: "workspaces.options", by: ["getWorkspaceOptions"] },
  deleteUser: { client: "databaseUsers.delete", by: ["DatabaseUser"] },
  listUsers: { client: "databaseUsers.list", by: ["DatabaseUser"] },
  createUser: { client: "databaseUsers.create", by: ["DatabaseUser"] },
  setPassword: { client: "databaseUsers.setPassword", by: ["DatabaseUser"] },
  getBackupSchedule: { client: "backups.schedule", by: ["BackupSchedule", "getBackupSchedule"] },
  setBackupSchedule: { client: "backups.setSchedule", by: ["BackupSchedule"] },
  listBackups: { client: "backups.list", by: ["getBackups"] },
  getRestoreJob: { client: "backups.restoreJob", by: ["getRestoreJob"] },
  listSchedules: { client: "schedules.list", by: ["WorkspaceSchedule", "getSchedules"] },
  listAllowedRanges: { client: "allowLists.list", by: ["AllowListEntry", "getAllowList"] },
  createAllowedRange: { client: "allowLists.create", by: ["AllowListEntry"] },
  updateAllowedRange: { client: "allowLists.update", by: ["AllowListEntry"] },
  deleteAllowedRange: { client: "allowLists.delete", by: ["AllowListEntry"] },
  getCaller: { client: "allowLists.caller", by: ["AllowList", "AllowListEntry"] },
  enforceRanges: { client: "allowLists.enforce", by: ["AllowList"] },
  liftRanges: { client: "allowLists.enforce", by: ["AllowList"] },
  createSchedule: { client: "schedules.create", by: ["WorkspaceSchedule"] },
  updateSchedule: { client: "schedules.update", by: ["WorkspaceSchedule"] },
  deleteSchedule: { client: "schedules.delete", by: ["WorkspaceSchedule"] },
  runQuery: { client: "queries.run", by: ["QueryRun"] },
  exchangeSecret: { client: "queries.exchange", by: ["QueryRun"] },
};

/** One endpoint of the client, with the examples that use it. */
export interface Row {
  readonly name: string;
  /** The number of API 4; `data plane`, or `extension` where only the public reference shows it. */
  readonly number: string;
  readonly method: string;
  readonly path: string;
  readonly purpose: string;
  readonly examples: readonly string[];
}

/** Every endpoint row of the client, in the order of API 4. */
export function endpointRows(): Row[] {
  const all = [...endpoints].map(([name, row]) => ({ name, ...numbered(row) }));
  const place = ({ number }: { number: string }) => (Number.isNaN(Number(number)) ? 100 : Number(number));
  return all.map((row) => ({ ...row, examples: examplesOf(row) })).sort((a, b) => place(a) - place(b) || a.path.localeCompare(b.path));
}

function numbered({ number, source, method, path, purpose }: AnyEndpoint): Omit<Row, "name" | "examples"> {
  const name = number === undefined ? (source === "documented" ? "data plane" : "extension") : String(number);
  return { number: name, method, path, purpose };
}

/** The examples that send a request to the endpoint. */
function examplesOf({ name, number }: Omit<Row, "examples">): string[] {
  const sent = examples.filter(
    ({ endpoints }) => endpoints.includes(Number(number)) || endpoints.includes(name === "runQuery" ? "query" : name),
  );
  return [...new Set(sent.map(({ name: example }) => `examples/${example}`))];
}

/** One field of the Workspace record, and where users find it. */
export interface FieldRow {
  readonly wire: string;
  /** The argument of `WorkspaceSettings` that declares it. */
  readonly argument: string | undefined;
  /** The output of `WorkspaceSettings` that holds it. */
  readonly output: string | undefined;
  /** The name under which the functions return it. */
  readonly read: string;
}

/** Every field of the Workspace record (API 2.2). */
export function fieldRows(): FieldRow[] {
  return [...namesOf(workspace)].map(([wire, read]) => ({
    wire,
    argument: identifiers[wire] ?? argumentOf(bodyNames[wire] ?? wire),
    output: outputOf(wire),
    read,
  }));
}

const identifiers: Readonly<Record<string, string>> = { workgroup_id: "workgroupId", workspace_id: "workspaceId" };

/** The path without the common prefix, so that the table fits a narrow screen. */
function shortPath(path: string): string {
  return path.replace("/controller/v4/v2", "").replace("/workgroups/{workgroupID}/workspaces", "…/workspaces");
}

/** Fields that have another name in the body of endpoint 9 than in the record. */
const bodyNames: Readonly<Record<string, string>> = { name: "workspace_name", workspace_type: "workspace_type_name" };

/** Finds the output that a record with this field alone yields. */
function outputOf(wire: string): string | undefined {
  return Object.keys(workspaceRecordFacts({ [wire]: wire === "is_rw" ? true : "shown" } as unknown as WorkspaceRecord))[0];
}

/** The page of the conformance tables. */
export function conformancePage(): string {
  const endpoints = endpointRows().map(({ name, number, method, path }) => {
    const { client = "", by = [] } = uses[name] ?? {};
    return [number, `\`${method} ${shortPath(path)}\``, `\`${client}\``, by.map((one) => `\`${one}\``).join(", ")];
  });
  const fields = fieldRows().map(({ wire, argument, output, read }) => [
    `\`${wire}\``,
    argument === undefined ? "" : `\`${argument}\``,
    output === undefined ? "" : `\`${output}\``,
    `\`${read}\``,
  ]);
  return [
    "# Conformance",
    "Generated from the client's endpoint rows, the schemas and the field tables by `npm run docs`; a test fails when it is stale.",
    "## Endpoints",
    "Numbers and paths are those of [docs/internals/api.md, section 4](api.md#4-endpoints), which says what the paths leave out. An extension is a call that only the public reference of the same service shows ([section 11](api.md#11-calls-beyond-the-description)): a service may lack it.",
    table(["#", "endpoint", "client", "reached by"], endpoints),
    "## Fields of the Workspace record",
    "A field that `WorkspaceSettings` neither declares nor keeps is read with `getWorkspace` or `getWorkgroup`, under the name in the last column. `pause` is an argument that the record does not show.",
    table(["wire name", "argument of `WorkspaceSettings`", "output of `WorkspaceSettings`", "name in functions"], fields),
  ].join("\n\n");
}
