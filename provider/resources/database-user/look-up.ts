import type { OperationContext } from "../../definition";
import { type LookUp, lookUpInWorkspace } from "../../proof/workspace-look-up";
import { type UserId, workspaceOf } from "./schema";

/** Looks the user up in the list, which all users of a workspace share. */
export async function lookUpUser(id: UserId, context: OperationContext, now = false): Promise<LookUp> {
  return lookUpInWorkspace(id, context, now, async () => {
    const users = await context.client.sharedUsers(workspaceOf(id), { username: id.username, now });
    if (users?.some((user) => user.username === id.username) === true) {
      context.recordSeen();
      return { found: true };
    }
    const certain = users !== null && users.every((user) => typeof user.username === "string");
    return { found: false, certain, others: users !== null && users.length > 0 };
  });
}
