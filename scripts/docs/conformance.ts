import { endpoints } from "../../client/api/calls";
import { prefix } from "../../client/http/endpoint";
import { workspace } from "../../client/wire/shapes";
import type { WorkspaceRecord } from "../../client";
import { workspaceRecordFacts } from "../../provider/resources/workspace-settings/record";
import { argumentOf } from "../../provider/resources/workspace-settings/description";
import { namesOf } from "../../provider/functions/fields";
import { endpoints as emulated } from "../../testing/emulator/endpoints";
import { examples } from "../../tests/support/examples";
import { table } from "./reference-types";

/** The resources and functions that use each endpoint of the client, keyed by its method and its {@link shortPath}. */
export const uses: Readonly<Record<string, readonly string[]>> = {
  "GET /installed-addons": ["AddonConfiguration", "getInstalledAddons"],
  "GET /installed-addons/{installedAddonsID}": ["AddonConfiguration", "getInstalledAddon"],
  "POST /add-ons/{installedAddonsID}/configs": ["AddonConfiguration"],
  "PUT /add-ons/{installedAddonsID}/configs/{configID}": ["AddonConfiguration"],
  "GET /installed-addons/{installedAddonsID}/configs/{configName}": ["AddonConfiguration", "getAddonConfigurations"],
  "GET /addons/{addonsID}/workspaces": ["getAddonWorkspaces"],
  "DELETE /add-ons/{installedAddonsID}/configs/{configID}": ["AddonConfiguration"],
  "GET /workgroups/{workgroupID}": [
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
  "GET /workgroups": ["Workgroup", "getWorkgroups", "getWorkgroup", "getWorkspace"],
  "POST /workgroups": ["Workgroup"],
  "PUT /workgroups/{workgroupID}": ["Workgroup"],
  "DELETE /workgroups/{workgroupID}": ["Workgroup"],
  "POST …/workspaces": ["Workspace"],
  "GET /cloud-providers": ["getCloudProviders"],
  "GET /cloud-providers/public": ["getCloudProviders"],
  "GET /workgroups/{workgroupID}/databases/{databaseID}": ["getDatabase"],
  "PUT …/workspaces/{workspaceID}": ["Workspace", "WorkspaceSettings"],
  "DELETE …/workspaces/{workspaceID}": ["Workspace", "WorkspaceSettings"],
  "POST …/workspaces/{workspaceID}/refresh": ["WorkspaceRefresh"],
  "GET /workspaces/meta": ["getWorkspaceOptions"],
  "DELETE …/workspaces/{workspaceID}/dbuser": ["DatabaseUser"],
  "GET …/workspaces/{workspaceID}/dbuser": ["DatabaseUser"],
  "POST …/workspaces/{workspaceID}/dbuser": ["DatabaseUser"],
  "PUT …/workspaces/{workspaceID}/dbuser": ["DatabaseUser"],
  "GET …/workspaces/{workspaceID}/backups/schedule": ["BackupSchedule", "getBackupSchedule"],
  "POST …/workspaces/{workspaceID}/backups/schedule": ["BackupSchedule"],
  "GET …/workspaces/{workspaceID}/backups": ["getBackups"],
  "GET …/workspaces/{workspaceID}/backups/{job}/status": ["getRestoreJob"],
  "GET …/workspaces/{workspaceID}/schedules": ["WorkspaceSchedule", "getSchedules"],
  "GET /workgroups/{workgroupID}/allow_list": ["AllowListEntry", "getAllowList"],
  "POST /workgroups/{workgroupID}/allow_list": ["AllowListEntry"],
  "PUT /workgroups/{workgroupID}/allow_list/{id}": ["AllowListEntry"],
  "DELETE /workgroups/{workgroupID}/allow_list/{id}": ["AllowListEntry"],
  "GET /workgroups/{workgroupID}/allow_list/current": ["AllowList", "AllowListEntry"],
  "PUT /workgroups/{workgroupID}/allow_list/enable": ["AllowList"],
  "PUT /workgroups/{workgroupID}/allow_list/disable": ["AllowList"],
  "POST …/workspaces/{workspaceID}/schedules": ["WorkspaceSchedule"],
  "PUT …/workspaces/{workspaceID}/schedules/{scheduleID}": ["WorkspaceSchedule"],
  "DELETE …/workspaces/{workspaceID}/schedules/{scheduleID}": ["WorkspaceSchedule"],
  "POST /restpp/query/{graph}/{queryName}": ["QueryRun"],
  "POST /gsql/v1/tokens": ["QueryRun"],
};

/** An endpoint of the client, with the examples that use it. */
export interface Row {
  /** The method and the shortened path. */
  readonly request: string;
  /** The number in API 4, `data plane`, or `extension` if only the public reference documents the endpoint. */
  readonly number: string;
  readonly method: string;
  readonly path: string;
  readonly purpose: string;
  readonly examples: readonly string[];
}

/** Returns a row for each endpoint of the client, in the order of API 4. */
export function endpointRows(): Row[] {
  const all = endpoints.map(({ number = "extension", method, path, purpose }) => {
    const request = `${method} ${shortPath(path)}`;
    return { request, number: String(number), method, path, purpose, examples: examplesOf(method, path) };
  });
  const place = ({ number }: { number: string }) => (Number.isNaN(Number(number)) ? 100 : Number(number));
  return all.sort((a, b) => place(a) - place(b) || a.path.localeCompare(b.path));
}

/** Returns the examples that send a request to the endpoint. The journal of the emulated service identifies it by its number or name. */
function examplesOf(method: string, path: string): string[] {
  const served = emulated.find((one) => one.method === method && one.path === prefix + path);
  const sent = examples.filter((example) => example.endpoints.includes(served?.number ?? "query"));
  return [...new Set(sent.map(({ name }) => `examples/${name}`))];
}

/** A field of the Workspace record, and where users can find it. */
export interface FieldRow {
  readonly wire: string;
  /** The argument of `WorkspaceSettings` that declares the field. */
  readonly argument: string | undefined;
  /** The output of `WorkspaceSettings` that contains the field. */
  readonly output: string | undefined;
  /** The name under which the functions return the field. */
  readonly read: string;
}

/** Returns every field of the Workspace record (API 2.2). */
export function fieldRows(): FieldRow[] {
  return [...namesOf(workspace)].map(([wire, read]) => ({
    wire,
    argument: identifiers[wire] ?? argumentOf(bodyNames[wire] ?? wire),
    output: outputOf(wire),
    read,
  }));
}

const identifiers: Readonly<Record<string, string>> = { workgroup_id: "workgroupId", workspace_id: "workspaceId" };

/** Returns the path without the common prefix, to keep the table narrow. */
export function shortPath(path: string): string {
  return path.replace("/workgroups/{workgroupID}/workspaces", "…/workspaces");
}

/** Fields whose names in the body of endpoint 9 differ from those in the record. */
const bodyNames: Readonly<Record<string, string>> = { name: "workspace_name", workspace_type: "workspace_type_name" };

/** Finds the output for a record with only this field. */
function outputOf(wire: string): string | undefined {
  return Object.keys(workspaceRecordFacts({ [wire]: wire === "is_rw" ? true : "shown" } as unknown as WorkspaceRecord))[0];
}

export function conformancePage(): string {
  const endpoints = endpointRows().map(({ request, number }) => {
    const by = uses[request] ?? [];
    return [number, `\`${request}\``, by.map((one) => `\`${one}\``).join(", ")];
  });
  const fields = fieldRows().map(({ wire, argument, output, read }) => [
    `\`${wire}\``,
    argument === undefined ? "" : `\`${argument}\``,
    output === undefined ? "" : `\`${output}\``,
    `\`${read}\``,
  ]);
  return [
    "# Conformance",
    "Generated from the client's endpoint rows, the schemas and the field tables by `npm run docs`; a test fails when it is out of date.",
    "## Endpoints",
    "Numbers and paths are those of [docs/internals/api.md, section 4](api.md#4-endpoints), which also states the prefix of the paths. An extension is a call that only the public reference of the same service documents ([section 11](api.md#11-calls-beyond-the-description)); not every service supports it.",
    table(["#", "endpoint", "reached by"], endpoints),
    "## Fields of the Workspace record",
    "A field that `WorkspaceSettings` neither declares nor keeps is read with `getWorkspace` or `getWorkgroup`, under the name in the last column. `pause` is an argument that the record does not contain.",
    table(["wire name", "argument of `WorkspaceSettings`", "output of `WorkspaceSettings`", "name in functions"], fields),
  ].join("\n\n");
}
