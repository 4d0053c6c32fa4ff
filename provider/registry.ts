import type * as dynamic from "@pulumi/pulumi/dynamic";
import { type Host, Lifecycle } from "./lifecycle";
import { addonConfiguration } from "./resources/addon-configuration/crud";
import { databaseUser } from "./resources/database-user/crud";
import { queryRun } from "./resources/query-run/crud";
import { workspaceRefresh } from "./resources/workspace-refresh/crud";
import { workspaceSettings } from "./resources/workspace-settings/crud";

/** Every kind of resource, by the name that stands in users' states: a name is never changed or taken away. */
export const registry: Readonly<Record<string, (host: Host) => dynamic.ResourceProvider>> = {
  AddonConfiguration: (host) => new Lifecycle(addonConfiguration, host),
  DatabaseUser: (host) => new Lifecycle(databaseUser, host),
  QueryRun: (host) => new Lifecycle(queryRun, host),
  WorkspaceRefresh: (host) => new Lifecycle(workspaceRefresh, host),
  WorkspaceSettings: (host) => new Lifecycle(workspaceSettings, host),
};
