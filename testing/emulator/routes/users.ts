import { checkBody } from "../bodies";
import { Refusal } from "../envelope";
import { showResult, showUser } from "../present";
import { type DatabaseUser } from "../records";
import { type WorkspaceState } from "../store";
import { type Call, type Outcome, param } from "./call";
import { workspaceOf } from "./workspaces";

function find(workspace: WorkspaceState, username: unknown): DatabaseUser {
  const user = workspace.users.find((other) => other.username === username);
  if (user !== undefined) return user;
  throw new Refusal("documented", "Not-Found", `The user ${String(username)} was not found.`, [
    { FieldName: "username", Reason: "No user of this workspace has this name." },
  ]);
}

/** Endpoint 12: deletes the user that the body names. Both of its fields are optional in the schema; without a name there is nothing to delete. */
export function deleteUser(call: Call): Outcome {
  const workspace = workspaceOf(call);
  const { username } = checkBody("user", call.body ?? {}, call.behaviour.bodies);
  if (username === undefined) {
    throw new Refusal(400, "Bad-Request", "The request body is not valid.", [{ FieldName: "username", Reason: "is required" }]);
  }
  const user = find(workspace, username);
  workspace.users = workspace.users.filter((other) => other !== user);
  return { result: showResult(call.store, call.endpoint, showUser(user), "User deleted."), message: "User deleted." };
}

/** Makes a user (API 11). */
export function createUser(call: Call): Outcome {
  const workspace = workspaceOf(call);
  const body = checkBody("wholeUser", call.body, call.behaviour.bodies);
  const username = String(body["username"]);
  if (workspace.users.some((user) => user.username === username)) {
    throw new Refusal(400, "Bad-Request", `The user ${username} exists already.`, [{ FieldName: "username", Reason: "is taken" }]);
  }
  const time = call.store.timestamp();
  const password = String(body["password"]);
  const user = { id: call.store.nextId("a6"), username, password, email: "", enabled: true, role: "user", created: time, updated: time };
  workspace.users.push(user);
  return { result: showUser(user), message: "User created." };
}

/** The workspace's users, never with a password (API 11). */
export function listUsers(call: Call): Outcome {
  call.store.deferrals.read(param(call, "workgroupID"));
  return { result: workspaceOf(call).users.map(showUser) };
}

/** Sets a user's password (API 11). */
export function setPassword(call: Call): Outcome {
  const workspace = workspaceOf(call);
  const body = checkBody("wholeUser", call.body, call.behaviour.bodies);
  const user = find(workspace, body["username"]);
  user.password = String(body["password"]);
  user.updated = call.store.timestamp();
  return { result: showResult(call.store, call.endpoint, showUser(user), "Password set."), message: "Password set." };
}
