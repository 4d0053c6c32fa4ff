import { segment, workspacePath } from "../../announce/lines";
import { reviewFacts } from "../../describe/resource";
import { databaseUserDescription } from "./description";

type Ids = Partial<Record<"workgroupId" | "workspaceId" | "username", unknown>>;

/** The path of the call with the user's name, by which lines name it. */
export function addressOf(args: Ids): string {
  return `${usersPath(args)}/${segment(args.username)}`;
}

export function usersPath(args: Ids): string {
  return `${workspacePath(args)}/dbuser`;
}

export const databaseUserFacts = reviewFacts(databaseUserDescription, {
  isUnique: true,
  compares: false,
  sentBy: () => [{ method: "PUT" }],
  consequences: [
    {
      id: "user-deleted",
      method: "DELETE",
      gravity: "destroys",
      inShort: "an in-database user is deleted",
      says: "The in-database user is deleted.",
      source: "docs/internals/api.md, endpoint 12",
    },
    {
      id: "user-made",
      method: "POST",
      gravity: "opens",
      inShort: "a new user can log in to a database",
      says: "Anyone with the new user's password can log in to the database.",
      source: "docs/internals/api.md, section 11",
    },
  ],
  address: addressOf,
  subject: { user: "username", workspace: "workspaceId" },
  deletions: { delete: (last) => ({ method: "DELETE", path: usersPath(last), body: { username: last.username } }) },
});
