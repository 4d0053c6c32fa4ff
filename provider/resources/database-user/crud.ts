import { isDeleted, isServiceError, type ServiceError, type WorkspaceId } from "../../../client";
import { lacksCall, mayHaveActed, mayStillAct, needsAnotherLook, saysNotFound, toldIn, traced } from "../../answers";
import { same } from "../../diff";
import { aliasesHint, InputError, quoted, refreshHint, Unsettled } from "../../errors";
import { type AnnouncedRequest, formatLine } from "../../messages";
import type { Applied, Call, Noun, PreviewCall } from "../../noun";
import { mayStillChange, pendingIn, remember, type Remembered } from "../../pending";
import { inTurn } from "../../turns";
import { lostLook, poll } from "../../wait";
import {
  addressOf,
  argumentOf,
  databaseUserArguments,
  type DatabaseUserArguments as Arguments,
  type DatabaseUserState as State,
} from "./schema";

type Ids = Pick<Arguments, "workgroupId" | "workspaceId" | "username">;

/** A list that does not show the user: whether it shows all that there are, and whether it shows any. */
interface Absent {
  readonly there: false;
  readonly certain: boolean;
  readonly others: boolean;
}

/** What the list of users says of one. */
type Seen =
  { readonly there: true } | Absent | { readonly noWorkspace: string; readonly behind: ServiceError } | { readonly noList: ServiceError };

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

  address: addressOf,
  idForm: "<workgroupId>/<workspaceId>/<username>",

  identify(id) {
    const [workgroupId = "", workspaceId = "", ...rest] = id.split("/");
    return { workgroupId, workspaceId, username: rest.join("/") };
  },

  async foresee(args, last, call) {
    const seen = await look(args, call);
    if (last !== undefined) foreseeChanged(args, last, seen, call);
    else if ("noWorkspace" in seen) return [{ property: "workspaceId", reason: traced(seen.noWorkspace, seen.behind) }];
    else if ("noList" in seen) return [{ property: "username", reason: withoutList(args, seen.noList) }];
    else if (seen.there && args.adopt !== true) return [{ property: "username", reason: existsText(args) }];
    else call.announce(request(seen.there ? "PUT" : "POST", args, call));
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
    if (!mayBeMade(last)) return setPassword(args, call, last);
    // The user was absent before the POST whose answer was lost: one that is there now is the one that it made.
    const seen = await look(args, call, true);
    if ("noWorkspace" in seen) throw new InputError(seen.noWorkspace);
    if ("noList" in seen) throw new InputError(withoutList(args, seen.noList));
    if (!seen.there) return make(args, call);
    return same(args.password, last.password) ? made(args) : setPassword(args, call, last);
  },

  async settle(args, { state, waiting }) {
    if (waiting === undefined) return state;
    const unseen = isServiceError(waiting.look) ? `: ${waiting.look.method} ${waiting.look.path} ${toldIn(waiting.look)}` : "";
    throw new Unsettled(
      `POST ${pathOf(args)} ${toldIn(waiting.lost)}, so the user may have been made, and it cannot be looked whether it was${unseen}. Run "pulumi up" again: it looks, and makes the user only where it is not there`,
      { ...state, ...unsure(["username"]) },
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
    // No list tells which password a user has.
    if (seen.there) return { ...declaredIn(last), ...unsure(pendingIn(last).uncertain.filter((name) => name === "password")) };
    if (await isGone(last, seen, call)) return undefined;
    throw new InputError(
      `it is not certain that the user is gone, since ${uncertain(seen)}. If it is gone, take it out of the state with "pulumi state delete"`,
    );
  },

  // Anything but the word keeps the user, also a word that another version knew.
  deletes: ({ deletionPolicy }) => (deletionPolicy ?? "delete") === "delete",

  async delete(last, call) {
    const path = pathOf(last);
    const policy = last.deletionPolicy ?? "delete";
    if (policy !== "delete")
      return call.say(
        `graphplane: ${path}: the user ${JSON.stringify(last.username)} is no longer managed; the service keeps it (deletionPolicy ${JSON.stringify(policy)})${mayStillChange(last)}`,
      );
    try {
      await call.client.databaseUsers.delete(wireIds(last), { username: last.username });
      call.say(`graphplane: sent DELETE ${path} ${shownBody(last, call, ["username"])}`);
    } catch (error) {
      if (!saysNotFound(error) && !(await isGoneAfter(error, last, call))) throw error;
      call.say(`graphplane: ${path}: the user ${JSON.stringify(last.username)} is already gone`);
    }
  },
};

function foreseeChanged(args: Arguments, last: Partial<State>, seen: Seen, call: PreviewCall): void {
  if ("noWorkspace" in seen) throw new InputError(`${seen.noWorkspace}. ${refreshHint}`);
  const unmade = mayBeMade(last);
  if ("noList" in seen) {
    if (unmade) throw new InputError(withoutList(args, seen.noList));
  } else if (unmade && !seen.there) return call.announce(request("POST", args, call));
  else if (unmade && same(args.password, last.password)) return;
  else if (!seen.there && seen.certain) throw new InputError(`there is no user ${JSON.stringify(args.username)} any more. ${refreshHint}`);
  call.announce(request("PUT", args, call));
}

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
  let seen: Seen = { there: false, certain: false, others: false };
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
    return { id: idOf(args), state: { ...args, ...unsure(["username"]) }, lost: mayStillAct(error) };
  }
  call.say(`${sent(line("POST", args, call))}: the answer was lost, and the user is there`);
  return made(args);
}

async function setPassword(args: Arguments, call: Call, last?: State): Promise<Applied<State, Waiting>> {
  const { username, password } = args;
  try {
    await call.client.databaseUsers.setPassword(wireIds(args), { username, password });
  } catch (error) {
    if (lacksCall(error)) throw new InputError(withoutCall("PUT", args, error, "the password was not set"));
    if (!mayHaveActed(error)) throw error;
    const { password: applied = password } = last ?? {};
    return { id: idOf(args), state: { ...args, password: applied, ...unsure(["password"]) }, lost: mayStillAct(error) };
  }
  call.say(sent(line("PUT", args, call)));
  return made(args);
}

/** The state without what was still to be looked at. */
function declaredIn(last: State): State {
  return Object.fromEntries(Object.entries(last).filter(([name]) => name in databaseUserArguments.shape)) as State;
}

function made(args: Arguments): Applied<State, Waiting> {
  return { id: idOf(args), state: args };
}

function idOf({ workgroupId, workspaceId, username }: Ids): string {
  return `${workgroupId}/${workspaceId}/${username}`;
}

/** The part of the state that tells of which arguments a request may have been acted on. */
function unsure(names: readonly string[]): Remembered {
  return remember(
    names.map((name) => ({ path: [name], uncertain: true })),
    () => true,
  );
}

/** True where a request that makes the user may have been acted on, so that a look must tell. */
function mayBeMade(last: Partial<State>): boolean {
  return pendingIn(last).uncertain.includes("username");
}

/** Whether the user is there, by the list of the workspace's users, which all users of a workspace share. */
async function look(ids: Ids, call: Call, now = false): Promise<Seen> {
  const { username } = ids;
  try {
    const users = await call.client.sharedUsers(wireIds(ids), { username, now });
    if (users?.some((user) => user.username === username) === true) {
      call.noteSeen();
      return { there: true };
    }
    const certain = users !== null && users.every((user) => typeof user.username === "string");
    return { there: false, certain, others: users !== null && users.length > 0 };
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

/** True where the user is gone. A list without any proves nothing alone, since a key of another organization gets one: its workspace must be seen. */
async function isGone(ids: Ids, { certain, others }: Absent, call: Call, now = false): Promise<boolean> {
  if (certain && others) return true;
  const there = await workspaceIsThere(ids, call, now);
  return there === false || (there === true && !others && (certain || call.seenBefore));
}

function uncertain({ certain, others }: Absent): string {
  if (certain)
    return "the list of users was answered as empty, and its workspace was not seen either. Check that the key is of the right organization";
  return `the list of users was answered with ${others ? "entries without a name" : "null"}. Try again`;
}

/** True where a failed deletion means that the user is gone; services answer 400 or 500 for what is not there. */
async function isGoneAfter(error: unknown, ids: Ids, call: Call): Promise<boolean> {
  if (!needsAnotherLook(error)) return false;
  try {
    const seen = await look(ids, call, true);
    if ("noWorkspace" in seen) return true;
    if ("noList" in seen) return false;
    return seen.there ? (await workspaceIsThere(ids, call, true)) === false : await isGone(ids, seen, call, true);
  } catch {
    return false;
  }
}

function existsText({ username }: Ids): string {
  return `the user ${JSON.stringify(username)} exists already. ${aliasesHint}. Otherwise add adopt: true to adopt it, which sets its password`;
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

function request(method: "POST" | "PUT", args: Arguments, call: Call): AnnouncedRequest {
  return { method, path: pathOf(args), body: shownBody(args, call, ["username", "password"]) };
}

function line(method: "POST" | "PUT", args: Arguments, call: Call): string {
  return formatLine({ is: "request", ...request(method, args, call), later: [] });
}

/** The body as it may be shown: the password never, also where it is not known yet. */
function shownBody(args: Arguments, { secret }: Call, fields: readonly ("username" | "password")[]): string {
  return JSON.stringify(Object.fromEntries(fields.map((field) => [field, secret(field) ? "[secret]" : args[field]])));
}

function sent(text: string): string {
  return text.replace("graphplane: ", "graphplane: sent ");
}
