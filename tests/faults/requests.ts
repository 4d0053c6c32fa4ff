/** The requests of an operation, `<method> <endpoint>` each, or why it sends none. */
export type Requests = readonly string[] | { readonly none: string };

const queried = {
  read: { none: "a run cannot be read again: the state has all of it" },
  delete: { none: "what a query did stays done" },
} as const;

/** The requests that each operation of a subject sends without faults: each one is a place for a fault. */
export const requests: Readonly<Record<string, Readonly<Record<string, Requests>>>> = {
  Workgroup: {
    create: ["GET listWorkgroups", "GET listWorkgroups", "POST createWorkgroup", "GET 7", "GET listWorkgroups"],
    update: ["GET 7", "GET listWorkgroups", "PUT updateWorkgroup", "GET 7"],
    read: ["GET 7", "GET listWorkgroups"],
    delete: ["GET 7", "GET 7", "DELETE deleteWorkgroup", "GET 7"],
  },
  Workspace: {
    create: ["GET 7", "GET 7", "POST createWorkspace", "GET 7", "GET 7", "PUT 9", "GET 7"],
    update: ["GET 7", "PUT 9", "GET 7"],
    read: ["GET 7"],
    delete: ["DELETE 10", "GET 7"],
  },
  WorkspaceSettings: {
    create: ["GET 7", "PUT 9", "GET 7"],
    update: ["GET meta", "GET 7", "GET 15", "PUT 9", "GET 7", "GET 7"],
    read: ["GET 7"],
    delete: ["DELETE 10"],
  },
  "WorkspaceSettings, paused at the end": { delete: ["PUT 9"] },
  AddonConfiguration: {
    create: ["GET 5", "GET 5", "POST 3"],
    update: ["GET 5", "PUT 4"],
    read: ["GET 5"],
    delete: ["DELETE deleteConfiguration"],
  },
  "AddonConfiguration without an id": { create: ["GET 5", "GET 5", "POST 3", "GET 5"], update: ["GET 5", "PUT 4", "GET 5"] },
  DatabaseUser: {
    create: ["GET listUsers", "GET listUsers", "POST createUser"],
    update: ["GET listUsers", "PUT setPassword"],
    read: ["GET listUsers"],
    delete: ["DELETE 12"],
  },
  WorkspaceSchedule: {
    create: ["GET 15", "GET 15", "POST createSchedule", "GET 15"],
    update: ["GET 15", "PUT updateSchedule", "GET 15"],
    read: ["GET 15"],
    delete: ["DELETE deleteSchedule", "GET 15"],
  },
  AllowListEntry: {
    create: ["GET listAllowedRanges", "GET listAllowedRanges", "POST createAllowedRange", "GET listAllowedRanges"],
    update: ["GET listAllowedRanges", "PUT updateAllowedRange", "GET listAllowedRanges"],
    read: ["GET listAllowedRanges"],
    delete: ["GET 7", "DELETE deleteAllowedRange", "GET listAllowedRanges"],
  },
  AllowList: {
    create: ["GET 7", "GET getCaller", "GET listAllowedRanges", "PUT enforceRanges", "GET 7"],
    update: ["GET 7", "PUT liftRanges", "GET 7"],
    read: ["GET 7"],
    delete: ["GET 7", "PUT liftRanges", "GET 7"],
  },
  BackupSchedule: {
    create: ["GET getBackupSchedule", "GET getBackupSchedule", "POST setBackupSchedule", "GET getBackupSchedule"],
    update: ["GET getBackupSchedule", "GET getBackupSchedule", "POST setBackupSchedule", "GET getBackupSchedule"],
    read: ["GET getBackupSchedule"],
    delete: ["GET getBackupSchedule", "POST setBackupSchedule", "GET getBackupSchedule"],
  },
  WorkspaceRefresh: {
    create: ["GET 7", "GET 7", "POST 11", "GET 7", "GET 7", "GET 7", "GET 7"],
    update: ["GET 7", "GET 7", "POST 11", "GET 7", "GET 7", "GET 7", "GET 7"],
    read: ["GET 7"],
    delete: { none: "a refresh cannot be taken back" },
  },
  QueryRun: { create: ["POST query"], update: ["POST query"], ...queried },
  "QueryRun, idempotent": { create: ["POST query"], update: ["POST query"], ...queried },
  "QueryRun by a token": {
    create: ["POST query, refused", "POST token", "POST query"],
    update: ["POST query, refused", "POST token", "POST query"],
    ...queried,
  },
};

/** The requests of an operation; a preview sends those before the first write, without the read that is sent for a POST. */
export function requestsOf(subject: string, operation: string): readonly string[] {
  const previewed = operation.replace(/^preview of /, "");
  const all = requests[subject]?.[previewed];
  if (all === undefined) throw new Error(`requests.ts does not tell what ${previewed} of ${subject} sends`);
  if ("none" in all) return [];
  const firstWrite = all.findIndex((request) => !request.startsWith("GET"));
  return previewed === operation ? all : all.slice(0, firstWrite).filter((request, index) => request !== all[index - 1]);
}

/** A request that can get a fault: its place among those of the operation, from 1. */
export interface Place {
  readonly position: number;
  readonly request: string;
}

/** The places for faults in an operation. A look that repeats the one before it is the same place, and what the service refuses anyway is none. */
export function placesOf(subject: string, operation: string): readonly Place[] {
  const all = requestsOf(subject, operation);
  return all
    .map((request, index) => ({ request, position: index + 1 }))
    .filter(({ request }, index) => request !== all[index - 1] && !request.endsWith(", refused"));
}
