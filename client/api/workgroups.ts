import { z } from "zod";
import type { Caller } from "../http/call";
import { endpoint, prefix } from "../http/endpoint";
import { type WorkgroupRecord, workgroupRecord } from "../wire/records";

export interface WorkgroupId {
  readonly workgroupID: string;
}

export const getWorkgroup = endpoint({
  number: 7,
  method: "GET",
  path: `${prefix}/workgroups/{workgroupID}`,
  purpose: "Get workgroup details.",
  result: workgroupRecord,
});

export const listWorkgroups = endpoint({
  number: "extension",
  method: "GET",
  path: `${prefix}/workgroups`,
  purpose: "List the workgroups with their databases and workspaces.",
  result: z.array(workgroupRecord).nullish(),
});

/** The calls on workgroups; each fails with a `ServiceError`. */
export interface Workgroups {
  /** One workgroup with its databases and workspaces (endpoint 7). */
  get(id: WorkgroupId): Promise<WorkgroupRecord>;
  /** All workgroups of the account (API 11: a service may not have it). */
  list(): Promise<readonly WorkgroupRecord[]>;
}

export const workgroups = (call: Caller): Workgroups => ({
  get: (id) => call(getWorkgroup, id),
  list: async () => (await call(listWorkgroups, {})) ?? [],
});
