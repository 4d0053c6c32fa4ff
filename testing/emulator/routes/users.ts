import { badRequest, Refusal } from "../envelope";
import { type DatabaseUser, wholeUser } from "../records";
import { type WorkspaceState } from "../store";
import { replace } from "./call";
import { type Endpoint, extension, row, workspace } from "./endpoint";

function find({ users }: WorkspaceState, username: string): DatabaseUser {
  const user = users.find((other) => other.username === username);
  if (user !== undefined) return user;
  throw new Refusal("documented", "Not-Found", `The user ${username} was not found.`, [
    { FieldName: "username", Reason: "No user of this workspace has this name." },
  ]);
}

const show = (user: DatabaseUser): object => ({ ...user, password: undefined });

export const userEndpoints: readonly Endpoint[] = [
  // The schema makes both fields optional, but a deletion needs a name.
  row(12, "DELETE", `${workspace}/dbuser`, [200, 400, 500], (call) => {
    const workspace = call.workspace();
    const { username } = call.body("user", {});
    if (username === undefined) throw badRequest("The request body is not valid.", "username", "is required");
    const user = find(workspace, username);
    replace(workspace.users, user.id);
    return call.answer("User deleted.", show(user));
  }),
  extension("createUser", "POST", `${workspace}/dbuser`, (call) => {
    const { users } = call.workspace();
    const body = call.body("wholeUser");
    const isTaken = users.some(({ username }) => username === body.username);
    if (isTaken) throw badRequest(`The user ${body.username} already exists.`, "username", "is taken");
    const user = wholeUser(call.store.nextId("a6"), body, call.store.timestamp());
    users.push(user);
    return { result: show(user), message: "User created." };
  }),
  extension("listUsers", "GET", `${workspace}/dbuser`, (call) => ({ result: call.workspace().users.map(show) })),
  extension("setPassword", "PUT", `${workspace}/dbuser`, (call) => {
    const workspace = call.workspace();
    const { username, password } = call.body("wholeUser");
    const user = find(workspace, username);
    Object.assign(user, { password, updated: call.store.timestamp() });
    return call.answer("Password set.", show(user));
  }),
];
