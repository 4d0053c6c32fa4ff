import { UnknownNameError } from "./errors";
import { Lifecycle } from "./lifecycle/lifecycle";
import type { ProviderProcess } from "./lifecycle/process";
import { addonConfiguration } from "./resources/addon-configuration/crud";
import { allowList } from "./resources/allow-list/crud";
import { allowListEntry } from "./resources/allow-list-entry/crud";
import { backupSchedule } from "./resources/backup-schedule/crud";
import { databaseUser } from "./resources/database-user/crud";
import { queryRun } from "./resources/query-run/crud";
import { workspaceRefresh } from "./resources/workspace-refresh/crud";
import { workspaceSchedule } from "./resources/workspace-schedule/crud";
import { workspaceSettings } from "./resources/workspace-settings/crud";

/** Every kind of resource, by the name that stands in users' states: a name is never changed or taken away. */
export const registry: Readonly<Record<string, (process: ProviderProcess) => Lifecycle>> = {
  AddonConfiguration: (process) => new Lifecycle(addonConfiguration, process) as Lifecycle,
  AllowList: (process) => new Lifecycle(allowList, process) as Lifecycle,
  AllowListEntry: (process) => new Lifecycle(allowListEntry, process) as Lifecycle,
  BackupSchedule: (process) => new Lifecycle(backupSchedule, process) as Lifecycle,
  DatabaseUser: (process) => new Lifecycle(databaseUser, process) as Lifecycle,
  QueryRun: (process) => new Lifecycle(queryRun, process) as Lifecycle,
  WorkspaceRefresh: (process) => new Lifecycle(workspaceRefresh, process) as Lifecycle,
  WorkspaceSchedule: (process) => new Lifecycle(workspaceSchedule, process) as Lifecycle,
  WorkspaceSettings: (process) => new Lifecycle(workspaceSettings, process) as Lifecycle,
};

/** The lifecycle of a kind of resource; throws where this version does not know it. */
export function makeLifecycle(kind: string, process: ProviderProcess): Lifecycle {
  const make = Object.hasOwn(registry, kind) ? registry[kind] : undefined;
  if (make !== undefined) return make(process);
  const known = Object.keys(registry).join(", ");
  throw new UnknownNameError(
    `graphplane: this version knows no resource ${JSON.stringify(kind)} (it knows ${known}): use the version that made the state, or a later one`,
  );
}
