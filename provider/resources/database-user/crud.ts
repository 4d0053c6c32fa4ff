import { isNoSuchCall, mayHaveBeenProcessed } from "../../../client";
import { describeFailure, mayStillAct } from "../../announce/error-text";
import type { Applied, OperationContext, ResourceDefinition } from "../../definition";
import { InputError, quoteName } from "../../errors";
import type { AnnouncedRequest } from "../../announce/lines";
import { hasPendingCreation, type PendingState, readPending, writePending, writePendingCreation } from "../../proof/pending";
import { isGoneAfter } from "../../proof/gone";
import { create, observeMade, unmadeLine } from "../../proof/made";
import { consistencyWindowMs } from "../../proof/wait";
import { describeUncertainty, isGone, type LookUp, placeExists } from "../../proof/workspace-look-up";
import { lookUpUser } from "./look-up";
import { missingCallText, planUserDeletion, planUser, type UserPlan } from "./plan";
import { argumentOf, databaseUserFacts, usersPath } from "./review";
import { databaseUserArguments, type DatabaseUserArguments as Arguments, type DatabaseUserState as State, workspaceOf } from "./schema";

type AppliedUser = Applied<State, undefined>;

/** An in-database user. Only its deletion is documented (API endpoint 12); a service may lack the other calls (API 11). */
export const databaseUser: ResourceDefinition<Arguments, State, LookUp, UserPlan> = {
  kind: "DatabaseUser",
  schema: databaseUserArguments,
  replaceOnChanges: ["workgroupId", "workspaceId", "username"],
  review: databaseUserFacts,
  deletesMade: true,
  secret: ["password"],
  declaredOnce: ["workgroupId", "workspaceId", "username"],
  argumentOf,
  describe: ({ workgroupId, workspaceId, username }) =>
    `database user ${quoteName(username)} of workspace ${quoteName(workspaceId)} of workgroup ${quoteName(workgroupId)}`,
  idForm: "<workgroupId>/<workspaceId>/<username>",

  parseId(id) {
    const [workgroupId = "", workspaceId = "", ...rest] = id.split("/");
    return { workgroupId, workspaceId, username: rest.join("/") };
  },

  lockKey: ({ workgroupId, workspaceId, username }) => [workgroupId, workspaceId, username],
  observe: (args, last, context) => observeMade(last, context, (now) => lookUpUser(args, context, now)),
  plan: planUser,

  async execute(plan, args, last, context) {
    if (plan.action === "none") return toAppliedUser(args);
    return plan.action === "post" ? createUser(plan.request, args, context) : setPassword(plan.request, args, last, context);
  },

  async read(last, context) {
    const live = await lookUpUser(last, context);
    if ("noCall" in live) {
      context.say(
        `graphplane: ${usersPath(last)}: this service cannot list the users of a workspace (the request ${describeFailure(live.noCall)}), so ${JSON.stringify(last.username)} stays in state as it is`,
      );
      return last;
    }
    if ("missing" in live) return undefined;
    // No list shows a user's password.
    if (live.found) return { ...omitPending(last), ...passwordUncertain(readPending(last).uncertain.includes("password")) };
    // That a list does not show it yet does not prove that a POST did not make it.
    if (hasPendingCreation(last)) return last;
    if (await isGone(last, live, context)) return undefined;
    throw new InputError(
      `it is not certain that the user is gone, since ${describeUncertainty(live, "list of users", "a name")}. If it is gone, take it out of the state with "pulumi state delete"`,
    );
  },

  planDelete: planUserDeletion,

  async delete({ request }, last, context) {
    const { username } = last;
    const look = () => lookUpUser(last, context, true);
    const path = usersPath(last);
    const live = hasPendingCreation(last) ? await observeMade(last, context, look) : undefined;
    if (live !== undefined && "found" in live && !live.found) return context.say(unmadeLine(path, `the user ${JSON.stringify(username)}`));
    try {
      await context.client.databaseUsers.delete(workspaceOf(last), { username });
      if (request !== undefined) context.reportSent(request);
    } catch (error) {
      if (!(await isGoneAfter(error, { context, look, holderExists: () => placeExists(last, context) }))) throw error;
      context.say(`graphplane: ${path}: the user ${JSON.stringify(username)} is already gone`);
    }
  },
};

/** Makes the user. An acknowledged POST is believed, also if its answer has no body. */
async function createUser(request: AnnouncedRequest, args: Arguments, context: OperationContext): Promise<AppliedUser> {
  const { username, password } = args;
  const made = await create<true>(
    {
      object: `the user ${JSON.stringify(username)}`,
      limit: consistencyWindowMs,
      async send() {
        await context.client.databaseUsers.create(workspaceOf(args), { username, password });
        return true;
      },
      // It was absent before the POST.
      async find() {
        const live = await lookUpUser(args, context, true);
        if ("missing" in live) throw new InputError(live.missing);
        if ("noCall" in live) throw live.noCall;
        return live.found ? { is: "ours", object: true } : { is: "missing" };
      },
    },
    context,
  ).catch((error: unknown) => {
    throw isNoSuchCall(error) ? new InputError(missingCallText("POST", args, error, "the user was not created")) : error;
  });
  if ("unknown" in made)
    return {
      ...toAppliedUser(args),
      state: { ...args, ...writePendingCreation({ before: [] }, [], context.secret) },
      lost: made.unknown,
      made: true,
    };
  context.reportSent(request, made.lost && ": the answer was lost, and the user is there");
  return { ...toAppliedUser(args), made: true };
}

async function setPassword(
  request: AnnouncedRequest,
  args: Arguments,
  last: State | undefined,
  context: OperationContext,
): Promise<AppliedUser> {
  const { username, password } = args;
  try {
    await context.client.databaseUsers.setPassword(workspaceOf(args), { username, password });
  } catch (error) {
    if (isNoSuchCall(error)) throw new InputError(missingCallText("PUT", args, error, "the password was not set"));
    if (!mayHaveBeenProcessed(error)) throw error;
    const state = { ...args, password: last?.password ?? password, ...passwordUncertain(true) };
    return { ...toAppliedUser(args), state, lost: mayStillAct(error) };
  }
  context.reportSent(request);
  return toAppliedUser(args);
}

function toAppliedUser(args: Arguments): AppliedUser {
  const { workgroupId, workspaceId, username } = args;
  return { id: `${workgroupId}/${workspaceId}/${username}`, state: args };
}

/** The state without what was pending. */
function omitPending(last: State): State {
  return Object.fromEntries(Object.entries(last).filter(([name]) => name in databaseUserArguments.shape)) as State;
}

/** The part of the state that remembers a password that may have been set. */
function passwordUncertain(isUncertain: boolean): PendingState {
  return isUncertain ? writePending([{ path: ["password"], uncertain: true }], () => false) : {};
}
