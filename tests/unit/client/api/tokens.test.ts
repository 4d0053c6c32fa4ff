import { type Failure, ServiceError } from "../../../../client";
import { tokenLifetime, Tokens } from "../../../../client/api/tokens";
import { VirtualClock } from "../../../support/virtual-clock";

const credential = { secret: "s" };
const access = { origin: "https://ws.example.com", graph: "movies", ownError: (error: unknown) => error };
const purpose = { kind: "QueryRun", operation: "create" };
const error = (failure: Partial<Failure>) =>
  new ServiceError({ outcome: "refused", summary: "was refused", ...failure }, "POST", "/restpp/query/movies/q", 1, purpose);
const refused = (message = "no") => error({ status: 401, type: "Unauthorized", message });

let clock: VirtualClock;
let tokens: Tokens;
/** The requests: the credential of each one, and `for <graph>` of each exchange. */
let sent: string[];
/** The answers, in the order of the requests and exchanges; after the last one, each request succeeds. */
let answers: (Error | "ok")[];
let count: number;
beforeEach(() => {
  count = 0;
  clock = new VirtualClock();
  tokens = new Tokens(clock);
  sent = [];
  answers = [];
});

function answer<T>(value: T): Promise<T> {
  const next = answers.shift() ?? "ok";
  return next === "ok" ? Promise.resolve(value) : Promise.reject(next);
}

function run(graph = "movies", origin = access.origin): Promise<string> {
  const send = ({ scheme, value }: { scheme: string; value: string }) => {
    sent.push(`${scheme} ${value}`);
    return answer("done");
  };
  const exchange = async ({ graph: asked }: { graph?: string | undefined }) => {
    sent.push(`exchange for ${asked ?? "every graph"}`);
    return answer({ token: `t${++count}` });
  };
  return tokens.sendAuthorized(credential, { ...access, origin, graph, send, exchange });
}

/** A run after which the host is known to take tokens. */
async function takesTokens(): Promise<void> {
  answers = [refused()];
  await run();
  expect(sent.splice(0)).toEqual(["GSQL-Secret s", "exchange for every graph", "Bearer t1"]);
}

test("the method that a host accepted is the first that its next run tries", async () => {
  await takesTokens();
  await run("other");
  await run("movies", "https://other.example.com");
  expect(sent).toEqual(["Bearer t1", "GSQL-Secret s"]);
});

test("a kept token that is refused is renewed once, for every graph", async () => {
  await takesTokens();
  answers = [refused()];
  await run();
  expect(sent).toEqual(["Bearer t1", "exchange for every graph", "Bearer t2"]);
});

test("a kept token outlives a failure that says nothing of it", async () => {
  await takesTokens();
  const down = error({ status: 503 });
  answers = [down];
  await expect(run()).rejects.toBe(down);
  await run();
  expect(sent).toEqual(["Bearer t1", "Bearer t1"]);
});

test.each<[string, Partial<Failure>, boolean]>([
  ["refuses the credential", { status: 401, type: "Unauthorized" }, true],
  ["forbids it because of the token", { status: 403, type: "Forbidden", message: "Access Token expired" }, true],
  ["forbids it for want of a privilege", { status: 403, type: "Forbidden", message: "no privilege" }, false],
  ["forbids it without a message", { status: 403, type: "Forbidden" }, false],
  ["fails with a message about a token", { status: 404, message: "no such token" }, false],
])("a kept token is renewed if the service %s: %#", async (_, failure, isRenewed) => {
  await takesTokens();
  answers = [error(failure)];
  await run().catch(() => undefined);
  expect(sent.includes("Bearer t2")).toBe(isRenewed);
});

test("two runs whose kept token is refused share one renewed token", async () => {
  await takesTokens();
  answers = [refused(), refused()];
  await Promise.all([run(), run()]);
  expect(sent).toEqual(["Bearer t1", "Bearer t1", "exchange for every graph", "Bearer t2", "Bearer t2"]);
});

test("a refusal that comes late leaves the token that another run got meanwhile", async () => {
  await takesTokens();
  let refuse!: (reason: Error) => void;
  const late = new Promise<never>((_, reject) => (refuse = reject));
  const values: string[] = [];
  const first = tokens.sendAuthorized(credential, {
    ...access,
    send: ({ value }) => (values.push(value) === 1 ? late : Promise.resolve("done")),
    exchange: () => Promise.reject(new Error("a second exchange")),
  });
  answers = [refused()];
  await run();
  refuse(refused());
  expect(await first).toBe("done");
  expect(values).toEqual(["t1", "t2"]);
});

test("a token that is new and refused is not renewed; one for the graph is tried", async () => {
  answers = [refused(), "ok", refused()];
  await run();
  expect(sent).toEqual(["GSQL-Secret s", "exchange for every graph", "Bearer t1", "exchange for movies", "Bearer t2"]);
});

test("a token is renewed in the moment that is a minute before its end, and not before", async () => {
  await takesTokens();
  clock.time += (tokenLifetime - 60) * 1000 - 1;
  await run();
  clock.time += 1;
  await run();
  expect(sent).toEqual(["Bearer t1", "exchange for every graph", "Bearer t2"]);
});

describe("an error", () => {
  const said = async () => (await run().catch((thrown: unknown) => thrown)) as ServiceError;

  test("of an exchange alone is reported once", async () => {
    await takesTokens();
    answers = [refused(), refused("unknown secret")];
    const { failure } = await said();
    expect(failure.message).toBe("unknown secret");
    expect(failure.hint).toMatch(/to the token exchange\. Check/);
  });

  test("of the query comes before that of an exchange, which its hint quotes", async () => {
    await takesTokens();
    answers = [refused(), refused("No graph. Which?!"), "ok", refused("denied")];
    const { failure } = await said();
    expect(failure.message).toBe("denied");
    expect(failure.hint).toContain("(the exchange was refused: No graph. Which)");
    answers = [refused(), error({ status: 404 })];
    expect((await said()).failure.hint).toContain("(the exchange was refused)");
  });

  test("of queries alone says nothing of an exchange", async () => {
    answers = [refused(), "ok", refused(), "ok", refused()];
    expect((await said()).failure.hint).toMatch(/to the token exchange\. Check/);
  });

  test("of an exchange that may have been acted on says that the query was not sent", async () => {
    answers = [refused(), error({ outcome: "lost", earlier: [{ outcome: "lost" }] })];
    expect((await said()).failure).toMatchObject({ waking: true, earlier: [] });
    expect(sent).toEqual(["GSQL-Secret s", "exchange for every graph"]);
  });

  test("of an exchange that cannot be understood too", async () => {
    answers = [refused(), error({ outcome: "not-understood", status: 200 })];
    const { failure } = await said();
    expect(failure.outcome).toBe("unreachable");
    expect(failure).not.toHaveProperty("waking");
  });

  test("that is no response of the service is passed on as it is, and its token is not kept", async () => {
    await takesTokens();
    const aborted = new Error("given up");
    answers = [refused(), aborted];
    expect(await said()).toBe(aborted);
    sent = [];
    await run();
    expect(sent[0]).toBe("exchange for every graph");
  });
});
