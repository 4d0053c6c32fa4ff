import { mask } from "../present";
import { type ScheduleRecord, wholeSchedule } from "../records";
import { type Call, type Outcome, replace } from "./call";

/** The schedule that the body makes of the given identifier. */
function scheduleOf(call: Call, id: string): ScheduleRecord {
  return { ...wholeSchedule(id, call.param("workspaceID")), repeat_on: "", workspace_type_name: "", ...call.body("schedule"), id };
}

function knownId(call: Call): string {
  return call.find(call.workspace().schedules, "scheduleID", "schedule").id;
}

/** Endpoint 15: the schedules of a workspace. */
export function listSchedules(call: Call): Outcome {
  return { result: mask(call.behaviour, call.workspace().schedules) };
}

/** Creates a schedule (API 11). */
export function createSchedule(call: Call): Outcome {
  call.workspace();
  const schedule = scheduleOf(call, call.store.nextId("a9"));
  call.changeWorkspace(({ schedules }) => schedules.push(schedule));
  return { result: schedule };
}

/** Replaces a schedule (API 11). */
export function updateSchedule(call: Call): Outcome {
  const schedule = scheduleOf(call, knownId(call));
  call.changeWorkspace(({ schedules }) => replace(schedules, schedule.id, schedule));
  return { result: "Schedule updated." };
}

/** Deletes a schedule (API 11). */
export function deleteSchedule(call: Call): Outcome {
  const id = knownId(call);
  call.changeWorkspace(({ schedules }) => replace(schedules, id));
  return { result: "Schedule deleted." };
}
