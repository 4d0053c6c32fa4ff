import { deletionPolicyOf } from "../../reconcile/deletion-policy";
import { segment, workspacePath } from "../../announce/lines";
import { consequencesOfFields } from "../../describe/effects";
import { reviewFactsFrom } from "../../describe/resource";
import { databaseUserDescription } from "./description";
import type { ReviewFacts } from "../../announce/review-facts";

type Ids = Partial<Record<"workgroupId" | "workspaceId" | "username", unknown>>;

/** The path of the call with the user's name, by which lines name it. */
export function addressOf(args: Ids): string {
  return `${usersPath(args)}/${segment(args.username)}`;
}

export function usersPath(args: Ids): string {
  return `${workspacePath(args)}/dbuser`;
}

export const databaseUserFacts: ReviewFacts = {
  isUnique: true,
  adopts: false,
  compares: false,
  ...reviewFactsFrom(databaseUserDescription),
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
    ...consequencesOfFields(databaseUserDescription.arguments, () => [{ method: "PUT" }]),
  ],
  address: addressOf,
  subject: ({ username, workspaceId }) => [
    ["user", username],
    ["workspace", workspaceId],
  ],
  deletionRequest: (last, outputs) =>
    deletionPolicyOf(last, outputs) === "delete"
      ? { method: "DELETE", path: usersPath(last), body: { username: last.username } }
      : undefined,
};
