import { endpoint } from "../http/endpoint";
import { databaseRecord } from "../wire/records";
import * as shapes from "../wire/shapes";
import { ofWorkgroup } from "./paths";

export interface DatabaseId {
  readonly workgroupID: string;
  readonly databaseID: string;
}

/** The calls on databases. */
export const databases = {
  /** One database with its workspaces (endpoint 8). */
  get: endpoint("GET", `${ofWorkgroup}/databases/{databaseID}`, "Get database details.", {
    number: 8,
    documented: shapes.database,
    result: databaseRecord,
  }),
};
