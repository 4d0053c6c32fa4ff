import type { EmulatorOptions } from "../../../../../testing/emulator";
import type { Properties } from "../../../../support/provider";
import { startService } from "../../../../support/service-fixture";

export const wg = "a1000000-0000-4000-8000-0000000000aa";
export const ws = "a3000000-0000-4000-8000-0000000000aa";
export const nightly = "0 2 * * *";

/** A service with the calls on backups unless told otherwise, one workspace, and an engine that holds one `BackupSchedule`. */
export async function startBackups(options: EmulatorOptions = {}, settings: { maxRetries?: number } = {}) {
  const service = await startService({ extensions: true, ...options });
  const { emulator, clock } = service;
  emulator.account.addWorkgroup({ workgroup_id: wg });
  emulator.account.addWorkspace(wg, { workspace_id: ws });
  return {
    emulator,
    clock,
    engine: service.engine("BackupSchedule", settings),
    program: (more: Properties = {}): Properties => ({ workgroupId: wg, workspaceId: ws, schedule: nightly, ...more }),
    asked: () => service.requests().map(({ endpoint }) => endpoint),
    live: () => emulator.contents(wg, ws).backupSchedule,
    change: (backupSchedule: { schedule: string; [field: string]: unknown } | null) => emulator.changeContents(wg, ws, { backupSchedule }),
  };
}
