import type { Row } from "./row";
import { addonConfiguration } from "./rows/addon-configuration";
import { allowList, allowListEntry } from "./rows/allow-lists";
import { databaseUser } from "./rows/database-user";
import { queryRun, workspaceRefresh } from "./rows/runs";
import { backupSchedule, workspaceSchedule } from "./rows/schedules";
import { workspaceSettings } from "./rows/workspace-settings";

/** Every resource. */
export const rows: readonly Row[] = [
  workspaceSettings,
  addonConfiguration,
  databaseUser,
  workspaceSchedule,
  backupSchedule,
  allowListEntry,
  allowList,
  workspaceRefresh,
  queryRun,
];
