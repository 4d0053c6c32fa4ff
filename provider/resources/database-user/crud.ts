import { isDeleted, isServiceError, type ServiceError, type WorkspaceId } from "../../../client";
import { lacksCall, mayHaveActed, needsAnotherLook, saysNotFound, toldIn, traced } from "../../answers";
import { same } from "../../diff";
import { InputError, quoted } from "../../errors";
import { type Applied, type Call, type Noun, Unsettled } from "../../lifecycle";
import { inTurn } from "../../turns";
import { lostLook, poll } from "../../wait";
import { argumentOf, databaseUserArguments, type DatabaseUserArguments as Arguments, type DatabaseUserState as State } from "./schema";

type Ids = Pick<Arguments, "workgroupId" | "workspaceId" | "username">;

/** What the list of users says of one. */
type Seen =
  | { readonly there: true }
  /** `certain` is false where the list may not show every user. */
  | { readonly there: false; readonly certain: boolean }
  | { readonly noWorkspace: string; readonly behind: ServiceError }
  | { readonly noList: ServiceError };

/** A POST whose answer was lost, and no look could tell whether it made the user: both errors. */
interface Waiting {
  readonly lost: ServiceError;
  readonly look: unknown;
}

/** An in-database user. Only its deletion is in the specification; the other calls are the public reference's own, and a service may lack them. */
export const databaseUser: Noun<Arguments, State, Waiting> = {
  kind: "DatabaseUser",
  schema: databaseUserArguments,
  replacedBy: ["workgroupId", "workspaceId", "username"],
  behaviour: ["adopt", "deletionPolicy"],
  secret: ["password"],
  argumentOf,
  describe: ({ workgroupId, workspaceId, username }) =>
    `database user ${quoted(username)} of workspace ${quoted(workspaceId)} of workgroup ${quoted(workgroupId)}`,

  identify(id) {
    const [workgroupId = "", workspaceId = "", ...rest] = id.split("/");
    return { workgroupId, workspaceId, username: rest.join("/") };
  },

  async foresee(args, last, call) {
    if (last !== undefined && last.__pending === undefined) {
      call.say(line("PUT", args, call));
      return [];
    }
    const seen = await look(args, call);
    if ("noWorkspace" in seen) return [{ property: "workspaceId", reason: traced(seen.noWorkspace, seen.behind) }];
    if ("noList" in seen) return [{ property: "username", reason: withoutList(args, seen.noList) }];
    if (seen.there && args.adopt !== true && last === undefined) return [{ property: "username", reason: existsText(args) }];
    call.say(line(seen.there ? "PUT" : "POST", args, call));
    return [];
  },

  async create(args, call) {
    return inTurn([args.workgroupId, args.workspaceId, args.username], async () => {
      const seen = await look(args, call);
      if ("noWorkspace" in seen) throw new InputError(seen.noWorkspace);
      if ("noList" in seen) throw new InputError(withoutList(args, seen.noList));
      if (seen.there && args.adopt !== true) throw new InputError(existsText(args));
      return seen.there ? setPassword(args, call) : make(args, call);
    });
  },

  async update(args, last, call) {
    if (last.__pending === undefined) return setPassword(args, call);
    // The user was absent before the POST whose answer was lost: one that is there now is the one that it made.
    const seen = await look(args, call, true);
    if ("noWorkspace" in seen) throw new InputError(seen.noWorkspace);
    if ("noList" in seen) throw new InputError(withoutList(args, seen.noList));
    if (!seen.there) return make(args, call);
    return same(args.password, last.password) ? made(args) : setPassword(args, call);
  },

  async settle(args, { state, waiting }) {
    if (waiting === undefined) return state;
    const unseen = isServiceError(waiting.look) ? `: ${waiting.look.method} ${waiting.look.path} ${toldIn(waiting.look)}` : "";
    throw new Unsettled(
      `POST ${pathOf(args)} ${toldIn(waiting.lost)}, so the user may have been made, and it cannot be looked whether it was${unseen}. Run "pulumi up" again: it looks, and makes the user only where it is not there`,
      { ...state, __pending: "lost" },
    );
  },

  async read(last, call) {
    const seen = await look(last, call);
    if ("noList" in seen) {
      call.say(
        `graphplane: ${pathOf(last)}: this service cannot list the users of a workspace (the request ${toldIn(seen.noList)}), so ${JSON.stringify(last.username)} stays in state as it is`,
      );
      return last;
    }
    if ("noWorkspace" in seen) return undefined;
    if (seen.there) return declaredIn(last);
    if (seen.certain || (await workspaceIsThere(last, call)) === false) return undefined;
    throw new InputError(
      `the list of the workspace's users shows no user of this name, and it is no whole list (null, or entries without a name), so it is not certain that the user is gone. Try again; if it is gone, take it out of the state with "pulumi state delete"`,
    );
  },

  async delete(last, call) {
    const path = pathOf(last);
    const policy = last.deletionPolicy ?? "delete";
    // Anything but the word keeps the user, also a word that another version knew.
    if (policy !== "delete")
      return call.say(
        `graphplane: ${path}: the user ${JSON.stringify(last.username)} is left as it is (deletionPolicy ${JSON.stringify(policy)})`,
      );
    try {
      await call.client.databaseUsers.delete(wireIds(last), { username: last.username });
      call.say(`graphplane: sent DELETE ${path} ${shownBody(last, call, ["username"])}`);
    } catch (error) {
      if (!saysNotFound(error) && !(await isGone(error, last, call))) throw error;
      call.say(`graphplane: ${path}: the user ${JSON.stringify(last.username)} is already gone`);
    }
  },
};

async function make(args: Arguments, call: Call): Promise<Applied<State, Waiting>> {
  const { username, password } = args;
  try {
    await call.client.databaseUsers.create(wireIds(args), { username, password });
    call.say(sent(line("POST", args, call)));
  } catch (error) {
    if (lacksCall(error)) throw new InputError(withoutCall("POST", args, error, "the user was not made"));
    if (!mayHaveActed(error)) throw error;
    return madeAfterAll(args, call, error);
  }
  return made(args);
}

/** The answer to a POST was lost: the user was absent before, so one that is present now is ours. It is not sent again. */
async function madeAfterAll(args: Arguments, call: Call, error: ServiceError): Promise<Applied<State, Waiting>> {
  let seen: Seen = { there: false, certain: false };
  try {
    await poll<true>({ clock: call.clock, say: call.say, place: pathOf(args), limit: lostLook }, async () => {
      seen = await look(args, call, true);
      return "there" in seen && !seen.there ? { waits: "the user that it may have made" } : { done: true };
    });
  } catch (trouble) {
    return { ...made(args), waiting: { lost: error, look: trouble } };
  }
  if ("noList" in seen) return { ...made(args), waiting: { lost: error, look: seen.noList } };
  if ("noWorkspace" in seen) throw error;
  if (!seen.there && !seen.certain) return { ...made(args), waiting: { lost: error, look: undefined } };
  if (!seen.there) {
    call.say(`graphplane: ${pathOf(args)}: the answer was lost and the user is not there: run "pulumi up" again`);
    throw error;
  }
  call.say(`${sent(line("POST", args, call))}: the answer was lost, and the user is there`);
  return made(args);
}

async function setPassword(args: Arguments, call: Call): Promise<Applied<State, Waiting>> {
  const { username, password } = args;
  try {
    await call.client.databaseUsers.setPassword(wireIds(args), { username, password });
  } catch (error) {
    if (lacksCall(error)) throw new InputError(withoutCall("PUT", args, error, "the password was not set"));
    throw error;
  }
  call.say(sent(line("PUT", args, call)));
  return made(args);
}

/** The state without what was still to be looked at. */
function declaredIn(last: State): State {
  return Object.fromEntries(Object.entries(last).filter(([name]) => name in databaseUserArguments.shape)) as State;
}

function made(args: Arguments): Applied<State, Waiting> {
  return { id: `${args.workgroupId}/${args.workspaceId}/${args.username}`, state: args };
}

/** Whether the user is there, by the list of the workspace's users, which all users of a workspace share. */
async function look(ids: Ids, call: Call, now = false): Promise<Seen> {
  const { username } = ids;
  try {
    const users = await call.client.sharedUsers(wireIds(ids), { username, now });
    if (users?.some((user) => user.username === username) === true) return { there: true };
    return { there: false, certain: users !== null && users.every((user) => typeof user.username === "string") };
  } catch (error) {
    if (!lacksCall(error) && !needsAnotherLook(error)) throw error;
    // Services answer in many ways for a workspace that is gone, also as if they had no list.
    const there = await workspaceIsThere(ids, call, now);
    if (there === false) return { noWorkspace: noWorkspaceText(ids), behind: error };
    if (lacksCall(error) || (there === true && saysNotFound(error))) return { noList: error };
    throw error;
  }
}

/** Whether the workgroup holds the workspace; undefined where that is not certain. */
async function workspaceIsThere({ workgroupId, workspaceId }: Ids, call: Call, now = false): Promise<boolean | undefined> {
  try {
    const workgroup = await call.client.sharedWorkgroup({ workgroupID: workgroupId }, { workspaceID: workspaceId, now });
    if (workgroup.workgroup_id !== workgroupId || !Array.isArray(workgroup.workspaces)) return undefined;
    const live = workgroup.workspaces.filter((workspace) => !isDeleted(workspace));
    if (live.some(({ workspace_id }) => workspace_id === workspaceId)) return true;
    return live.every(({ workspace_id }) => workspace_id !== "") ? false : undefined;
  } catch (error) {
    if (saysNotFound(error)) return false;
    if (isServiceError(error)) return undefined;
    throw error;
  }
}

/** True where a failed deletion means that the user is gone; services answer 400 or 500 for what is not there. */
async function isGone(error: unknown, ids: Ids, call: Call): Promise<boolean> {
  if (!needsAnotherLook(error)) return false;
  try {
    const seen = await look(ids, call, true);
    if ("noWorkspace" in seen) return true;
    if ("noList" in seen) return false;
    return (!seen.there && seen.certain) || (await workspaceIsThere(ids, call, true)) === false;
  } catch {
    return false;
  }
}

function existsText({ username }: Ids): string {
  return `the user ${JSON.stringify(username)} exists already: to take it over and set its password, add adopt: true`;
}

function noWorkspaceText({ workgroupId, workspaceId }: Ids): string {
  return `there is no workspace ${JSON.stringify(workspaceId)} in workgroup ${JSON.stringify(workgroupId)}`;
}

function withoutList(ids: Ids, error: ServiceError): string {
  return withoutCall("GET", ids, error, "it cannot be told whether the user exists, and none was made");
}

function withoutCall(method: "GET" | "POST" | "PUT", ids: Ids, error: ServiceError, consequence: string): string {
  return `this service does not have ${method} ${pathOf(ids)}, which is beyond the specification (the request ${toldIn(error)}), so ${consequence}. What still works: ${works[method]}`;
}

const works = {
  GET: "deleting a user that state holds (endpoint 12), and users made with the database's own tools",
  POST: "setting the password of a user that exists (adopt: true) where the service can, and deleting users (endpoint 12)",
  PUT: "making and deleting users: under another username, or once this one is deleted, a user is made with the new password",
};

function wireIds({ workgroupId, workspaceId }: Ids): WorkspaceId {
  return { workgroupID: workgroupId, workspaceID: workspaceId };
}

function pathOf({ workgroupId, workspaceId }: Ids): string {
  return `/workgroups/${encodeURIComponent(workgroupId)}/workspaces/${encodeURIComponent(workspaceId)}/dbuser`;
}

function line(method: "POST" | "PUT", args: Arguments, call: Call): string {
  return `graphplane: ${method} ${pathOf(args)} ${shownBody(args, call, ["username", "password"])}`;
}

/** The body as it may be shown: the password never, also where it is not known yet. */
function shownBody(args: Arguments, { secret }: Call, fields: readonly ("username" | "password")[]): string {
  return JSON.stringify(Object.fromEntries(fields.map((field) => [field, secret(field) ? "[secret]" : args[field]])));
}

function sent(text: string): string {
  return text.replace("graphplane: ", "graphplane: sent ");
}
