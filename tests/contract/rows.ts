import type { Row } from "./row";
import { addonConfiguration } from "./rows/addon-configuration";
import { allowList, allowListEntry } from "./rows/allow-lists";
import { databaseUser } from "./rows/database-user";
import { queryRun, workspaceRefresh } from "./rows/runs";
import { backupSchedule, workspaceSchedule } from "./rows/schedules";
import { workgroup, workspace } from "./rows/whole-life";
import { workspaceSettings } from "./rows/workspace-settings";

/** Every resource. */
export const rows: readonly Row[] = [
  workgroup,
  workspace,
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
