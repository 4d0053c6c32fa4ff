import { createHash, randomUUID } from "node:crypto";
import { isServiceError, mayHaveBeenProcessed, type QueryAnswer, type ServiceError } from "../../../client";
import type { CheckFailure } from "../../values/validation";
import { isObject, equals } from "../../values/json";
import { InputError, NotAppliedError } from "../../errors";
import type { Applied, NothingToSend, OperationContext, ResourceDefinition, Sending, Sends } from "../../definition";
import { definitionFrom } from "../../describe/schema";
import { poll, type Step } from "../../reconcile/wait";
import { showRequest, notKept, outcomeOf, refusalOf, runText } from "./model";
import { originOf, queryRunFacts } from "./review";
import { type QueryRunArguments as Arguments, queryRunDescription, type QueryRunState as State } from "./description";

/** The result of a run: its answer, or the reason why the response cannot be kept. */
export type RunResult = { readonly answer: QueryAnswer } | { readonly why: string };

/** A run of an earlier update with the same arguments, whose results were not kept. */
interface KeptRun {
  readonly ran: string;
  readonly why: string;
}

type RunPlan = Sending | (NothingToSend & { readonly kept: KeptRun });

/** A run that may have been done: every response was lost. */
interface Lost {
  readonly lost: ServiceError;
}

/** Seconds that a run may take, with the waking of its workspace, when `timeoutSeconds` is not given. */
export const defaultTimeout = 300;

/** One run of an installed query on the data plane: at creation, and whenever what is run changes. */
export const queryRun: ResourceDefinition<Arguments, State, undefined, RunPlan, RunResult> = {
  ...definitionFrom(queryRunDescription),
  usesDataPlane: true,
  review: queryRunFacts,

  normalize: (args) => (typeof args.host === "string" ? { ...args, host: originOf(args.host) } : args),

  validate(args, old) {
    if (Object.keys(old).length > 0 && equals(args.secret, old.secret) && equals(args.token, old.token)) return [];
    const problem = credentialProblem(args);
    return problem === undefined ? [] : [problem];
  },

  // A run leaves nothing at the service.
  observe: () => Promise.resolve(undefined),

  unseen: () => undefined,

  plan(args, last, _live, isSecret) {
    const kept = last && findKeptRun(last, args);
    if (kept !== undefined) return { action: "none", kept };
    return { action: "post", request: showRequest(args, isSecret) };
  },

  async execute(plan, args, last, context) {
    const id = randomUUID();
    if (plan.action !== "none") return runQuery(id, plan, args, last ?? args, context);
    return { id, state: { ...args, __pending: plan.kept }, pending: { why: whyOf(plan.kept) } };
  },

  async waitUntilApplied(args, { pending: outcome }, context) {
    const why = "why" in outcome ? outcome.why : refusalOf(outcome.answer);
    if ("answer" in outcome && why === undefined) return { ...args, ...outcomeOf(outcome.answer, (text) => context.client.redact(text)) };
    // It has run: the resource stays, so that the next update does not run it again unasked.
    throw new NotAppliedError(notKept(why ?? ""), { ...args, __pending: { ran: fingerprint(args), why: why ?? "" } });
  },

  async read(last, context) {
    // The service keeps nothing of a run: the state is all there is.
    if (last.host === undefined) {
      throw new InputError(
        "a run is only in the state of the stack that ran it: export its results there, and read them with a StackReference",
      );
    }
    if (isObject(last.__pending) && !("post" in last.__pending)) context.say(`graphplane: QueryRun: ${notKept(whyOf(last.__pending))}`);
    return last;
  },
  // What a query did stays done, and the service keeps nothing of the run itself, so a deletion sends nothing.
};

/** The reason in state why the results were not kept. */
function whyOf({ why }: { readonly why?: unknown }): string {
  return typeof why === "string" ? why : "the state does not show why";
}

function findKeptRun({ __pending: pending }: Partial<State>, args: Arguments): KeptRun | undefined {
  return isObject(pending) && "ran" in pending && pending.ran === fingerprint(args) ? pending : undefined;
}

/** Runs the query. If it may have run, the state stays as it was, so that the next update runs the query that is declared then. */
async function runQuery(
  id: string,
  plan: Sends<RunPlan>,
  args: Arguments,
  last: State,
  context: OperationContext,
): Promise<Applied<State, RunResult>> {
  const outcome = await run(plan, args, context);
  if ("lost" in outcome) return { id, state: { ...last, __pending: { post: "lost" } }, lost: outcome.lost };
  return { id, state: args, pending: outcome };
}

/** Runs the query, and waits for a workspace that is waking up. */
async function run({ request }: Sends<RunPlan>, args: Arguments, context: OperationContext): Promise<RunResult | Lost> {
  const seconds = args.timeoutSeconds ?? defaultTimeout;
  const place = `query ${context.isSecret("query") ? "[secret]" : JSON.stringify(args.query)}`;
  let last: ServiceError | undefined;
  let tooLarge = false;
  let mayHaveRun = false;
  const attempt = async (): Promise<Step<RunResult | Lost>> => {
    try {
      const answer = await send(args, context);
      context.reportSent(request);
      return { done: { answer } };
    } catch (error) {
      if (!isServiceError(error)) throw error;
      const { failure } = error;
      if (failure.outcome === "too-large") tooLarge = true;
      if (tooLarge) return { done: { why: `the request ${failure.summary}` } };
      const repeatable = args.idempotent === true;
      const unsure = mayHaveBeenProcessed(error);
      mayHaveRun ||= unsure;
      const again = failure.nonRetryable !== true && (failure.waking === true || (repeatable && unsure));
      if (!again && !mayHaveRun) throw error;
      if (!again) return { done: { lost: unsure && !repeatable ? error.as({ ...failure, hint: verifyBeforeRetryHint }) : error } };
      if (last === undefined) context.say(`graphplane: ${place}: ${firstLine(error)}; trying again for up to ${seconds} s`);
      last = error;
      return { waits: failure.waking === true ? "the workspace to wake up" : "a response" };
    }
  };
  const { clock, say } = context;
  const progress = (waits: string) => ({ object: place, activity: `waiting for ${waits}` });
  const outcome = await poll({ clock, say, limit: seconds * 1000, progress }, attempt);
  if ("done" in outcome) return outcome.done;
  if (last === undefined) throw new InputError("the query was not sent");
  const late = explainTimeout(last, outcome.elapsed);
  if (mayHaveRun) return { lost: late };
  throw late;
}

function send(args: Arguments, context: OperationContext): Promise<QueryAnswer> {
  const { host, graph, query, parameters = {}, secret, token, idempotent } = args;
  const problem = credentialProblem(args);
  if (problem !== undefined) throw new InputError(problem.reason);
  const credential = secret === undefined ? { token: token ?? "" } : { secret };
  return context.client.queries.run({ host, graph, queryName: query }, parameters, credential, { idempotent });
}

const verifyBeforeRetryHint = `The query may have run, so it is not sent again by itself. Check whether it did before you run "pulumi up" again, which sends it once more. If running it twice does no harm, set idempotent: true`;

function firstLine({ failure }: ServiceError): string {
  return failure.waking === true
    ? "the workspace is waking up, and what was sent is lost"
    : `the run ${failure.summary}, and may be repeated (idempotent)`;
}

function explainTimeout(error: ServiceError, elapsed: number): ServiceError {
  const hint =
    error.failure.waking === true
      ? `Run "pulumi up" again, or raise timeoutSeconds: the workspace was still waking up after ${elapsed} s, and the query did not run`
      : `Run "pulumi up" again, or raise timeoutSeconds: it was tried for ${elapsed} s, and the query may have run`;
  return error.as({ ...error.failure, hint });
}

function credentialProblem({ secret, token }: Partial<Arguments>): CheckFailure | undefined {
  if (secret === undefined && token === undefined) return { property: "secret", reason: "exactly one of secret and token is required" };
  if (secret !== undefined && token !== undefined)
    return { property: "token", reason: "exactly one of secret and token is required, got both" };
  return undefined;
}

function fingerprint(args: Arguments): string {
  return createHash("sha256").update(runText(args, originOf)).digest("hex");
}
