import { checkBody } from "../bodies";
import { type ScheduleRecord, scheduleRecord } from "../records";
import { type WorkspaceState } from "../store";
import { type Call, type Outcome, param } from "./call";
import { workspaceOf } from "./workspaces";

function indexOf(call: Call, workspace: WorkspaceState): number {
  const id = param(call, "scheduleID");
  const index = workspace.schedules.findIndex((schedule) => schedule.id === id);
  return index >= 0 ? index : call.store.refuseUnknownId("scheduleID", id, "schedule");
}

function scheduleOf(call: Call, id: string): ScheduleRecord {
  const body = checkBody("schedule", call.body, call.behaviour.bodies);
  return { ...scheduleRecord(id, param(call, "workspaceID")), repeat_on: "", workspace_type_name: "", ...body, id };
}

/** Endpoint 15: the schedules of a workspace. */
export function listSchedules(call: Call): Outcome {
  return { result: structuredClone(workspaceOf(call).schedules) };
}

/** Makes a schedule (API 11). */
export function createSchedule(call: Call): Outcome {
  const workspace = workspaceOf(call);
  const schedule = scheduleOf(call, call.store.nextId("a9"));
  workspace.schedules.push(schedule);
  return { result: { ...schedule } };
}

/** Replaces a schedule (API 11). */
export function updateSchedule(call: Call): Outcome {
  const workspace = workspaceOf(call);
  workspace.schedules[indexOf(call, workspace)] = scheduleOf(call, param(call, "scheduleID"));
  return { result: "Schedule updated." };
}

/** Deletes a schedule (API 11). */
export function deleteSchedule(call: Call): Outcome {
  const workspace = workspaceOf(call);
  workspace.schedules.splice(indexOf(call, workspace), 1);
  return { result: "Schedule deleted." };
}
