import type * as pulumi from "@pulumi/pulumi";
import * as definitions from "../../provider/functions/workgroups";
import type { GetAllowListArgs, GetDatabaseArgs, GetWorkgroupArgs } from "../../provider/functions/arguments";
import type { CloudProvider, Database, WorkgroupAllowList, WorkgroupDetails } from "../../provider/functions/records";
import type { AsInputs } from "./inputs";
import { lookUp, lookUpOutput } from "./session";

/** {@link GetWorkgroupArgs}, each as an input. */
export type GetWorkgroupOutputArgs = AsInputs<GetWorkgroupArgs>;

/**
 * A workgroup with its databases and workspaces. Many calls for one workgroup in a program send
 * one request. If the workgroup is unknown, the error lists the existing ones; if a name is not unique, it lists their ids.
 *
 * @example
 * const { workspaces } = await getWorkgroup({ workgroupId: config.require("workgroupId") });
 * for (const { workspaceId, name } of workspaces) {
 *   new WorkspaceSettings(name ?? workspaceId, { workgroupId, workspaceId, autoStopMinutes: 30 });
 * }
 */
export function getWorkgroup(args: GetWorkgroupArgs): Promise<WorkgroupDetails> {
  return lookUp(definitions.getWorkgroup, args);
}

/** {@link getWorkgroup} for inputs, as an output. */
export function getWorkgroupOutput(args: GetWorkgroupOutputArgs): pulumi.Output<WorkgroupDetails> {
  return lookUpOutput(definitions.getWorkgroup, args);
}

/** Every workgroup of the account with its databases and workspaces. A service may lack the call. */
export function getWorkgroups(): Promise<WorkgroupDetails[]> {
  return lookUp(definitions.getWorkgroups, {});
}

/** {@link getWorkgroups} as an output. */
export function getWorkgroupsOutput(): pulumi.Output<WorkgroupDetails[]> {
  return lookUpOutput(definitions.getWorkgroups, {});
}

/** {@link GetDatabaseArgs}, each as an input. */
export type GetDatabaseOutputArgs = AsInputs<GetDatabaseArgs>;

/**
 * A database with its workspaces. If the id is unknown, the error lists the existing databases.
 *
 * @example
 * const { tgVersion } = await getDatabase({ workgroupId, databaseId });
 */
export function getDatabase(args: GetDatabaseArgs): Promise<Database> {
  return lookUp(definitions.getDatabase, args);
}

/** {@link getDatabase} for inputs, as an output. */
export function getDatabaseOutput(args: GetDatabaseOutputArgs): pulumi.Output<Database> {
  return lookUpOutput(definitions.getDatabase, args);
}

/** {@link GetAllowListArgs}, each as an input. */
export type GetAllowListOutputArgs = AsInputs<GetAllowListArgs>;

/**
 * The address ranges on the allow list of a workgroup, and whether the list is enforced. A service may lack the call.
 *
 * @example
 * const { enabled, entries } = await getAllowList({ workgroupId });
 * const open = entries.filter(({ cidr }) => cidr === "0.0.0.0/0");
 */
export function getAllowList(args: GetAllowListArgs): Promise<WorkgroupAllowList> {
  return lookUp(definitions.getAllowList, args);
}

/** {@link getAllowList} for inputs, as an output. */
export function getAllowListOutput(args: GetAllowListOutputArgs): pulumi.Output<WorkgroupAllowList> {
  return lookUpOutput(definitions.getAllowList, args);
}

/**
 * The cloud providers in which a `Workgroup` may be created: the organization's own, and the public ones. A service may lack the calls.
 *
 * @example
 * const [provider] = await getCloudProviders();
 */
export function getCloudProviders(): Promise<CloudProvider[]> {
  return lookUp(definitions.getCloudProviders, {});
}

/** {@link getCloudProviders} as an output. */
export function getCloudProvidersOutput(): pulumi.Output<CloudProvider[]> {
  return lookUpOutput(definitions.getCloudProviders, {});
}
