import { deletionPolicyOf } from "../../proof/deletion-policy";
import { getIn, isObject } from "../../values/json";
import { type AnnouncedRequest, secretText, segment } from "../../announce/lines";
import { agrees, type ReviewFacts, type ShownValues } from "../../announce/review-facts";

type Ids = Partial<Record<"workgroupId" | "workspaceId" | "username", unknown>>;

/** Arguments that say how to behave: a change of these alone sends nothing. */
export const localArguments = ["adopt", "deletionPolicy"] as const;

/** The path of the call with the user's name, by which lines name it. */
export function addressOf(args: Ids): string {
  return `${usersPath(args)}/${segment(args.username)}`;
}

/** The path of every call. */
export function usersPath({ workgroupId, workspaceId }: Ids): string {
  return `/workgroups/${segment(workgroupId)}/workspaces/${segment(workspaceId)}/dbuser`;
}

export const databaseUserFacts: ReviewFacts = {
  isUnique: true,
  adopts: false,
  compares: false,
  localArguments,
  addressedBy: ["workgroupId", "workspaceId", "username"],
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
      says: "Access is opened: anyone with the new user's password can log in to the database.",
      source: "docs/internals/api.md, section 11",
    },
    {
      id: "password",
      method: "PUT",
      gravity: "care",
      inShort: "a password changes",
      says: "The user gets another password: everything that logs in with the old one needs the new one.",
      source: "docs/internals/api.md, section 11",
    },
  ],
  address: addressOf,
  subject: ({ username, workspaceId }) => [
    ["user", username],
    ["workspace", workspaceId],
  ],
  isOwnRequest: ({ path, body }, inputs) => path === usersPath(inputs) && agrees(inputs.username, getIn(body, ["username"])),
  // The fields and their arguments have the same names.
  argumentsOf: (body) => (isObject(body) ? body : {}),
  requestFor(changed, { inputs, exists }) {
    if (!changed.some(({ path: [name] }) => name === "password" || name === "username")) return undefined;
    return { method: exists ? "PUT" : "POST", path: usersPath(inputs), body: { username: inputs.username, password: secretText } };
  },
  deletionRequest,
};

/** The request of a deletion. Any other policy than `delete` keeps the user, also a word that another version knew. */
export function deletionRequest(last: ShownValues, outputs: ShownValues): AnnouncedRequest | undefined {
  if (deletionPolicyOf(last, outputs) !== "delete") return undefined;
  return { method: "DELETE", path: usersPath(last), body: { username: last.username } };
}
