import type { EmulatorOptions } from "../../../testing/emulator";
import { addPlace, place, type Settings, startResource, wg, ws } from "../../support/resource-fixture";

export { wg, ws };
export const nightly = "0 2 * * *";

/** A service with one workspace, and an engine that holds one `BackupSchedule`. */
export async function startBackups(options: EmulatorOptions = {}, settings?: Settings) {
  const made = await startResource("BackupSchedule", { ...place, schedule: nightly }, addPlace, options, settings);
  const { emulator } = made;
  return {
    ...made,
    live: () => emulator.contents(wg, ws).backupSchedule,
    change: (backupSchedule: { schedule: string; [field: string]: unknown } | null) => emulator.changeContents(wg, ws, { backupSchedule }),
  };
}
