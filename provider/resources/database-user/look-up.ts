import { isDeleted, isServiceError, type ServiceError, isNoSuchCall, isNotFound, shouldVerify } from "../../../client";
import type { OperationContext } from "../../definition";
import { type UserId, workspaceOf } from "./schema";

/** Finding a user in the list of its workspace's users, and what is certain where it is not found. */

/** What the list of users says of one. */
export type UserLookUp = PresentUser | AbsentUser | MissingWorkspace | MissingList;

interface PresentUser {
  readonly found: true;
}

/** A list that does not show the user: whether it shows all that there are, and whether it shows any. */
export interface AbsentUser {
  readonly found: false;
  readonly certain: boolean;
  readonly others: boolean;
}

/** Why the workspace certainly is not there, and the answer that says so. */
interface MissingWorkspace {
  readonly missing: string;
  readonly behind: ServiceError;
}

/** A service that cannot list users, and the answer that says so. */
interface MissingList {
  readonly noList: ServiceError;
}

/** Looks the user up in the list, which all users of a workspace share. */
export async function lookUpUser(id: UserId, context: OperationContext, now = false): Promise<UserLookUp> {
  const { workgroupId, workspaceId, username } = id;
  try {
    const users = await context.client.sharedUsers(workspaceOf(id), { username, now });
    if (users?.some((user) => user.username === username) === true) {
      context.recordSeen();
      return { found: true };
    }
    const certain = users !== null && users.every((user) => typeof user.username === "string");
    return { found: false, certain, others: users !== null && users.length > 0 };
  } catch (error) {
    if (!isNoSuchCall(error) && !shouldVerify(error)) throw error;
    // Services answer in many ways for a workspace that is gone, also as if they had no list.
    const exists = await workspaceExists(id, context, now);
    if (exists === false) {
      const missing = `there is no workspace ${JSON.stringify(workspaceId)} in workgroup ${JSON.stringify(workgroupId)}`;
      return { missing, behind: error };
    }
    if (isNoSuchCall(error) || (exists === true && isNotFound(error))) return { noList: error };
    throw error;
  }
}

/** True where the user is gone. A list without any proves nothing alone, since a key of another organization gets one: its workspace must be seen. */
export async function isGone(id: UserId, { certain, others }: AbsentUser, context: OperationContext, now = false): Promise<boolean> {
  if (certain && others) return true;
  const exists = await workspaceExists(id, context, now);
  return exists === false || (exists === true && !others && (certain || context.seenBefore));
}

/** True where a failed deletion means that the user is gone; services answer 400 or 500 for what is not there. */
export async function isGoneAfter(error: unknown, id: UserId, context: OperationContext): Promise<boolean> {
  if (!shouldVerify(error)) return false;
  try {
    const live = await lookUpUser(id, context, true);
    if ("missing" in live) return true;
    if ("noList" in live) return false;
    return live.found ? (await workspaceExists(id, context, true)) === false : await isGone(id, live, context, true);
  } catch {
    return false;
  }
}

/** Why it is not certain that a user is gone. */
export function describeUncertainty({ certain, others }: AbsentUser): string {
  if (certain)
    return "the list of users was answered as empty, and its workspace was not seen either. Check that the key is of the right organization";
  return `the list of users was answered with ${others ? "entries without a name" : "null"}. Try again`;
}

/** Whether the workgroup holds the workspace; undefined where that is not certain. */
async function workspaceExists(
  { workgroupId, workspaceId }: UserId,
  context: OperationContext,
  now: boolean,
): Promise<boolean | undefined> {
  try {
    const workgroup = await context.client.sharedWorkgroup({ workgroupID: workgroupId }, { workspaceID: workspaceId, now });
    if (workgroup.workgroup_id !== workgroupId || !Array.isArray(workgroup.workspaces)) return undefined;
    const live = workgroup.workspaces.filter((workspace) => !isDeleted(workspace));
    if (live.some(({ workspace_id }) => workspace_id === workspaceId)) return true;
    return live.every(({ workspace_id }) => workspace_id !== "") ? false : undefined;
  } catch (error) {
    if (isNotFound(error)) return false;
    if (isServiceError(error)) return undefined;
    throw error;
  }
}
