import { badRequest, Refusal } from "../envelope";
import { showUser } from "../present";
import { type DatabaseUser } from "../records";
import { type WorkspaceState } from "../store";
import { type Call, type Outcome } from "./call";

function find(workspace: WorkspaceState, username: unknown): DatabaseUser {
  const user = workspace.users.find((other) => other.username === username);
  if (user !== undefined) return user;
  throw new Refusal("documented", "Not-Found", `The user ${String(username)} was not found.`, [
    { FieldName: "username", Reason: "No user of this workspace has this name." },
  ]);
}

/** Endpoint 12: deletes the user that the body names. Both of its fields are optional in the schema; without a name there is nothing to delete. */
export function deleteUser(call: Call): Outcome {
  const workspace = call.workspace();
  const { username } = call.body("user", call.sent ?? {});
  if (username === undefined) throw badRequest("The request body is not valid.", "username", "is required");
  const user = find(workspace, username);
  workspace.users = workspace.users.filter((other) => other !== user);
  return call.answer("User deleted.", showUser(user));
}

/** Makes a user (API 11). */
export function createUser(call: Call): Outcome {
  const workspace = call.workspace();
  const body = call.body("wholeUser");
  const username = String(body["username"]);
  const isTaken = workspace.users.some((user) => user.username === username);
  if (isTaken) throw badRequest(`The user ${username} exists already.`, "username", "is taken");
  const time = call.store.timestamp();
  const password = String(body["password"]);
  const user = { id: call.store.nextId("a6"), username, password, email: "", enabled: true, role: "user", created: time, updated: time };
  workspace.users.push(user);
  return { result: showUser(user), message: "User created." };
}

/** The workspace's users, never with a password (API 11). */
export function listUsers(call: Call): Outcome {
  call.countRead();
  return { result: call.workspace().users.map(showUser) };
}

/** Sets a user's password (API 11). */
export function setPassword(call: Call): Outcome {
  const workspace = call.workspace();
  const body = call.body("wholeUser");
  const user = find(workspace, body["username"]);
  user.password = String(body["password"]);
  user.updated = call.store.timestamp();
  return call.answer("Password set.", showUser(user));
}
