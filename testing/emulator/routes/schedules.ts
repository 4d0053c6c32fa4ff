import { mask } from "../present";
import { type ScheduleRecord, wholeSchedule } from "../records";
import { type Call, replace } from "./call";
import { type Endpoint, extension, row, workspace } from "./endpoint";

/** Returns the schedule with the given identifier and the body's values. */
function scheduleOf(call: Call, id: string): ScheduleRecord {
  return { ...wholeSchedule(id, call.param("workspaceID")), repeat_on: "", workspace_type_name: "", ...call.body("schedule"), id };
}

const knownId = (call: Call): string => call.find(call.workspace().schedules, "scheduleID", "schedule").id;

export const scheduleEndpoints: readonly Endpoint[] = [
  row(15, "GET", `${workspace}/schedules`, [200, 500], (call) => ({ result: mask(call.behaviour, call.workspace().schedules) })),
  extension("createSchedule", "POST", `${workspace}/schedules`, (call) => {
    call.workspace();
    const schedule = scheduleOf(call, call.store.nextId("a9"));
    call.changeWorkspace(({ schedules }) => schedules.push(schedule));
    return { result: schedule };
  }),
  extension("updateSchedule", "PUT", `${workspace}/schedules/{scheduleID}`, (call) => {
    const schedule = scheduleOf(call, knownId(call));
    call.changeWorkspace(({ schedules }) => replace(schedules, schedule.id, schedule));
    return { result: "Schedule updated." };
  }),
  extension("deleteSchedule", "DELETE", `${workspace}/schedules/{scheduleID}`, (call) => {
    const id = knownId(call);
    call.changeWorkspace(({ schedules }) => replace(schedules, id));
    return { result: "Schedule deleted." };
  }),
];
