import { z } from "zod";
import type { Caller } from "../http/call";
import { endpoint, nameOf, prefix } from "../http/endpoint";
import { isObject } from "../wire/json";
import { parsedResult, plainFields } from "../wire/records";
import { parseList } from "../wire/results";
import * as shapes from "../wire/shapes";
import type { WorkspaceId } from "./workspaces";

const path = `${prefix}/workgroups/{workgroupID}/workspaces/{workspaceID}/dbuser` as const;

/** An in-database user as the public reference shows it (API 11); it never holds the password. Unknown keys are kept. */
export const userRecord = z.looseObject(plainFields(shapes.user));
export type UserRecord = z.infer<typeof userRecord>;

/** The body of the calls that set a password. */
export const userBody = z.strictObject({ username: z.string(), password: z.string() });
export type UserBody = z.infer<typeof userBody>;

/** The body of API endpoint 12: both fields are optional in the schema. */
export const deletedUser = z.strictObject({ username: z.string().optional(), password: z.string().optional() });
export type DeletedUser = z.infer<typeof deletedUser>;

/** The name of a user in the read cache. */
export const userName = ({ workgroupID, workspaceID }: WorkspaceId, username = ""): string =>
  nameOf("user", workgroupID, workspaceID, username);

export const deleteUser = endpoint({
  number: 12,
  method: "DELETE",
  path,
  purpose: "Delete an in-database user.",
  body: deletedUser,
  secret: ["password"],
  changes: (id, { username }) => [userName(id, username)],
});

export const listUsers = endpoint({
  method: "GET",
  path,
  purpose: "List the in-database users of a workspace.",
  documented: { list: shapes.user },
  result: parsedResult(parseUsers, "is no list of users"),
});

export const createUser = endpoint({
  method: "POST",
  path,
  purpose: "Create an in-database user.",
  body: userBody,
  secret: ["password"],
  changes: (id, { username }) => [userName(id, username)],
});

export const setPassword = endpoint({
  method: "PUT",
  path,
  purpose: "Set the password of an in-database user.",
  body: userBody,
  secret: ["password"],
  changes: (id, { username }) => [userName(id, username)],
});

/** The calls on the in-database users of a workspace; each fails with a `ServiceError`, none of which holds a password. */
export type DatabaseUsers = ReturnType<typeof databaseUsers>;

export const databaseUsers = (call: Caller) => ({
  /** The users; null if the service names none (API 11: a service may not have it). */
  list: (id: WorkspaceId): Promise<readonly UserRecord[] | null> => call(listUsers, id),
  /** Makes a user (API 11). Never sent twice: list the users if the response was lost. */
  create: (id: WorkspaceId, body: UserBody): Promise<unknown> => call(createUser, id, body),
  /** Sets a user's password (API 11). */
  setPassword: (id: WorkspaceId, body: UserBody): Promise<unknown> => call(setPassword, id, body),
  /** Deletes the user that the body names (endpoint 12). */
  delete: (id: WorkspaceId, body: DeletedUser): Promise<unknown> => call(deleteUser, id, body),
});

/** The users, or null if the Result names none; undefined for anything else. */
function parseUsers(result: unknown): readonly UserRecord[] | null | undefined {
  const isUser = (value: unknown) => isObject(value) && Object.keys(shapes.user.fields).some((name) => Object.hasOwn(value, name));
  const list = parseList(result, ["users"], (value) => (isUser(value) ? userRecord.parse(value) : undefined));
  if (list === undefined || list.certain) return list?.found;
  return list.found.length === 0 ? null : undefined;
}
