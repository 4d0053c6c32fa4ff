import { segment, type ShownIds, workspacePath } from "../../messages/message";
import { deletionPolicyOfCreated, parentId, optInFlag, text } from "../../describe/fields";
import { type ArgumentsOf, describe, type ShownValues, type StateOf } from "../../describe/resource";
import type { PendingState } from "../../reconcile/pending";

export const databaseUserDescription = describe({
  kind: "DatabaseUser",
  description: [
    "A user of a workspace's database.",
    "Not every service can list users, create users and set passwords; if a call is not supported, the error states what still works.",
  ],
  example: `
const reporting = new DatabaseUser("reporting", {
  workgroupId: config.require("workgroupId"),
  workspaceId: config.require("workspaceId"),
  username: "reporting",
  password: config.requireSecret("reportingPassword"),
});
`,
  api: "endpoint 12, and section 11",
  idFormat: "<workgroupId>/<workspaceId>/<username>",
  displayTemplate: "database user <username> of workspace <workspaceId> of workgroup <workgroupId>",
  identity: ["workgroupId", "workspaceId", "username"],
  arguments: {
    workgroupId: parentId("The workgroup that contains the workspace."),
    workspaceId: parentId("The workspace whose database contains the user."),
    username: text("The user's name.", { notEmpty: true, wellFormed: true, replaces: true }),
    password: text(
      "The user's password. Always stored as a secret, even if you pass a plain string. Changing it updates the password in place. The service never returns it, so drift is not detected.",
      {
        notEmpty: true,
        secret: true,
        neverShown: true,
        output: { description: "The declared password, as a secret; undefined for a user that is only read.", isOptional: true },
        effect: {
          is: "access",
          id: "password",
          severity: "care",
          summary: "password changes",
          description: "The user gets a new password. Clients that log in with the old one need the new one.",
          source: "docs/internals/api.md, section 11",
        },
      },
    ),
    adopt: optInFlag("Adopts an existing user with this name, and sets its password."),
    deletionPolicy: deletionPolicyOfCreated("user"),
  },
  outputs: {},
  review: {
    deletesCreated: true,
    isUnique: true,
    compares: false,
    existing: "refused",
    lostParts: () => ({ has: [], mayHave: ["role", "rights"] }),
    sentBy: () => [{ method: "PUT" }],
    consequences: [
      {
        id: "user-deleted",
        method: "DELETE",
        severity: "destroys",
        summary: "login lost",
        headline: ["Deletes user %", "Deletes % users"],
        description: "Deletes the database user, who can no longer log in.",
        source: "docs/internals/api.md, endpoint 12",
      },
      {
        id: "user-made",
        method: "POST",
        severity: "risks",
        summary: "new login",
        headline: ["User % can log in", "% new users can log in"],
        isObvious: true,
        description: "Anyone with the new user's password can log in to the database.",
        source: "docs/internals/api.md, section 11",
      },
    ],
    address: addressOf,
    subject: ({ username, workspaceId }, { databaseName }) => [
      ["user", username],
      ["database", databaseName],
      ["workspace", workspaceId],
    ],
    deletions: { delete: (last) => ({ method: "DELETE", path: usersPath(last), body: { username: last.username } }) },
  },
});

export type Arguments = ArgumentsOf<typeof databaseUserDescription>;
/** The state. A pending `password` might have been set by a request whose response was lost. */
export type State = StateOf<typeof databaseUserDescription> & PendingState;

export type UserId = Pick<Arguments, "workgroupId" | "workspaceId" | "username">;

/** Returns the path of the call with the username, which identifies the user in messages. */
export function addressOf({ username, ...workspace }: ShownValues): string {
  return `${usersPath(workspace)}/${segment(username)}`;
}

export function usersPath(args: ShownIds): string {
  return `${workspacePath(args)}/dbuser`;
}
