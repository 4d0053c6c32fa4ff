import {
  isDeleted,
  isNoSuchCall,
  isNotFound,
  isServiceError,
  mayHaveBeenProcessed,
  type ServiceError,
  shouldVerify,
  type WorkspaceId,
} from "../../../client";
import { describeFailure, mayStillAct, withRequestId } from "../../error-text";
import { equals } from "../../json";
import { aliasesHint, InputError, quoteName, refreshHint, NotAppliedError } from "../../errors";
import { type AnnouncedRequest, formatLine } from "../../messages";
import type { Applied, OperationContext, ResourceDefinition, PreviewContext } from "../../definition";
import { mayStillChange, readPending, writePending, type PendingState } from "../../pending";
import { runExclusively } from "../../keyed-lock";
import { consistencyWindowMs, poll } from "../../wait";
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
type LookUp =
  { readonly there: true } | Absent | { readonly noWorkspace: string; readonly behind: ServiceError } | { readonly noList: ServiceError };

/** A POST whose answer was lost, and no look could tell whether it made the user: both errors. */
interface UnverifiedCreation {
  readonly lost: ServiceError;
  readonly look: unknown;
}

/** An in-database user. Only its deletion is documented (API endpoint 12); a service may lack the other calls (API 11). */
export const databaseUser: ResourceDefinition<Arguments, State, UnverifiedCreation> = {
  kind: "DatabaseUser",
  schema: databaseUserArguments,
  replaceOnChanges: ["workgroupId", "workspaceId", "username"],
  localArguments: ["adopt", "deletionPolicy"],
  secret: ["password"],
  argumentOf,
  describe: ({ workgroupId, workspaceId, username }) =>
    `database user ${quoteName(username)} of workspace ${quoteName(workspaceId)} of workgroup ${quoteName(workgroupId)}`,

  address: addressOf,
  idForm: "<workgroupId>/<workspaceId>/<username>",

  parseId(id) {
    const [workgroupId = "", workspaceId = "", ...rest] = id.split("/");
    return { workgroupId, workspaceId, username: rest.join("/") };
  },

  async preview(args, last, context) {
    const seen = await look(args, context);
    if (last !== undefined) previewChange(args, last, seen, context);
    else if ("noWorkspace" in seen) return [{ property: "workspaceId", reason: withRequestId(seen.noWorkspace, seen.behind) }];
    else if ("noList" in seen) return [{ property: "username", reason: withoutList(args, seen.noList) }];
    else if (seen.there && args.adopt !== true) return [{ property: "username", reason: existsText(args) }];
    else context.announce(request(seen.there ? "PUT" : "POST", args, context));
    return [];
  },

  async create(args, context) {
    return runExclusively([args.workgroupId, args.workspaceId, args.username], async () => {
      const seen = await look(args, context);
      if ("noWorkspace" in seen) throw new InputError(seen.noWorkspace);
      if ("noList" in seen) throw new InputError(withoutList(args, seen.noList));
      if (seen.there && args.adopt !== true) throw new InputError(existsText(args));
      return seen.there ? setPassword(args, context) : make(args, context);
    });
  },

  async update(args, last, context) {
    if (!mayHaveBeenCreated(last)) return setPassword(args, context, last);
    // The user was absent before the POST whose answer was lost: one that is there now is the one that it made.
    const seen = await look(args, context, true);
    if ("noWorkspace" in seen) throw new InputError(seen.noWorkspace);
    if ("noList" in seen) throw new InputError(withoutList(args, seen.noList));
    if (!seen.there) return make(args, context);
    return equals(args.password, last.password) ? appliedUser(args) : setPassword(args, context, last);
  },

  async waitUntilApplied(args, { state, waiting }) {
    if (waiting === undefined) return state;
    const unseen = isServiceError(waiting.look) ? `: ${waiting.look.method} ${waiting.look.path} ${describeFailure(waiting.look)}` : "";
    throw new NotAppliedError(
      `POST ${pathOf(args)} ${describeFailure(waiting.lost)}, so the user may have been made, and it cannot be looked whether it was${unseen}. Run "pulumi up" again: it looks, and makes the user only where it is not there`,
      { ...state, ...uncertainArguments(["username"]) },
    );
  },

  async read(last, context) {
    const seen = await look(last, context);
    if ("noList" in seen) {
      context.say(
        `graphplane: ${pathOf(last)}: this service cannot list the users of a workspace (the request ${describeFailure(seen.noList)}), so ${JSON.stringify(last.username)} stays in state as it is`,
      );
      return last;
    }
    if ("noWorkspace" in seen) return undefined;
    // No list tells which password a user has.
    if (seen.there)
      return { ...declaredIn(last), ...uncertainArguments(readPending(last).uncertain.filter((name) => name === "password")) };
    if (await isGone(last, seen, context)) return undefined;
    throw new InputError(
      `it is not certain that the user is gone, since ${uncertain(seen)}. If it is gone, take it out of the state with "pulumi state delete"`,
    );
  },

  // Anything but the word keeps the user, also a word that another version knew.
  sendsOnDelete: ({ deletionPolicy }) => (deletionPolicy ?? "delete") === "delete",

  async delete(last, context) {
    const path = pathOf(last);
    const policy = last.deletionPolicy ?? "delete";
    if (policy !== "delete")
      return context.say(
        `graphplane: ${path}: the user ${JSON.stringify(last.username)} is no longer managed; the service keeps it (deletionPolicy ${JSON.stringify(policy)})${mayStillChange(last)}`,
      );
    try {
      await context.client.databaseUsers.delete(wireIds(last), { username: last.username });
      context.say(`graphplane: sent DELETE ${path} ${shownBody(last, context, ["username"])}`);
    } catch (error) {
      if (!isNotFound(error) && !(await isGoneAfter(error, last, context))) throw error;
      context.say(`graphplane: ${path}: the user ${JSON.stringify(last.username)} is already gone`);
    }
  },
};

function previewChange(args: Arguments, last: Partial<State>, seen: LookUp, context: PreviewContext): void {
  if ("noWorkspace" in seen) throw new InputError(`${seen.noWorkspace}. ${refreshHint}`);
  const unmade = mayHaveBeenCreated(last);
  if ("noList" in seen) {
    if (unmade) throw new InputError(withoutList(args, seen.noList));
  } else if (unmade && !seen.there) return context.announce(request("POST", args, context));
  else if (unmade && equals(args.password, last.password)) return;
  else if (!seen.there && seen.certain) throw new InputError(`there is no user ${JSON.stringify(args.username)} any more. ${refreshHint}`);
  context.announce(request("PUT", args, context));
}

async function make(args: Arguments, context: OperationContext): Promise<Applied<State, UnverifiedCreation>> {
  const { username, password } = args;
  try {
    await context.client.databaseUsers.create(wireIds(args), { username, password });
    context.say(sentLine(line("POST", args, context)));
  } catch (error) {
    if (isNoSuchCall(error)) throw new InputError(withoutCall("POST", args, error, "the user was not made"));
    if (!mayHaveBeenProcessed(error)) throw error;
    return createdDespiteLostAnswer(args, context, error);
  }
  return appliedUser(args);
}

/** The answer to a POST was lost: the user was absent before, so one that is present now is ours. It is not sent again. */
async function createdDespiteLostAnswer(
  args: Arguments,
  context: OperationContext,
  error: ServiceError,
): Promise<Applied<State, UnverifiedCreation>> {
  let seen: LookUp = { there: false, certain: false, others: false };
  try {
    await poll<true>({ clock: context.clock, say: context.say, place: pathOf(args), limit: consistencyWindowMs }, async () => {
      seen = await look(args, context, true);
      return "there" in seen && !seen.there ? { waits: "the user that it may have made" } : { done: true };
    });
  } catch (trouble) {
    return { ...appliedUser(args), waiting: { lost: error, look: trouble } };
  }
  if ("noList" in seen) return { ...appliedUser(args), waiting: { lost: error, look: seen.noList } };
  if ("noWorkspace" in seen) throw error;
  if (!seen.there && !seen.certain) return { ...appliedUser(args), waiting: { lost: error, look: undefined } };
  if (!seen.there) {
    context.say(`graphplane: ${pathOf(args)}: the answer was lost and the user is not there: run "pulumi up" again`);
    return { id: idOf(args), state: { ...args, ...uncertainArguments(["username"]) }, lost: mayStillAct(error) };
  }
  context.say(`${sentLine(line("POST", args, context))}: the answer was lost, and the user is there`);
  return appliedUser(args);
}

async function setPassword(args: Arguments, context: OperationContext, last?: State): Promise<Applied<State, UnverifiedCreation>> {
  const { username, password } = args;
  try {
    await context.client.databaseUsers.setPassword(wireIds(args), { username, password });
  } catch (error) {
    if (isNoSuchCall(error)) throw new InputError(withoutCall("PUT", args, error, "the password was not set"));
    if (!mayHaveBeenProcessed(error)) throw error;
    const { password: applied = password } = last ?? {};
    return { id: idOf(args), state: { ...args, password: applied, ...uncertainArguments(["password"]) }, lost: mayStillAct(error) };
  }
  context.say(sentLine(line("PUT", args, context)));
  return appliedUser(args);
}

/** The state without what was still to be looked at. */
function declaredIn(last: State): State {
  return Object.fromEntries(Object.entries(last).filter(([name]) => name in databaseUserArguments.shape)) as State;
}

function appliedUser(args: Arguments): Applied<State, UnverifiedCreation> {
  return { id: idOf(args), state: args };
}

function idOf({ workgroupId, workspaceId, username }: Ids): string {
  return `${workgroupId}/${workspaceId}/${username}`;
}

/** The part of the state that tells of which arguments a request may have been acted on. */
function uncertainArguments(names: readonly string[]): PendingState {
  return writePending(
    names.map((name) => ({ path: [name], describeUncertainty: true })),
    () => true,
  );
}

/** True where a request that makes the user may have been acted on, so that a look must tell. */
function mayHaveBeenCreated(last: Partial<State>): boolean {
  return readPending(last).uncertain.includes("username");
}

/** Whether the user is there, by the list of the workspace's users, which all users of a workspace share. */
async function look(ids: Ids, context: OperationContext, now = false): Promise<LookUp> {
  const { username } = ids;
  try {
    const users = await context.client.sharedUsers(wireIds(ids), { username, now });
    if (users?.some((user) => user.username === username) === true) {
      context.recordSeen();
      return { there: true };
    }
    const certain = users !== null && users.every((user) => typeof user.username === "string");
    return { there: false, certain, others: users !== null && users.length > 0 };
  } catch (error) {
    if (!isNoSuchCall(error) && !shouldVerify(error)) throw error;
    // Services answer in many ways for a workspace that is gone, also as if they had no list.
    const there = await workspaceIsThere(ids, context, now);
    if (there === false) return { noWorkspace: noWorkspaceText(ids), behind: error };
    if (isNoSuchCall(error) || (there === true && isNotFound(error))) return { noList: error };
    throw error;
  }
}

/** Whether the workgroup holds the workspace; undefined where that is not certain. */
async function workspaceIsThere({ workgroupId, workspaceId }: Ids, context: OperationContext, now = false): Promise<boolean | undefined> {
  try {
    const workgroup = await context.client.sharedWorkgroup({ workgroupID: workgroupId }, { workspaceID: workspaceId, now });
    if (workgroup.workgroup_id !== workgroupId || !Array.isArray(workgroup.workspaces)) return undefined;
    const live = workgroup.workspaces.filter((workspace) => !isDeleted(workspace));
    if (live.some(({ workspace_id }) => workspace_id === workspaceId)) return true;
    return live.every(({ workspace_id }) => workspace_id !== "") ? false : undefined;
  } catch (error) {
    if (isNotFound(error)) return false;
    if (isServiceError(error)) return undefined;
    throw error;
  }
}

/** True where the user is gone. A list without any proves nothing alone, since a key of another organization gets one: its workspace must be seen. */
async function isGone(ids: Ids, { certain, others }: Absent, context: OperationContext, now = false): Promise<boolean> {
  if (certain && others) return true;
  const there = await workspaceIsThere(ids, context, now);
  return there === false || (there === true && !others && (certain || context.seenBefore));
}

function uncertain({ certain, others }: Absent): string {
  if (certain)
    return "the list of users was answered as empty, and its workspace was not seen either. Check that the key is of the right organization";
  return `the list of users was answered with ${others ? "entries without a name" : "null"}. Try again`;
}

/** True where a failed deletion means that the user is gone; services answer 400 or 500 for what is not there. */
async function isGoneAfter(error: unknown, ids: Ids, context: OperationContext): Promise<boolean> {
  if (!shouldVerify(error)) return false;
  try {
    const seen = await look(ids, context, true);
    if ("noWorkspace" in seen) return true;
    if ("noList" in seen) return false;
    return seen.there ? (await workspaceIsThere(ids, context, true)) === false : await isGone(ids, seen, context, true);
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
  return `this service does not have ${method} ${pathOf(ids)}, which is not part of the documented API (docs/api.md, section 11; the request ${describeFailure(error)}), so ${consequence}. What still works: ${works[method]}`;
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

function request(method: "POST" | "PUT", args: Arguments, context: OperationContext): AnnouncedRequest {
  return { method, path: pathOf(args), body: shownBody(args, context, ["username", "password"]) };
}

function line(method: "POST" | "PUT", args: Arguments, context: OperationContext): string {
  return formatLine({ is: "request", ...request(method, args, context), later: [] });
}

/** The body as it may be shown: the password never, also where it is not known yet. */
function shownBody(args: Arguments, { secret }: OperationContext, fields: readonly ("username" | "password")[]): string {
  return JSON.stringify(Object.fromEntries(fields.map((field) => [field, secret(field) ? "[secret]" : args[field]])));
}

function sentLine(text: string): string {
  return text.replace("graphplane: ", "graphplane: sent ");
}
