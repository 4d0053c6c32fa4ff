import { z } from "zod";
import { endpoint } from "../http/endpoint";
import { isObject } from "../wire/json";
import { parsedResult, plainFields } from "../wire/records";
import { parseList, withKnownKeys } from "../wire/results";
import * as shapes from "../wire/shapes";
import { nameOf, ofWorkspace, type WorkspaceId } from "./paths";

const path = `${ofWorkspace}/dbuser` as const;

/** An in-database user according to the public reference (API 11). Never contains the password. Unknown keys are kept. */
export const userRecord = z.looseObject(plainFields(shapes.user));
export type UserRecord = z.infer<typeof userRecord>;

/** The body of the calls that set a password. */
export const userBody = z.strictObject({ username: z.string(), password: z.string() });
export type UserBody = z.infer<typeof userBody>;

/** The body of API endpoint 12. Both fields are optional in the schema. */
export const deletedUser = z.strictObject({ username: z.string().optional(), password: z.string().optional() });
export type DeletedUser = z.infer<typeof deletedUser>;

/** Returns the read-cache key of a user. */
const userName = ({ workgroupID, workspaceID }: WorkspaceId, username = ""): string => nameOf("user", workgroupID, workspaceID, username);

const changes = (id: WorkspaceId, { username }: DeletedUser) => [userName(id, username)];
const withPassword = { body: userBody, secret: ["password"], changes } as const;

/** Calls for a workspace's in-database users. Errors never contain passwords. */
export const databaseUsers = {
  /** Lists the users; null if the response contains no list (API 11: might not exist). */
  list: endpoint("GET", path, "List the in-database users of a workspace.", {
    documented: { list: shapes.user },
    result: parsedResult(parseUsers, "is not a list of users"),
    shows: (id, username) => [userName(id, username)],
  }),
  /** Creates a user (API 11). Never retried. If the response is lost, list the users. */
  create: endpoint("POST", path, "Create an in-database user.", withPassword),
  /** Sets a user's password (API 11). */
  setPassword: endpoint("PUT", path, "Set the password of an in-database user.", withPassword),
  /** Deletes the user in the body (endpoint 12). */
  delete: endpoint("DELETE", path, "Delete an in-database user.", { number: 12, body: deletedUser, secret: ["password"], changes }),
};

/** Returns the users, or null if the Result contains no list. Undefined for anything else. */
function parseUsers(result: unknown): readonly UserRecord[] | null | undefined {
  const names = Object.keys(shapes.user.fields);
  const list = parseList(result, ["users"], (value) => {
    const user = isObject(value) ? withKnownKeys(value, names) : {};
    return names.some((name) => Object.hasOwn(user, name)) ? userRecord.parse(user) : undefined;
  });
  if (list === undefined || list.certain) return list?.found;
  return list.found.length === 0 ? null : undefined;
}
