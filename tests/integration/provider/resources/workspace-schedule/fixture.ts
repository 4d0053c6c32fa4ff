import type { EmulatorOptions, ScheduleRecord } from "../../../../../testing/emulator";
import type { Properties } from "../../../../support/provider";
import { startService } from "../../../../support/service-fixture";

export const wg = "a1000000-0000-4000-8000-0000000000aa";
export const ws = "a3000000-0000-4000-8000-0000000000aa";
export const path = `/workgroups/${wg}/workspaces/${ws}/schedules`;

/** A service with the calls on schedules unless told otherwise, one workspace, and an engine that holds one `WorkspaceSchedule`. */
export async function startSchedule(options: EmulatorOptions = {}, settings: { maxRetries?: number; requestTimeoutSeconds?: number } = {}) {
  const service = await startService({ extensions: true, ...options });
  const { emulator, clock } = service;
  emulator.account.addWorkgroup({ workgroup_id: wg });
  emulator.account.addWorkspace(wg, { workspace_id: ws });
  return {
    emulator,
    clock,
    engine: service.engine("WorkspaceSchedule", settings),
    program: (more: Properties = {}): Properties => ({
      workgroupId: wg,
      workspaceId: ws,
      repeat: "weekdays",
      time: "07:00",
      timezone: "UTC",
      ...more,
    }),
    /** The endpoints of the requests since the last call of this. */
    asked: () => service.requests().map(({ endpoint }) => endpoint),
    schedules: () => emulator.contents(wg, ws).schedules,
    /** Someone adds an entry of the declared content. */
    addTwin: () => emulator.account.addSchedule(wg, ws, { repeat: "weekdays", repeat_on: "", time: "07:00", workspace_type_name: "" }),
    /** Someone changes every entry in the console. */
    change: (patch: Partial<ScheduleRecord>) =>
      emulator.changeContents(wg, ws, { schedules: emulator.contents(wg, ws).schedules.map((one) => ({ ...one, ...patch })) }),
  };
}
