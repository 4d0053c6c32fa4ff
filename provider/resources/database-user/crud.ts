import { isServiceError, type ServiceError, isNoSuchCall, mayHaveBeenProcessed, isNotFound } from "../../../client";
import { describeFailure, mayStillAct } from "../../error-text";
import type { Applied, OperationContext, ResourceDefinition } from "../../definition";
import { InputError, quoteName } from "../../errors";
import type { AnnouncedRequest } from "../../messages";
import { type PendingState, readPending, writePending } from "../../pending";
import { consistencyWindowMs, poll } from "../../wait";
import { describeUncertainty, isGone, isGoneAfter, type LookUp } from "../../workspace-look-up";
import { lookUpUser } from "./look-up";
import { missingCallText, planUserDeletion, planUser, type UserPlan } from "./plan";
import { addressOf, argumentOf, localArguments, usersPath } from "./review";
import { databaseUserArguments, type DatabaseUserArguments as Arguments, type DatabaseUserState as State, workspaceOf } from "./schema";

type AppliedUser = Applied<State, undefined>;

/** An in-database user. Only its deletion is documented (API endpoint 12); a service may lack the other calls (API 11). */
export const databaseUser: ResourceDefinition<Arguments, State, LookUp, UserPlan> = {
  kind: "DatabaseUser",
  schema: databaseUserArguments,
  replaceOnChanges: ["workgroupId", "workspaceId", "username"],
  localArguments,
  secret: ["password"],
  declaredOnce: ["workgroupId", "workspaceId", "username"],
  argumentOf,
  describe: ({ workgroupId, workspaceId, username }) =>
    `database user ${quoteName(username)} of workspace ${quoteName(workspaceId)} of workgroup ${quoteName(workgroupId)}`,
  address: addressOf,
  idForm: "<workgroupId>/<workspaceId>/<username>",

  parseId(id) {
    const [workgroupId = "", workspaceId = "", ...rest] = id.split("/");
    return { workgroupId, workspaceId, username: rest.join("/") };
  },

  lockKey: ({ workgroupId, workspaceId, username }) => [workgroupId, workspaceId, username],
  observe: (args, _last, context) => lookUpUser(args, context),
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
    if (live.found)
      return { ...omitPending(last), ...uncertainArguments(readPending(last).uncertain.filter((name) => name === "password")) };
    if (await isGone(last, live, context)) return undefined;
    throw new InputError(
      `it is not certain that the user is gone, since ${describeUncertainty(live, "list of users", "a name")}. If it is gone, take it out of the state with "pulumi state delete"`,
    );
  },

  planDelete: planUserDeletion,

  async delete({ request }, last, context) {
    const { username } = last;
    try {
      await context.client.databaseUsers.delete(workspaceOf(last), { username });
      if (request !== undefined) context.reportSent(request);
    } catch (error) {
      if (!isNotFound(error) && !(await isGoneAfter(error, last, context, () => lookUpUser(last, context, true)))) throw error;
      context.say(`graphplane: ${usersPath(last)}: the user ${JSON.stringify(username)} is already gone`);
    }
  },
};

async function createUser(request: AnnouncedRequest, args: Arguments, context: OperationContext): Promise<AppliedUser> {
  const { username, password } = args;
  try {
    await context.client.databaseUsers.create(workspaceOf(args), { username, password });
  } catch (error) {
    if (isNoSuchCall(error)) throw new InputError(missingCallText("POST", args, error, "the user was not created"));
    if (!mayHaveBeenProcessed(error)) throw error;
    return verifyCreated(request, args, context, error);
  }
  context.reportSent(request);
  return toAppliedUser(args);
}

/** The answer to a POST was lost: the user was absent before, so one that is present now is ours. It is not sent again. */
async function verifyCreated(
  request: AnnouncedRequest,
  args: Arguments,
  context: OperationContext,
  lost: ServiceError,
): Promise<AppliedUser> {
  const { clock, say } = context;
  const kept = { ...toAppliedUser(args), state: { ...args, ...uncertainArguments(["username"]) } };
  let live = { found: false, certain: false, others: false } as LookUp;
  try {
    await poll<true>({ clock, say, limit: consistencyWindowMs }, async () => {
      live = await lookUpUser(args, context, true);
      return "found" in live && !live.found ? { waits: "the user that it may have made" } : { done: true };
    });
  } catch (error) {
    return { ...kept, lost: explainUnverified(lost, error) };
  }
  if ("missing" in live) throw lost;
  if ("noCall" in live) return { ...kept, lost: explainUnverified(lost, live.noCall) };
  if (live.found) {
    context.reportSent(request, ": the answer was lost, and the user is there");
    return toAppliedUser(args);
  }
  if (!live.certain) return { ...kept, lost: explainUnverified(lost) };
  say(`graphplane: ${usersPath(args)}: the answer was lost and the user is not there: run "pulumi up" again`);
  return { ...kept, lost: mayStillAct(lost) };
}

/** The error of a lost answer to a POST, where no read could show whether it made the user. */
function explainUnverified(lost: ServiceError, look?: unknown): ServiceError {
  const why = isServiceError(look) ? `: ${look.method} ${look.path} ${describeFailure(look)}` : "";
  const hint = `The user may have been created, and it could not be read whether it was${why}. Run "pulumi up" again: it looks, and creates the user only where it is not there`;
  return lost.as({ ...lost.failure, hint });
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
    const state = { ...args, password: last?.password ?? password, ...uncertainArguments(["password"]) };
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

/** The part of the state that names the arguments of a request that may have been processed. */
function uncertainArguments(names: readonly string[]): PendingState {
  return writePending(
    names.map((name) => ({ path: [name], uncertain: true })),
    () => false,
  );
}
