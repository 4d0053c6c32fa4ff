import { createHash, randomUUID } from "node:crypto";
import { type Failure, isServiceError, mayHaveBeenProcessed, type QueryResponse, type ServiceError } from "../../../client";
import type { CheckFailure } from "../../values/validation";
import { isObject, equals } from "../../values/json";
import { InputError, NotAppliedError } from "../../errors";
import type { NoRequestPlan, OperationContext, ResourceDefinition, RequestPlan, PlanWithRequest } from "../../definition";
import { definitionFrom } from "../../describe/schema";
import { poll, type Step } from "../../reconcile/wait";
import { showRequest, notKept, outcomeOf, refusalOf, runText } from "./model";
import { type Arguments, originOf, queryRunDescription, type State } from "./description";

type RunResult = { readonly response: QueryResponse } | { readonly why: string };

/** A run of an earlier update that had the same arguments and whose results were not stored. */
interface KeptRun {
  readonly ran: string;
  readonly why: string;
}

type RunPlan = RequestPlan | (NoRequestPlan & { readonly kept: KeptRun });

/** Default timeout of a run in seconds, including the time until its workspace has started. */
const defaultTimeout = 300;

/** A run of an installed query on the data plane, on creation and whenever the query or its arguments change. */
export const queryRun: ResourceDefinition<Arguments, State, undefined, RunPlan, RunResult> = {
  ...definitionFrom(queryRunDescription),
  usesDataPlane: true,

  normalize: (args) => (typeof args.host === "string" ? { ...args, host: originOf(args.host) } : args),

  validate(args, old) {
    if (Object.keys(old).length > 0 && equals(args.secret, old.secret) && equals(args.token, old.token)) return [];
    const problem = credentialProblem(args);
    return problem === undefined ? [] : [problem];
  },

  // A run leaves nothing on the service.
  observe: () => Promise.resolve(undefined),

  assumedLive: () => undefined,

  plan(args, last, _live, isSecret) {
    const kept = last && findKeptRun(last, args);
    if (kept !== undefined) return { action: "none", kept };
    return { action: "post", request: showRequest(args, isSecret) };
  },

  async execute(plan, args, last = args, context) {
    const id = randomUUID();
    if (plan.action === "none") return { id, state: { ...args, __pending: plan.kept }, pending: { why: whyOf(plan.kept) } };
    const outcome = await run(plan, args, context);
    // If the query might have run, the state does not change, so that the next update runs the query that is declared by then.
    if ("lost" in outcome) return { id, state: { ...last, __pending: { post: "lost" } }, lost: outcome.lost };
    return { id, state: args, pending: outcome };
  },

  async waitUntilApplied(args, { pending: outcome }, context) {
    const why = "why" in outcome ? outcome.why : refusalOf(outcome.response);
    if ("response" in outcome && why === undefined) return { ...args, ...outcomeOf(outcome.response, context.client.redact) };
    // The query has run. The resource is kept, so that the next update does not run it again unintentionally.
    throw new NotAppliedError(notKept(why ?? ""), { ...args, __pending: { ran: fingerprint(args), why: why ?? "" } });
  },

  async read(last, context) {
    // The service stores nothing about a run, so that the state is the only record of it.
    if (last.host === undefined)
      throw new InputError(
        "only the state of the stack that ran the query contains its results: export them there, and read them with a StackReference",
      );
    if (isObject(last.__pending) && !("post" in last.__pending)) context.log(`graphplane: QueryRun: ${notKept(whyOf(last.__pending))}`);
    return last;
  },
  // The effects of a query persist, and the service stores nothing about the run itself, so a deletion sends no request.
};

const whyOf = ({ why }: { readonly why?: unknown }): string => (typeof why === "string" ? why : "the state does not contain the reason");

function findKeptRun({ __pending: pending }: Partial<State>, args: Arguments): KeptRun | undefined {
  return isObject(pending) && "ran" in pending && pending.ran === fingerprint(args) ? pending : undefined;
}

/** The reasons for sending the query again, with their messages. */
const repetitions = {
  waking: {
    waits: "the workspace to wake up",
    describe: () => "the workspace is waking up, and the request was lost",
    timedOut: (seconds: number) => `the workspace was still waking up after ${seconds} s, and the query did not run`,
  },
  lost: {
    waits: "a response",
    describe: ({ summary }: Failure) => `the run ${summary}, and can be repeated (idempotent)`,
    timedOut: (seconds: number) => `graphplane tried for ${seconds} s, and the query might have run`,
  },
};

/** Runs the query, and waits if the workspace is starting. Resolves with the error if the query might have run. */
async function run(
  { request }: PlanWithRequest<RunPlan>,
  args: Arguments,
  context: OperationContext,
): Promise<RunResult | { readonly lost: ServiceError }> {
  const { query, idempotent = false, timeoutSeconds = defaultTimeout } = args;
  const place = `query ${context.isSecret("query") ? "[secret]" : JSON.stringify(query)}`;
  let last: ServiceError | undefined;
  let mayHaveRun = false;
  const end = (error: ServiceError) => {
    if (!mayHaveRun) throw error;
    return { lost: error };
  };
  const attempt = async (): Promise<Step<Awaited<ReturnType<typeof run>>>> => {
    try {
      const response = await send(args, context);
      context.logSent(request);
      return { done: { response } };
    } catch (error) {
      if (!isServiceError(error)) throw error;
      const { failure } = error;
      if (failure.outcome === "too-large") return { done: { why: `the request ${failure.summary}` } };
      const isUnsure = mayHaveBeenProcessed(error);
      mayHaveRun ||= isUnsure;
      if (failure.nonRetryable === true || !(failure.waking === true || (idempotent && isUnsure)))
        return { done: end(isUnsure && !idempotent ? error.as({ ...failure, hint: verifyBeforeRetryHint }) : error) };
      const { describe, waits } = reasonOf(error);
      if (last === undefined) context.log(`graphplane: ${place}: ${describe(failure)}; trying again for up to ${timeoutSeconds} s`);
      last = error;
      return { waits };
    }
  };
  const progress = (waits: string) => ({ object: place, activity: `waiting for ${waits}` });
  const outcome = await poll(context, { limit: timeoutSeconds * 1000, progress }, attempt);
  if ("done" in outcome) return outcome.done;
  if (last === undefined) throw new InputError("the query was not sent");
  const hint = `Run "pulumi up" again, or raise timeoutSeconds: ${reasonOf(last).timedOut(outcome.elapsed)}`;
  return end(last.as({ ...last.failure, hint }));
}

const reasonOf = ({ failure }: ServiceError) => repetitions[failure.waking === true ? "waking" : "lost"];

function send(args: Arguments, context: OperationContext): Promise<QueryResponse> {
  const { host, graph, query, parameters = {}, secret, token, idempotent } = args;
  const problem = credentialProblem(args);
  if (problem !== undefined) throw new InputError(problem.reason);
  const credential = secret === undefined ? { token: token ?? "" } : { secret };
  return context.client.queries.run({ host, graph, queryName: query }, parameters, credential, { idempotent });
}

const verifyBeforeRetryHint = `The query might have run, so graphplane did not send it again. Check whether it ran before you run "pulumi up" again, which sends it once more. If running it twice does no harm, set idempotent: true`;

function credentialProblem({ secret, token }: Partial<Arguments>): CheckFailure | undefined {
  const reason = "exactly one of secret and token is required";
  if (secret === undefined && token === undefined) return { property: "secret", reason };
  return secret !== undefined && token !== undefined ? { property: "token", reason: `${reason}, got both` } : undefined;
}

const fingerprint = (args: Arguments): string => createHash("sha256").update(runText(args)).digest("hex");
