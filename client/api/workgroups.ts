import { z } from "zod";
import type { Caller } from "../http/call";
import { endpoint, nameOf, prefix } from "../http/endpoint";
import { parseCreatedId } from "../wire/results";
import { plainFields, type WorkgroupRecord, workgroupRecord } from "../wire/records";
import * as shapes from "../wire/shapes";

export interface WorkgroupId {
  readonly workgroupID: string;
}

export const getWorkgroup = endpoint({
  number: 7,
  method: "GET",
  path: `${prefix}/workgroups/{workgroupID}`,
  purpose: "Get workgroup details.",
  documented: shapes.workgroup,
  result: workgroupRecord,
});

export const listWorkgroups = endpoint({
  method: "GET",
  path: `${prefix}/workgroups`,
  purpose: "List the workgroups with their databases and workspaces.",
  documented: { list: shapes.workgroup },
  result: z.array(workgroupRecord).nullish(),
});

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
export const workgroupName = (workgroupID = ""): string => nameOf("workgroup", workgroupID);

export const createWorkgroup = endpoint({
  method: "POST",
  path: `${prefix}/workgroups`,
  purpose: "Create a workgroup.",
  body: workgroupCreation,
  result: z.unknown().transform((result) => parseCreatedId(result, "workgroupid", "workgroup")),
  changes: () => [workgroupName()],
});

export const updateWorkgroup = endpoint({
  method: "PUT",
  path: `${prefix}/workgroups/{workgroupID}`,
  purpose: "Update a workgroup.",
  body: workgroupUpdate,
  changes: ({ workgroupID }) => [workgroupName(workgroupID), workgroupName()],
});

export const deleteWorkgroup = endpoint({
  method: "DELETE",
  path: `${prefix}/workgroups/{workgroupID}`,
  purpose: "Delete a workgroup.",
  changes: ({ workgroupID }) => [workgroupName(workgroupID), workgroupName()],
});

/** An account at a cloud provider, in which workgroups are created; its other fields are not shown (API 11). */
export const cloudProvider = z.looseObject(plainFields(shapes.cloudProvider));
export type CloudProvider = z.infer<typeof cloudProvider>;

export const listCloudProviders = endpoint({
  method: "GET",
  path: `${prefix}/cloud-providers`,
  purpose: "List the organization's cloud providers.",
  documented: { list: shapes.cloudProvider },
  result: z.array(cloudProvider).nullish(),
});

export const listPublicCloudProviders = endpoint({
  method: "GET",
  path: `${prefix}/cloud-providers/public`,
  purpose: "List the public cloud providers.",
  documented: { list: shapes.cloudProvider },
  result: z.array(cloudProvider).nullish(),
});

/** The calls on workgroups; each fails with a `ServiceError`. */
export type Workgroups = ReturnType<typeof workgroups>;

export const workgroups = (call: Caller) => ({
  /** One workgroup with its databases and workspaces (endpoint 7). */
  get: (id: WorkgroupId): Promise<WorkgroupRecord> => call(getWorkgroup, id),
  /** All workgroups of the account (API 11: a service may lack the call). */
  list: async (): Promise<readonly WorkgroupRecord[]> => (await call(listWorkgroups, {})) ?? [],
  /** Creates a workgroup (API 11); resolves with its identifier if the response shows it. Never sent twice: list the workgroups if the response was lost. */
  create: (body: WorkgroupCreation): Promise<string | undefined> => call(createWorkgroup, {}, body),
  /** Sends the given fields (API 11). */
  update: (id: WorkgroupId, body: WorkgroupUpdate): Promise<unknown> => call(updateWorkgroup, id, body),
  /** Deletes the workgroup (API 11). */
  delete: (id: WorkgroupId): Promise<unknown> => call(deleteWorkgroup, id),
  /** The cloud providers of the organization, or the public ones (API 11). */
  cloudProviders: async (which: "own" | "public"): Promise<readonly CloudProvider[]> =>
    (await call(which === "own" ? listCloudProviders : listPublicCloudProviders, {})) ?? [],
});
