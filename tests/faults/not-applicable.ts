import type { Remedy, Times } from "./fault-case";

/** Cases to which the matrix's questions do not apply, and why. */
export interface Exception {
  readonly subject: string;
  readonly operation: string;
  /** `<position> <method> <endpoint>`. */
  readonly request: string;
  /** The faults' labels. */
  readonly fault: string | readonly string[];
  /** Defaults to all. */
  readonly times?: Times;
  readonly why: string;
  /** The step that repairs the case all the same, which is then tried. */
  readonly remedy?: Remedy;
}

const believed = "the service acknowledged it and did nothing: an acknowledgement of what no read shows is believed";
const shownAgain = `${believed}, and the next refresh finds it out`;
const nothing = "an empty list, where what holds the object is there, is how the service says that it is gone";
const noCall = "a service that does not have the call shows nothing, so the state is kept, which a line says";
const anyResults = "what results hold depends on the query, so any JSON is a response";

const lie = "accepted-not-applied";
const nothings = ["null", "absent", "empty-object", "empty-array"];
const otherResults = [...nothings, "text", "number", "boolean", "empty-lists", "array"].map((shape) => `wrong-shape, shape ${shape}`);

/** A write that is acknowledged and not done, injected alone and with a fault that begins with the request before it. */
function unseen(
  subject: string,
  operation: string,
  fault: string,
  writes: string,
  reads: string | undefined,
  why: string,
  remedy?: Remedy,
): Exception[] {
  const told = { subject, operation, fault, why, ...(remedy && { remedy }) };
  return [{ ...told, request: writes }, ...(reads === undefined ? [] : [{ ...told, request: reads, times: "on" as const }])];
}

/** Every read shows an empty list. */
function emptied(subject: string, request: string): Exception {
  return { subject, operation: "read", request, fault: "wrong-shape, shape empty-lists", times: "on", why: nothing };
}

/** A read of a service that does not have the call. */
function withoutCall(subject: string, request: string): Exception {
  return { subject, operation: "read", request, fault: "status, status 404, type Unknown", why: noCall };
}

/** Results of a run that are another run's: where the fault strikes the token exchange first, and then the run. */
function results(subject: string, operation: string, request: string): Exception {
  return { subject, operation, request, fault: otherResults, why: anyResults };
}

export const exceptions: readonly Exception[] = [
  emptied("Workspace", "1 GET 7"),
  emptied("WorkspaceSettings", "1 GET 7"),
  emptied("DatabaseUser", "1 GET listUsers"),
  emptied("WorkspaceSchedule", "1 GET 15"),
  emptied("AllowListEntry", "1 GET listAllowedRanges"),
  emptied("WorkspaceRefresh", "1 GET 7"),
  {
    subject: "DatabaseUser",
    operation: "create",
    request: "3 POST createUser",
    fault: "applied-late, not answered, before request 2 of the next run",
    why: "a creation that shows only after the next run has looked fails that run, and the run after it goes on",
    remedy: "run",
  },
  ...unseen("WorkspaceSettings", "delete", lie, "1 DELETE 10", undefined, believed),
  ...unseen("WorkspaceSettings, paused at the end", "delete", lie, "1 PUT 9", undefined, believed),
  ...unseen("AddonConfiguration", "create", lie, "3 POST 3", "1 GET 5", shownAgain, "refresh"),
  ...unseen("AddonConfiguration", "update", lie, "2 PUT 4", "1 GET 5", shownAgain, "refresh"),
  ...unseen("AddonConfiguration", "delete", lie, "1 DELETE deleteConfiguration", undefined, believed),
  ...unseen("DatabaseUser", "create", lie, "3 POST createUser", "1 GET listUsers", shownAgain, "refresh"),
  ...unseen("DatabaseUser", "update", lie, "2 PUT setPassword", "1 GET listUsers", `${believed}; no read shows a password`),
  ...unseen("DatabaseUser", "delete", lie, "1 DELETE 12", undefined, believed),
  withoutCall("BackupSchedule", "1 GET getBackupSchedule"),
  ...unseen(
    "BackupSchedule",
    "delete",
    lie,
    "2 POST setBackupSchedule",
    "1 GET getBackupSchedule",
    `${believed}: the record does not show a pause`,
  ),
  withoutCall("AllowListEntry", "1 GET listAllowedRanges"),
  ...unseen(
    "WorkspaceRefresh",
    "create",
    lie,
    "3 POST 11",
    "1 GET 7",
    `${believed}: it is waited for, and other triggers begin another refresh`,
  ),
  ...["create", "update"].flatMap((operation) => [
    results("QueryRun", operation, "1 POST query"),
    results("QueryRun, idempotent", operation, "1 POST query"),
    results("QueryRun by a token", operation, "3 POST query"),
    { ...results("QueryRun by a token", operation, "2 POST token"), times: "on" as const },
  ]),
];
