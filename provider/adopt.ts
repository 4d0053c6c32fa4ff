import type { AdoptFacts } from "./adopt/facts";
import { addonConfigurationAdoption } from "./resources/addon-configuration/adopt";
import { allowListAdoption } from "./resources/allow-list/adopt";
import { allowListEntryAdoption } from "./resources/allow-list-entry/adopt";
import { backupScheduleAdoption } from "./resources/backup-schedule/adopt";
import { databaseUserAdoption } from "./resources/database-user/adopt";
import { workspaceScheduleAdoption } from "./resources/workspace-schedule/adopt";
import { workspaceSettingsAdoption } from "./resources/workspace-settings/adopt";

/** What `graphplane adopt` writes, by kind: in the order in which it is read and declared. */
export const adoptions: Readonly<Record<string, AdoptFacts>> = {
  WorkspaceSettings: workspaceSettingsAdoption,
  AddonConfiguration: addonConfigurationAdoption,
  DatabaseUser: databaseUserAdoption,
  WorkspaceSchedule: workspaceScheduleAdoption,
  AllowListEntry: allowListEntryAdoption,
  AllowList: allowListAdoption,
  BackupSchedule: backupScheduleAdoption,
};
