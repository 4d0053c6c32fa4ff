import type { Remedy, Times } from "./fault-case";

/** Cases to which the matrix's questions do not apply, and why. */
export interface Exception {
  readonly subject: string;
  readonly operation: string;
  /** The faults' labels. */
  readonly fault: string | readonly string[];
  /** Defaults to all. */
  readonly times?: Times;
  readonly why: string;
  /** The step that repairs the case all the same, which is then tried. */
  readonly remedy?: Remedy | undefined;
}

const believed = "the service acknowledged it and did nothing: an acknowledgement of what no read shows is believed";
const shownAgain = `${believed}, and the next refresh finds it out`;
const nothing = "an empty list, where what holds the object is there, is how the service says that it is gone";
const noCall = "a service that does not have the call shows nothing, so the state is kept, which a line says";
const anyResults = "what results hold depends on the query, so any JSON is a response";

const nothings = ["null", "absent", "empty-object", "empty-array"];
const otherResults = [...nothings, "text", "number", "boolean", "empty-lists", "array"].map((shape) => `wrong-shape, shape ${shape}`);

/** Writes that are acknowledged and not done. */
const lies: readonly (readonly [subject: string, operation: string, why: string, remedy?: Remedy])[] = [
  ["WorkspaceSettings", "delete", believed],
  ["WorkspaceSettings, paused at the end", "delete", believed],
  ["AddonConfiguration", "create", shownAgain, "refresh"],
  ["AddonConfiguration", "update", shownAgain, "refresh"],
  ["AddonConfiguration", "delete", believed],
  ["DatabaseUser", "create", shownAgain, "refresh"],
  ["DatabaseUser", "update", `${believed}; no read shows a password`],
  ["DatabaseUser", "delete", believed],
  ["BackupSchedule", "delete", `${believed}: the record does not return a pause`],
  ["WorkspaceRefresh", "create", `${believed}: it is waited for, and other triggers begin another refresh`],
];

const emptied = ["Workspace", "WorkspaceSettings", "DatabaseUser", "WorkspaceSchedule", "AllowListEntry", "WorkspaceRefresh"];
const queries = ["QueryRun", "QueryRun, idempotent", "QueryRun by a token"];

export const exceptions: readonly Exception[] = [
  ...lies.map(([subject, operation, why, remedy]) => ({ subject, operation, fault: "accepted-not-applied", why, remedy })),
  ...emptied.map((subject) => {
    return { subject, operation: "read", fault: "wrong-shape, shape empty-lists", times: "on" as const, why: nothing };
  }),
  ...["BackupSchedule", "AllowListEntry"].map((subject) => {
    return { subject, operation: "read", fault: "status, status 404, type Unknown", why: noCall };
  }),
  ...queries.flatMap((subject) => ["create", "update"].map((operation) => ({ subject, operation, fault: otherResults, why: anyResults }))),
  {
    subject: "DatabaseUser",
    operation: "create",
    fault: "applied-late, not answered, before request 2 of the next run",
    why: "a creation that shows only after the next run has looked fails that run, and the run after it goes on",
    remedy: "run",
  },
];
