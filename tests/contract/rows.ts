import { isMutated, whole } from "../support/whole";
import type { Row } from "./row";
import { addonConfiguration } from "./rows/addon-configuration";
import { allowList, allowListEntry } from "./rows/allow-lists";
import { databaseUser } from "./rows/database-user";
import { queryRun, workspaceRefresh } from "./rows/runs";
import { backupSchedule, workspaceSchedule } from "./rows/schedules";
import { workgroup, workspace } from "./rows/whole-life";
import { workspaceSettings } from "./rows/workspace-settings";

/** Every resource. */
export const allRows: readonly Row[] = [
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

/** The kinds to try, if not all: the mutants of one resource are tried on it alone. */
const kinds = process.env["CONTRACT_KINDS"]?.split(",");

/** The resources that this run tries. */
export const rows = allRows.filter(({ kind }) => kinds?.includes(kind) ?? true);

/** Whether every protection is tried on each of them, not only on every third one. */
export const isWhole = whole || isMutated || kinds !== undefined;
