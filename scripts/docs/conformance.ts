import { type AnyEndpoint, endpoints } from "../../client/api/endpoints";
import { workspace } from "../../client/wire/shapes";
import type { WorkspaceRecord } from "../../client";
import { workspaceRecordFacts } from "../../provider/resources/workspace-settings/record";
import { argumentOf } from "../../provider/resources/workspace-settings/review";
import { namesOf } from "../../provider/functions/fields";
import { examples } from "../../tests/support/examples";
import { table } from "./reference-types";

/** The resources and functions that use each endpoint of the client. */
export const uses: Readonly<Record<string, readonly string[]>> = {
  listInstalledAddons: ["AddonConfiguration", "getInstalledAddons"],
  getInstalledAddon: ["AddonConfiguration", "getInstalledAddon"],
  createConfiguration: ["AddonConfiguration"],
  updateConfiguration: ["AddonConfiguration"],
  listConfigurations: ["AddonConfiguration", "getAddonConfigurations"],
  listAddonWorkspaces: ["getAddonWorkspaces"],
  deleteConfiguration: ["AddonConfiguration"],
  getWorkgroup: [
    "Workgroup",
    "Workspace",
    "WorkspaceSettings",
    "WorkspaceRefresh",
    "DatabaseUser",
    "WorkspaceSchedule",
    "BackupSchedule",
    "AllowList",
    "AllowListEntry",
    "getWorkgroup",
    "getWorkspace",
    "getDatabase",
    "getAllowList",
  ],
  listWorkgroups: ["Workgroup", "getWorkgroups", "getWorkgroup", "getWorkspace"],
  createWorkgroup: ["Workgroup"],
  updateWorkgroup: ["Workgroup"],
  deleteWorkgroup: ["Workgroup"],
  createWorkspace: ["Workspace"],
  listCloudProviders: ["getCloudProviders"],
  listPublicCloudProviders: ["getCloudProviders"],
  getDatabase: ["getDatabase"],
  updateWorkspace: ["Workspace", "WorkspaceSettings"],
  deleteWorkspace: ["Workspace", "WorkspaceSettings"],
  refreshWorkspace: ["WorkspaceRefresh"],
  getWorkspaceOptions: ["getWorkspaceOptions"],
  deleteUser: ["DatabaseUser"],
  listUsers: ["DatabaseUser"],
  createUser: ["DatabaseUser"],
  setPassword: ["DatabaseUser"],
  getBackupSchedule: ["BackupSchedule", "getBackupSchedule"],
  setBackupSchedule: ["BackupSchedule"],
  listBackups: ["getBackups"],
  getRestoreJob: ["getRestoreJob"],
  listSchedules: ["WorkspaceSchedule", "getSchedules"],
  listAllowedRanges: ["AllowListEntry", "getAllowList"],
  createAllowedRange: ["AllowListEntry"],
  updateAllowedRange: ["AllowListEntry"],
  deleteAllowedRange: ["AllowListEntry"],
  getCaller: ["AllowList", "AllowListEntry"],
  enforceRanges: ["AllowList"],
  liftRanges: ["AllowList"],
  createSchedule: ["WorkspaceSchedule"],
  updateSchedule: ["WorkspaceSchedule"],
  deleteSchedule: ["WorkspaceSchedule"],
  runQuery: ["QueryRun"],
  exchangeSecret: ["QueryRun"],
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
    const by = uses[name] ?? [];
    return [number, `\`${method} ${shortPath(path)}\``, by.map((one) => `\`${one}\``).join(", ")];
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
    table(["#", "endpoint", "reached by"], endpoints),
    "## Fields of the Workspace record",
    "A field that `WorkspaceSettings` neither declares nor keeps is read with `getWorkspace` or `getWorkgroup`, under the name in the last column. `pause` is an argument that the record does not show.",
    table(["wire name", "argument of `WorkspaceSettings`", "output of `WorkspaceSettings`", "name in functions"], fields),
  ].join("\n\n");
}
