import type { EmulatorOptions, ScheduleRecord } from "../../../testing/emulator";
import { addPlace, place, type Settings, startResource, wg, ws } from "../../support/resource-fixture";

export { wg, ws };
export const path = `/workgroups/${wg}/workspaces/${ws}/schedules`;

/** A service with one workspace, and an engine that holds one `WorkspaceSchedule`. */
export async function startSchedule(options: EmulatorOptions = {}, settings?: Settings) {
  const program = { ...place, repeat: "weekdays", time: "07:00", timeZone: "UTC" };
  const made = await startResource("WorkspaceSchedule", program, addPlace, options, settings);
  const { emulator } = made;
  return {
    ...made,
    schedules: () => emulator.contents(wg, ws).schedules,
    /** Someone adds an entry of the declared content. */
    addTwin: () => emulator.account.addSchedule(wg, ws, { repeat: "weekdays", repeat_on: "", time: "07:00", workspace_type_name: "" }),
    /** Someone changes every entry in the console. */
    change: (patch: Partial<ScheduleRecord>) =>
      emulator.changeContents(wg, ws, { schedules: emulator.contents(wg, ws).schedules.map((one) => ({ ...one, ...patch })) }),
  };
}
