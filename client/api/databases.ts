import type { Caller } from "../http/call";
import { endpoint, prefix } from "../http/endpoint";
import { type DatabaseRecord, databaseRecord } from "../wire/records";
import * as shapes from "../wire/shapes";

export interface DatabaseId {
  readonly workgroupID: string;
  readonly databaseID: string;
}

export const getDatabase = endpoint({
  number: 8,
  method: "GET",
  path: `${prefix}/workgroups/{workgroupID}/databases/{databaseID}`,
  purpose: "Get database details.",
  documented: shapes.database,
  result: databaseRecord,
});

/** The calls on databases; each fails with a `ServiceError`. */
export type Databases = ReturnType<typeof databases>;

export const databases = (call: Caller) => ({
  /** One database with its workspaces (endpoint 8). */
  get: (id: DatabaseId): Promise<DatabaseRecord> => call(getDatabase, id),
});
