/** The parent objects of most calls, with their paths, identifiers, and read-cache keys. */

/** The path of a workgroup. */
export const ofWorkgroup = "/workgroups/{workgroupID}";
/** The path of a workspace. */
export const ofWorkspace = `${ofWorkgroup}/workspaces/{workspaceID}` as const;

export interface WorkgroupId {
  readonly workgroupID: string;
}

export interface WorkspaceId extends WorkgroupId {
  readonly workspaceID: string;
}

/** Returns the read-cache key of an object or of a group of objects. */
export function nameOf(kind: string, ...ids: readonly string[]): string {
  return JSON.stringify([kind, ...ids]);
}

/** Returns the read-cache key of a workspace. Without an id, the key covers all workspaces in the workgroup. */
export const workspaceName = ({ workgroupID, workspaceID = "" }: WorkgroupId & Partial<WorkspaceId>): string =>
  nameOf("workspace", workgroupID, workspaceID);
