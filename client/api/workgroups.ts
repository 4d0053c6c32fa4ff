import { z } from "zod";
import { endpoint } from "../http/endpoint";
import { parseCreatedId } from "../wire/results";
import { databaseRecord, listIn, plainFields, recordsOf, workgroupRecord } from "../wire/records";
import * as shapes from "../wire/shapes";
import { nameOf, ofWorkgroup, type WorkgroupId, workspaceName } from "./paths";

/** The body of the call that creates a workgroup (API 11). */
export const workgroupCreation = z.strictObject({
  name: z.string().optional(),
  cloud_provider_id: z.string(),
  platform: z.string().optional(),
  region: z.string().optional(),
  enable_application_log: z.boolean().optional(),
  enable_encryption: z.boolean().optional(),
  shared_storage: z.boolean().optional(),
});
export type WorkgroupCreation = z.infer<typeof workgroupCreation>;

/** The body of the call that changes a workgroup (API 11). */
export const workgroupUpdate = z.strictObject({
  workgroup_name: z.string().optional(),
  enable_application_log: z.boolean().optional(),
  encryption_method: z.string().optional(),
});
export type WorkgroupUpdate = z.infer<typeof workgroupUpdate>;

/** The name of a workgroup in the read cache; without an id, that of all workgroups. */
const workgroupName = (workgroupID = ""): string => nameOf("workgroup", workgroupID);

const changes = ({ workgroupID }: WorkgroupId) => [workgroupName(workgroupID), workgroupName()];

/** Accounts at cloud providers, in which workgroups are created; their other fields are not shown (API 11). */
const providers = {
  documented: { list: shapes.cloudProvider },
  result: recordsOf("cloudproviders", z.looseObject(plainFields(shapes.cloudProvider))),
};

/** The calls on workgroups. */
export const workgroups = {
  /** One workgroup with its databases and workspaces (endpoint 7). */
  get: endpoint("GET", ofWorkgroup, "Get workgroup details.", {
    number: 7,
    documented: shapes.workgroup,
    result: workgroupRecord,
    shows: ({ workgroupID }, workspaceID = "") => [workspaceName({ workgroupID, workspaceID }), workgroupName(workgroupID)],
  }),
  /** All workgroups of the account; null if it has none (API 11: a service may lack the call). */
  list: endpoint("GET", "/workgroups", "List the workgroups with their databases and workspaces.", {
    documented: { list: shapes.workgroup },
    result: listIn("workgroups", workgroupRecord),
    shows: () => [workgroupName()],
  }),
  /** Creates a workgroup (API 11); resolves with its identifier if the response shows it. Never sent twice: list the workgroups if the response was lost. */
  create: endpoint("POST", "/workgroups", "Create a workgroup.", {
    body: workgroupCreation,
    result: z.unknown().transform((result) => parseCreatedId(result, "workgroupid", "workgroup")),
    changes: () => [workgroupName()],
  }),
  /** Sends the given fields (API 11). */
  update: endpoint("PUT", ofWorkgroup, "Update a workgroup.", { body: workgroupUpdate, changes }),
  /** Deletes the workgroup (API 11). */
  delete: endpoint("DELETE", ofWorkgroup, "Delete a workgroup.", { changes }),
  /** The cloud providers of the organization (API 11). */
  cloudProviders: endpoint("GET", "/cloud-providers", "List the organization's cloud providers.", providers),
  /** The cloud providers that every organization may use (API 11). */
  publicCloudProviders: endpoint("GET", "/cloud-providers/public", "List the public cloud providers.", providers),
};

/** One database of a workgroup. */
export interface DatabaseId extends WorkgroupId {
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
