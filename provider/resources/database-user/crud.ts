import { databaseUsers } from "../../../client";
import type { Applied, OperationContext, ResourceDefinition, Sends } from "../../definition";
import { definitionFrom } from "../../describe/schema";
import { make } from "../../reconcile/make";
import { type PendingState, readPending } from "../../reconcile/pending";
import { deleteListed, type ListedObjects, readListed, sendChange } from "../../reconcile/listed";
import { readAwaitingCreation } from "../../reconcile/made";
import { consistencyWindowMs } from "../../reconcile/wait";
import {
  describeUncertainty,
  parentExists,
  readInDatabase,
  type Reading,
  readInParent,
  type Seen,
  toWorkspaceId,
  unproven,
} from "../../reconcile/reading";
import { pickKeysOf } from "../../values/json";
import { quoteName } from "../../values/names";
import { describeSimilar, planUser, whatStillWorks, type UserPlan } from "./plan";
import { type Arguments, databaseUserDescription, type State, type UserId, usersPath } from "./description";

type AppliedUser = Applied<State, undefined>;

const operations: ListedObjects<State, object> = {
  object: ({ username }) => `the user ${quoteName(username)}`,
  path: usersPath,
  read: readUser,
  parentExists,
  whyUncertain: (_state, absence) =>
    absence.similar === undefined ? describeUncertainty(absence, "list of users", "a name") : describeSimilar(absence.similar),
  whatStillWorks,
};

/** An in-database user. Only its deletion is documented (API endpoint 12); a service may lack the other calls (API 11). */
export const databaseUser: ResourceDefinition<Arguments, State, Seen, UserPlan> = {
  ...definitionFrom(databaseUserDescription),

  lockKey: ({ workgroupId, workspaceId, username }) => [workgroupId, workspaceId, username],
  observe: (args, last, context) => readAwaitingCreation(last, context, (skipCache) => readUser(args, context, skipCache)),
  unseen: () => unproven,
  plan: planUser,

  async execute(plan, args, _last, context) {
    if (plan.action === "none") return { state: args };
    return plan.action === "post" ? createUser(plan, args, context) : setPassword(plan, args, context);
  },

  async read(last, context) {
    // No list shows a user's password.
    const isUncertain = readPending(last).uncertain.includes("password");
    const kept = pickKeysOf(databaseUserDescription.arguments, last) as State;
    return readListed(operations, last, context, () => ({ ...kept, ...(isUncertain && passwordUncertain) }));
  },

  describeKept: (last) => ({ path: usersPath(last), object: operations.object(last), effect: "it stays as long as its workspace exists" }),

  async delete(plan, last, context) {
    const send = ({ username }: State) => context.client.databaseUsers.delete(toWorkspaceId(last), { username });
    await deleteListed(operations, plan, last, { send }, context);
  },
};

/** Makes the user. An acknowledged POST is believed, also if its answer has no body. */
async function createUser({ request }: Sends<UserPlan>, args: Arguments, context: OperationContext): Promise<AppliedUser> {
  const { username, password } = args;
  return make<State, object, undefined>(operations, context, {
    request,
    unmade: args,
    async send() {
      await context.client.databaseUsers.create(toWorkspaceId(args), { username, password });
      return {};
    },
    limit: consistencyWindowMs,
    done: () => ({ state: args }),
  });
}

async function setPassword(plan: Sends<UserPlan>, args: Arguments, context: OperationContext): Promise<AppliedUser> {
  const { username, password } = args;
  const send = () => context.client.databaseUsers.setPassword(toWorkspaceId(args), { username, password });
  const sent = await sendChange(operations, plan, send, context);
  return "lost" in sent ? { state: { ...args, ...passwordUncertain }, lost: sent.lost } : { state: args };
}

/** Reads the user in the list, which all users of a workspace share. */
async function readUser(id: UserId, context: OperationContext, skipCache?: boolean): Promise<Reading> {
  const readInList = async (): Promise<Reading> => {
    const users = await context.client.shared(databaseUsers.list, toWorkspaceId(id), { parts: [id.username], skipCache });
    if (users?.some((user) => user.username === id.username) === true) {
      context.recordSeen();
      return { found: true };
    }
    const similar = users?.map(({ username }) => username ?? "").find((name) => isSimilar(name, id, context));
    const certain = users !== null && similar === undefined && users.every((user) => typeof user.username === "string");
    return { found: false, certain, others: users !== null && users.length > 0, ...(similar !== undefined && { similar }) };
  };
  return readInDatabase(id, context, "its users", () => readInParent(id, context, skipCache, readInList));
}

/** Returns true for a name that differs only in case and that no other resource manages: a service may keep names in a form of its own. */
function isSimilar(name: string, { workgroupId, workspaceId, username }: UserId, { isManagedElsewhere }: OperationContext): boolean {
  // A state of another version may hold anything but a text.
  const form = (text: unknown) => String(text).normalize().toLowerCase();
  return form(name) === form(username) && !isManagedElsewhere(`${workgroupId}/${workspaceId}/${name}`);
}

const passwordUncertain: PendingState = { __pending: { uncertain: ["password"] } };
