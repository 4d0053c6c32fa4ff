import { databaseUsers } from "../../../client";
import type { OperationContext, ResourceDefinition } from "../../definition";
import { definitionFrom } from "../../describe/schema";
import { createObject } from "../../reconcile/create";
import { type PendingState, readPending } from "../../reconcile/pending";
import { deleteItem, type CollectionItem, readItem, sendChange } from "../../reconcile/collection-item";
import { readAwaitingCreation } from "../../reconcile/create-outcome";
import { consistencyWindowMs } from "../../reconcile/wait";
import {
  describeUncertainty,
  parentExists,
  readInDatabase,
  type ReadResult,
  readInParent,
  type ItemReadResult,
  toWorkspaceId,
  unprovenNotFound,
} from "../../reconcile/read-result";
import { pickKeysOf } from "../../values/json";
import { quoteName } from "../../values/names";
import { describeSimilar, planUser, whatStillWorks, type UserPlan } from "./plan";
import { type Arguments, databaseUserDescription, type State, type UserId, usersPath } from "./description";

const operations: CollectionItem<State, object> = {
  object: ({ username }) => `the user ${quoteName(username)}`,
  path: usersPath,
  read: readUser,
  parentExists,
  whyUncertain: (_state, absence) =>
    absence.similar === undefined ? describeUncertainty(absence, "list of users", "a name") : describeSimilar(absence.similar),
  whatStillWorks,
};

/** An in-database user. Only the call that deletes a user is documented (API endpoint 12). Some services do not support the other calls (API 11). */
export const databaseUser: ResourceDefinition<Arguments, State, ItemReadResult, UserPlan> = {
  ...definitionFrom(databaseUserDescription),

  lockKey: ({ workgroupId, workspaceId, username }) => [workgroupId, workspaceId, username],
  observe: (args, last, context) => readAwaitingCreation(last, context, (skipCache) => readUser(args, context, skipCache)),
  assumedLive: () => unprovenNotFound,
  plan: planUser,

  async execute(plan, args, _last, context) {
    if (plan.action === "none") return { state: args };
    const calls = context.client.databaseUsers;
    if (plan.action === "put") {
      const sent = await sendChange(operations, plan, () => calls.setPassword(toWorkspaceId(args), plan.body), context);
      return "lost" in sent ? { state: { ...args, ...passwordUncertain }, lost: sent.lost } : { state: args };
    }
    return createObject<State, object, undefined>(operations, context, {
      request: plan.request,
      declared: args,
      // An acknowledged POST is sufficient proof, even if the response has no body.
      async send() {
        await calls.create(toWorkspaceId(args), plan.body);
        return {};
      },
      limit: consistencyWindowMs,
      done: () => ({ state: args }),
    });
  },

  async read(last, context) {
    // No list contains passwords.
    const isUncertain = readPending(last).uncertain.includes("password");
    const kept = pickKeysOf(databaseUserDescription.arguments, last) as State;
    return readItem(operations, last, context, () => ({ ...kept, ...(isUncertain && passwordUncertain) }));
  },

  describeRetained: (last) => ({
    path: usersPath(last),
    object: operations.object(last),
    effect: "it stays as long as its workspace exists",
  }),

  async delete(plan, last, context) {
    const send = ({ username }: State) => context.client.databaseUsers.delete(toWorkspaceId(last), { username });
    await deleteItem(operations, plan, last, { send }, context);
  },
};

/** Reads the user from the list that all users of a workspace share. */
async function readUser(id: UserId, context: OperationContext, skipCache?: boolean): Promise<ReadResult> {
  const readInList = async (): Promise<ReadResult> => {
    const users = await context.client.shared(databaseUsers.list, toWorkspaceId(id), { parts: [id.username], skipCache });
    if (users?.some((user) => user.username === id.username) === true) {
      context.markSeen();
      return { found: true };
    }
    const similar = users?.map(({ username }) => username ?? "").find((name) => isSimilar(name, id, context));
    const certain = users !== null && similar === undefined && users.every((user) => typeof user.username === "string");
    return { found: false, certain, others: users !== null && users.length > 0, ...(similar !== undefined && { similar }) };
  };
  return readInDatabase(id, context, "its users", () => readInParent(id, context, skipCache, readInList));
}

/** Returns true if a name differs only in case and no other resource manages the user. Services might normalize names. */
function isSimilar(name: string, { workgroupId, workspaceId, username }: UserId, { isManagedElsewhere }: OperationContext): boolean {
  // In a state of a different version, the name might not be a string.
  const normalize = (text: unknown) => String(text).normalize().toLowerCase();
  return normalize(name) === normalize(username) && !isManagedElsewhere(`${workgroupId}/${workspaceId}/${name}`);
}

const passwordUncertain: PendingState = { __pending: { uncertain: ["password"] } };
