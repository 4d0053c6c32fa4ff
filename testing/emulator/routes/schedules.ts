import { mask } from "../present";
import { type ScheduleRecord, wholeSchedule } from "../records";
import { type Call, replace, type Routes } from "./call";

/** The schedule that the body makes of the given identifier. */
function scheduleOf(call: Call, id: string): ScheduleRecord {
  return { ...wholeSchedule(id, call.param("workspaceID")), repeat_on: "", workspace_type_name: "", ...call.body("schedule"), id };
}

function knownId(call: Call): string {
  return call.find(call.workspace().schedules, "scheduleID", "schedule").id;
}

export const scheduleRoutes = {
  /** Endpoint 15: the schedules of a workspace. */
  listSchedules: (call) => ({ result: mask(call.behaviour, call.workspace().schedules) }),
  /** Creates a schedule (API 11). */
  createSchedule: (call) => {
    call.workspace();
    const schedule = scheduleOf(call, call.store.nextId("a9"));
    call.changeWorkspace(({ schedules }) => schedules.push(schedule));
    return { result: schedule };
  },
  /** Replaces a schedule (API 11). */
  updateSchedule: (call) => {
    const schedule = scheduleOf(call, knownId(call));
    call.changeWorkspace(({ schedules }) => replace(schedules, schedule.id, schedule));
    return { result: "Schedule updated." };
  },
  /** Deletes a schedule (API 11). */
  deleteSchedule: (call) => {
    const id = knownId(call);
    call.changeWorkspace(({ schedules }) => replace(schedules, id));
    return { result: "Schedule deleted." };
  },
} satisfies Routes;
