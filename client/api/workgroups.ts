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

/** Returns the read-cache key of a workgroup. Without an id, the key covers all workgroups. */
const workgroupName = (workgroupID = ""): string => nameOf("workgroup", workgroupID);

const changes = ({ workgroupID }: WorkgroupId) => [workgroupName(workgroupID), workgroupName()];

/** The cloud provider accounts for new workgroups. Their other fields are undocumented (API 11). */
const providers = {
  documented: { list: shapes.cloudProvider },
  result: recordsOf("cloudproviders", z.looseObject(plainFields(shapes.cloudProvider))),
};

/** Calls for workgroups. */
export const workgroups = {
  /** Reads a workgroup with its databases and workspaces (endpoint 7). */
  get: endpoint("GET", ofWorkgroup, "Get workgroup details.", {
    number: 7,
    documented: shapes.workgroup,
    result: workgroupRecord,
    shows: ({ workgroupID }, workspaceID = "") => [workspaceName({ workgroupID, workspaceID }), workgroupName(workgroupID)],
  }),
  /** Lists all workgroups of the account; null if there are none (API 11: might not exist). */
  list: endpoint("GET", "/workgroups", "List the workgroups with their databases and workspaces.", {
    documented: { list: shapes.workgroup },
    result: listIn("workgroups", workgroupRecord),
    shows: () => [workgroupName()],
  }),
  /** Creates a workgroup (API 11). Resolves with its identifier if the response contains it. Never retried. If the response is lost, list the workgroups. */
  create: endpoint("POST", "/workgroups", "Create a workgroup.", {
    body: workgroupCreation,
    result: z.unknown().transform((result) => parseCreatedId(result, "workgroupid", "workgroup")),
    changes: () => [workgroupName()],
  }),
  /** Sends the given fields (API 11). */
  update: endpoint("PUT", ofWorkgroup, "Update a workgroup.", { body: workgroupUpdate, changes }),
  /** Deletes the workgroup (API 11). */
  delete: endpoint("DELETE", ofWorkgroup, "Delete a workgroup.", { changes }),
  /** Lists the organization's cloud providers (API 11). */
  cloudProviders: endpoint("GET", "/cloud-providers", "List the organization's cloud providers.", providers),
  /** Lists the cloud providers available to every organization (API 11). */
  publicCloudProviders: endpoint("GET", "/cloud-providers/public", "List the public cloud providers.", providers),
};

/** Identifies a database of a workgroup. */
export interface DatabaseId extends WorkgroupId {
  readonly databaseID: string;
}

/** Calls for databases. */
export const databases = {
  /** Reads a database with its workspaces (endpoint 8). */
  get: endpoint("GET", `${ofWorkgroup}/databases/{databaseID}`, "Get database details.", {
    number: 8,
    documented: shapes.database,
    result: databaseRecord,
  }),
};
