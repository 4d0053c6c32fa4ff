import type { Caller } from "../call";
import { endpoint, prefix } from "./endpoint";
import { type WorkgroupRecord, workgroupRecord } from "./records";

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

/** The calls on workgroups; each fails with a `ServiceError`. */
export interface Workgroups {
  /** One workgroup with its databases and workspaces (endpoint 7). */
  get(id: WorkgroupId): Promise<WorkgroupRecord>;
}

export const workgroups = (call: Caller): Workgroups => ({
  get: (id) => call(getWorkgroup, id),
});
