import {
  type DatabaseRecord,
  databaseRecord,
  type WorkgroupRecord,
  workgroupRecord,
  type WorkspaceRecord,
  workspaceRecord,
} from "./records";
import { type Store, type WorkgroupState } from "./store";

/** Adds whole records to what the service holds: for tests that fill an account, and for the calls that create. */

export function makeWorkgroup(store: Store, overrides: Partial<WorkgroupRecord>): WorkgroupState {
  const record = workgroupRecord(overrides.workgroup_id ?? store.nextId("a1"), overrides);
  const workgroup = { record, databases: new Map(), allowedRanges: [], workspaces: new Map() };
  store.workgroups.set(record.workgroup_id, workgroup);
  return workgroup;
}

export function makeDatabase(store: Store, workgroup: WorkgroupState, overrides: Partial<DatabaseRecord> = {}): DatabaseRecord {
  const record = databaseRecord(overrides.database_id ?? store.nextId("a2"), workgroup.record, overrides);
  workgroup.databases.set(record.database_id, record);
  return record;
}

/** Adds a workspace of a database, running unless the overrides state otherwise. */
export function makeWorkspace(
  store: Store,
  workgroup: WorkgroupState,
  database: DatabaseRecord,
  overrides: Partial<WorkspaceRecord>,
): WorkspaceRecord {
  const id = overrides.workspace_id ?? store.nextId("a3");
  const { running } = store.behaviour.statusNames;
  const here = { status: running, display_status: running, ...(store.host !== undefined && { proxy_host: store.host }) };
  const record = structuredClone(workspaceRecord(id, workgroup.record, database, { ...here, ...overrides }));
  workgroup.workspaces.set(id, { record, users: [], backups: [], schedules: [], backupSchedule: null, restoreJobs: [] });
  return record;
}
