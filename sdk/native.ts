import * as sdk from "./index";
import { throughPlugin } from "./shim";

/** The resources over the native plugin, `pulumi-resource-graphplane`: the same classes, and providers of one's own. */

export { Provider, type ProviderArgs } from "./explicit-provider";
export * from "./functions";
export type * from "./index";

export const AddonConfiguration = throughPlugin(sdk.AddonConfiguration);
export type AddonConfiguration = sdk.AddonConfiguration;
export const AllowList = throughPlugin(sdk.AllowList);
export type AllowList = sdk.AllowList;
export const AllowListEntry = throughPlugin(sdk.AllowListEntry);
export type AllowListEntry = sdk.AllowListEntry;
export const BackupSchedule = throughPlugin(sdk.BackupSchedule);
export type BackupSchedule = sdk.BackupSchedule;
export const DatabaseUser = throughPlugin(sdk.DatabaseUser);
export type DatabaseUser = sdk.DatabaseUser;
export const QueryRun = throughPlugin(sdk.QueryRun);
export type QueryRun = sdk.QueryRun;
export const WorkspaceRefresh = throughPlugin(sdk.WorkspaceRefresh);
export type WorkspaceRefresh = sdk.WorkspaceRefresh;
export const WorkspaceSchedule = throughPlugin(sdk.WorkspaceSchedule);
export type WorkspaceSchedule = sdk.WorkspaceSchedule;
export const WorkspaceSettings = throughPlugin(sdk.WorkspaceSettings);
export type WorkspaceSettings = sdk.WorkspaceSettings;
