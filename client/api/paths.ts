/** The objects below which most calls are: their paths, identifiers, and names in the read cache. */

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

/** The name of an object, or a group of them, in the read cache. */
export function nameOf(kind: string, ...ids: readonly string[]): string {
  return JSON.stringify([kind, ...ids]);
}

/** The name of a workspace in the read cache; without its id, that of all workspaces of the workgroup. */
export const workspaceName = ({ workgroupID, workspaceID = "" }: WorkgroupId & Partial<WorkspaceId>): string =>
  nameOf("workspace", workgroupID, workspaceID);
