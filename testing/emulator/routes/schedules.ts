import { checkBody } from "../bodies";
import { type ScheduleRecord, scheduleRecord } from "../records";
import { mask } from "../present";
import { rewrite } from "../rewrite";
import { type Call, type Outcome, param } from "./call";
import { changeLater, workspaceOf } from "./workspaces";

/** The schedule that the path names, as the body replaces it. */
function scheduleOf(call: Call, id: string): ScheduleRecord {
  const body = rewrite(call.behaviour, checkBody("schedule", call.body, call.behaviour.bodies));
  return { ...scheduleRecord(id, param(call, "workspaceID")), repeat_on: "", workspace_type_name: "", ...body, id };
}

/** The identifier in the path, of a schedule that is there. */
function knownId(call: Call): string {
  const id = param(call, "scheduleID");
  return workspaceOf(call).schedules.some((schedule) => schedule.id === id) ? id : call.store.refuseUnknownId("scheduleID", id, "schedule");
}

/** Endpoint 15: the schedules of a workspace. */
export function listSchedules(call: Call): Outcome {
  call.store.deferrals.read(param(call, "workgroupID"));
  return { result: mask(call.behaviour, workspaceOf(call).schedules) };
}

/** Makes a schedule (API 11). */
export function createSchedule(call: Call): Outcome {
  workspaceOf(call);
  const schedule = scheduleOf(call, call.store.nextId("a9"));
  changeLater(call, ({ schedules }) => schedules.push(schedule));
  return { result: { ...schedule } };
}

/** Replaces a schedule (API 11). */
export function updateSchedule(call: Call): Outcome {
  const schedule = scheduleOf(call, knownId(call));
  changeLater(call, (workspace) => {
    workspace.schedules = workspace.schedules.map((one) => (one.id === schedule.id ? schedule : one));
  });
  return { result: "Schedule updated." };
}

/** Deletes a schedule (API 11). */
export function deleteSchedule(call: Call): Outcome {
  const id = knownId(call);
  changeLater(call, (workspace) => {
    workspace.schedules = workspace.schedules.filter((one) => one.id !== id);
  });
  return { result: "Schedule deleted." };
}
