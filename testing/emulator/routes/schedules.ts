import { mask } from "../present";
import { type ScheduleRecord, scheduleRecord } from "../records";
import { type Call, type Outcome } from "./call";

/** The schedule as the body replaces it. */
function scheduleOf(call: Call, id: string): ScheduleRecord {
  return { ...scheduleRecord(id, call.param("workspaceID")), repeat_on: "", workspace_type_name: "", ...call.body("schedule"), id };
}

/** The identifier in the path, of a schedule that exists. */
function knownId(call: Call): string {
  const id = call.param("scheduleID");
  return call.workspace().schedules.some((schedule) => schedule.id === id) ? id : call.store.refuseUnknownId("scheduleID", id, "schedule");
}

/** Endpoint 15: the schedules of a workspace. */
export function listSchedules(call: Call): Outcome {
  call.countRead();
  return { result: mask(call.behaviour, call.workspace().schedules) };
}

/** Makes a schedule (API 11). */
export function createSchedule(call: Call): Outcome {
  call.workspace();
  const schedule = scheduleOf(call, call.store.nextId("a9"));
  call.changeWorkspace(({ schedules }) => schedules.push(schedule));
  return { result: schedule };
}

/** Replaces a schedule (API 11). */
export function updateSchedule(call: Call): Outcome {
  const schedule = scheduleOf(call, knownId(call));
  call.changeWorkspace((workspace) => {
    workspace.schedules = workspace.schedules.map((one) => (one.id === schedule.id ? schedule : one));
  });
  return { result: "Schedule updated." };
}

/** Deletes a schedule (API 11). */
export function deleteSchedule(call: Call): Outcome {
  const id = knownId(call);
  call.changeWorkspace((workspace) => {
    workspace.schedules = workspace.schedules.filter((one) => one.id !== id);
  });
  return { result: "Schedule deleted." };
}
