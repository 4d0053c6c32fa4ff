import { createHash, randomUUID } from "node:crypto";
import { dataPlaneOrigin, hostProblem, isServiceError, mayHaveActed, type QueryAnswer, type ServiceError } from "../../../client";
import type { CheckFailure } from "../../arguments";
import { isObject, same } from "../../diff";
import { InputError, quoted } from "../../errors";
import { type Applied, type Call, type Noun, Unsettled } from "../../lifecycle";
import { type Look, poll } from "../../wait";
import { notKept, outcomeOf, postLine, refusalOf, runText } from "./model";
import { behaviourArguments, queryRunArguments, type QueryRunArguments as Arguments, type QueryRunState as State } from "./schema";

/** What a run left: its answer, or why the answer cannot be kept. */
export type Ran = { readonly answer: QueryAnswer } | { readonly why: string };

/** Seconds that a run may take, with the waking of its workspace, when `timeoutSeconds` is not given. */
export const defaultTimeout = 300;

/** One run of an installed query on the data plane: at creation, and whenever what is run changes. */
export const queryRun: Noun<Arguments, State, Ran> = {
  kind: "QueryRun",
  schema: queryRunArguments,
  replacedBy: [],
  behaviour: behaviourArguments,
  secret: ["secret", "token"],
  verbatim: ["parameters"],
  describe: ({ graph, query }) => `query ${quoted(query)} of graph ${quoted(graph)}`,

  meaning: (args) => (typeof args.host === "string" ? { ...args, host: originOf(args.host) } : args),

  identify: () => ({}),

  refuse(args, old) {
    if (Object.keys(old).length > 0 && same(args.secret, old.secret) && same(args.token, old.token)) return [];
    const problem = credentialProblem(args);
    return problem === undefined ? [] : [problem];
  },

  async foresee(args, _last, call) {
    if ([args.host, args.graph, args.query].every((text) => typeof text === "string")) call.say(postLine(args, originOf, call.secret));
    return [];
  },

  async create(args, call) {
    return ran(randomUUID(), args, call);
  },

  async update(args, last, call, id) {
    const { __pending: pending } = last;
    if (pending?.ran !== fingerprint(args)) return ran(id, args, call);
    return { id, state: { ...args, __pending: pending }, waiting: { why: whyOf(pending) } };
  },

  async settle(args, { state, waiting }, call) {
    if (waiting === undefined) return state;
    const why = "why" in waiting ? waiting.why : refusalOf(waiting.answer);
    if ("answer" in waiting && why === undefined) return { ...args, ...outcomeOf(waiting.answer, (text) => call.client.redact(text)) };
    // It has run: the resource stays, so that the next update does not run it again unasked.
    throw new Unsettled(notKept(why ?? ""), { ...args, __pending: { ran: fingerprint(args), why: why ?? "" } });
  },

  async read(last, call) {
    // Nothing of a run can be asked for again: what stands in state is all that there is.
    if (last.host === undefined) {
      throw new InputError(
        "a run stands only in the state of the stack that ran it: export its results there, and read them by a StackReference",
      );
    }
    if (isObject(last.__pending)) call.say(`graphplane: QueryRun: ${notKept(whyOf(last.__pending))}`);
    return last;
  },

  async delete() {
    // What a query did stays done, and nothing of the run itself is kept by the service.
  },
};

/** Why the results were not kept, as state tells it. */
function whyOf({ why }: { readonly why?: unknown }): string {
  return typeof why === "string" ? why : "the state does not tell why";
}

async function ran(id: string, args: Arguments, call: Call): Promise<Applied<State, Ran>> {
  return { id, state: args, waiting: await run(args, call) };
}

/** Runs the query, and waits for a workspace that is waking up. */
async function run(args: Arguments, call: Call): Promise<Ran> {
  const seconds = args.timeoutSeconds ?? defaultTimeout;
  const place = `query ${JSON.stringify(args.query)}`;
  let last: ServiceError | undefined;
  let tooLarge = false;
  const look = async (): Promise<Look<Ran>> => {
    try {
      return { done: { answer: await send(args, call) } };
    } catch (error) {
      if (!isServiceError(error)) throw error;
      const { failure } = error;
      if (failure.outcome === "too-large") tooLarge = true;
      if (tooLarge) return { done: { why: `the answer ${failure.summary}` } };
      const repeatable = args.idempotent === true;
      const again = failure.hopeless !== true && (failure.waking === true || (repeatable && mayHaveActed(failure)));
      if (!again) throw mayHaveActed(failure) && !repeatable ? error.as({ ...failure, mend: mayHaveRun }) : error;
      if (last === undefined) call.say(`graphplane: ${place}: ${firstLine(error)}; trying again for up to ${seconds} s`);
      last = error;
      return { waits: failure.waking === true ? "the workspace to wake up" : "an answer" };
    }
  };
  const outcome = await poll({ clock: call.clock, say: call.say, place, limit: seconds * 1000 }, look);
  if ("done" in outcome) return outcome.done;
  throw last === undefined ? new InputError("the query was not sent") : timedOut(last, outcome.elapsed);
}

function send(args: Arguments, call: Call): Promise<QueryAnswer> {
  const { host, graph, query, parameters = {}, secret, token, idempotent } = args;
  const problem = credentialProblem(args);
  if (problem !== undefined) throw new InputError(`${problem.property} ${problem.reason}`);
  const credential = secret === undefined ? { token: token ?? "" } : { secret };
  return call.client.queries.run({ host, graph, queryName: query }, parameters, credential, { idempotent });
}

const mayHaveRun = `the query may have run, so it is not sent again by itself: look whether it did before you run "pulumi up" again, which sends it once more; where running it twice does no harm, set idempotent: true`;

function firstLine({ failure }: ServiceError): string {
  return failure.waking === true
    ? "the workspace is waking up, and what was sent is lost"
    : `the run ${failure.summary}, and may be repeated (idempotent)`;
}

function timedOut(error: ServiceError, elapsed: number): Error {
  const mend =
    error.failure.waking === true
      ? `the workspace was still waking up after ${elapsed} s, and the query did not run: run "pulumi up" again, or raise timeoutSeconds`
      : `it was tried for ${elapsed} s, and the query may have run: run "pulumi up" again, or raise timeoutSeconds`;
  return error.as({ ...error.failure, mend });
}

function credentialProblem({ secret, token }: Partial<Arguments>): CheckFailure | undefined {
  if (secret === undefined && token === undefined) return { property: "secret", reason: "or token is required: exactly one of the two" };
  if (secret !== undefined && token !== undefined)
    return { property: "token", reason: "and secret are both given: give exactly one of the two" };
  return undefined;
}

function fingerprint(args: Arguments): string {
  return createHash("sha256").update(runText(args, originOf)).digest("hex");
}

/** The host in the form in which equal meanings are equal; one that an old state holds may be malformed. */
function originOf(host: string): string {
  return hostProblem(host) === undefined ? dataPlaneOrigin(host) : host;
}
