import { inspect } from "node:util";
import { type CallContext, type Client, type ResponseTrace, ServiceError } from "../../../../client";
import { NotApprovedError } from "../../../../client/http/approval";
import { redactor } from "../../../../client/http/redact";
import { InputError, OperationError, NotAppliedError } from "../../../../provider/errors";
import type { DynamicProvider } from "../../../../provider/dynamic/door";
import { type Applied, type OperationContext, refuse } from "../../../../provider/definition";
import { resumeWindowMs } from "../../../../provider/reconcile/made";
import { writePending } from "../../../../provider/reconcile/pending";
import { configOf, unknownText, VirtualClock } from "../../../support/provider";
import { life, provider, review, type State, type Thing, told } from "../../../support/thing";

/** A client of which nothing is asked. */
const blank: object = { anew: () => blank };

type Failed = Error & { id?: string; properties?: unknown; reasons?: unknown };
const fail = () => Promise.reject(new Error("it did not fail"));
const failureOf = (promise: Promise<unknown>): Promise<Failed> => promise.then(fail, (error: unknown) => error as Failed);

describe("state", () => {
  const pending = { size: 1, __pending: { sent: { size: 2 } } };
  test("holds all that is declared and known, the provider's text, and no key without a value", async () => {
    const { lifecycle } = await life({ execute: async () => ({ id: "a", state: { id: "a", size: undefined, seen: "x" } }) });
    expect(await lifecycle.create(told({ id: "a", __secrets: ["note"] }))).toStrictEqual({
      id: "a",
      outs: { id: "a", seen: "x", __secrets: ["note"], __provider: provider, __owner: "new 1" },
    });
  });

  test("of a read holds arguments only in its inputs", async () => {
    const { lifecycle } = await life();
    expect(await lifecycle.read("a", told({ id: "a", size: 1, seen: "old", __urn: "it" }))).toStrictEqual({
      id: "a",
      props: told({ id: "a", size: 1, seen: "read", __owner: "new 1", __urn: "it" }),
      inputs: told({ id: "a", size: 1, __urn: "it" }),
    });
  });

  test.each([[undefined], [7], [{ toString: [] }], [["a"]], [null]])("takes an identifier that it holds as %j from the id", async (id) => {
    const { lifecycle, calls } = await life();
    const odd = told({ ...(id === undefined ? {} : { id }), ...pending });
    await lifecycle.read("a", odd);
    await lifecycle.delete("a", odd);
    expect(calls).toEqual([
      ["read", { id: "a", ...pending }],
      ["delete", { id: "a", ...pending }],
    ]);
  });

  test("of what is gone is nothing at all", async () => {
    const { lifecycle } = await life({ read: async () => undefined });
    expect(await lifecycle.read("a", told({ id: "a" }))).toStrictEqual({});
  });

  test("of what the program only reads, and what is not there, is an error", async () => {
    const { lifecycle } = await life({ read: async () => undefined });
    await expect(lifecycle.read("a", { __provider: "text" })).rejects.toThrow(
      'read of "a" failed: it does not exist. Check the id "a" that get() was given',
    );
  });
});

describe("diff", () => {
  test.each([
    ["nothing differs", { id: "a", size: 1, seen: "x" }, { id: "a", size: 1 }, { changes: false }],
    ["only what is between us and the engine differs", { id: "a", __secrets: ["size"] }, { id: "a" }, { changes: false }],
    ["a null is not declared", { id: "a" }, { id: "a", size: null }, { changes: false }],
    ["an argument differs: the engine compares", { id: "a", size: 1 }, { id: "a", size: 2 }, { replaces: [] }],
    ["an argument is dropped", { id: "a", size: 1 }, { id: "a" }, { replaces: [] }],
    ["nothing differs, and something is pending from the last run", { id: "a", __pending: ["size"] }, { id: "a" }, { changes: true }],
    ["what is pending is declared", { id: "a", size: 1, __pending: { sent: { size: 2 } } }, { id: "a", size: 1 }, { changes: true }],
    ["what is pending is declared no longer", { id: "a", __pending: { sent: { size: 2 } } }, { id: "a" }, { changes: false }],
    ["an identifying argument differs", { id: "a", size: 1 }, { id: "b", size: 2 }, { replaces: ["id"] }],
    ["an argument is not known yet", { id: "a", size: 1 }, { id: "a", size: unknownText }, { replaces: [] }],
    ["a value that the service fills in is declared no longer", { id: "a", note: "n" }, { id: "a" }, { changes: false }],
    ["a value that the service fills in is declared", { id: "a", note: "n" }, { id: "a", note: "m" }, { replaces: [] }],
  ])("%s", async (_name, olds, news, expected) => {
    const { lifecycle } = await life({ filledIn: ["note"] });
    expect(await lifecycle.diff("a", told(olds), told(news))).toStrictEqual(expected);
  });
});

describe("update", () => {
  test("of behaviour alone keeps what is known and asks the definition nothing", async () => {
    const { lifecycle, calls } = await life();
    const updated = await lifecycle.update("a", told({ id: "a", size: 1, seen: "x" }), told({ id: "a", size: 1, keep: true }));
    expect(updated.outs).toStrictEqual(told({ id: "a", size: 1, seen: "x", keep: true, __owner: "new 1" }));
    expect(calls).toEqual([]);
  });

  test("of behaviour with something pending asks the definition", async () => {
    const { lifecycle, calls } = await life();
    await lifecycle.update("a", told({ id: "a", __pending: ["size"] }), told({ id: "a", keep: true }));
    expect(calls).toHaveLength(1);
  });
});

describe("an object that another resource of the program holds is left as it is", () => {
  const left = ['graphplane: nothing is sent for thing "a": another resource of the program manages it'];
  const old = told({ id: "a", __owner: "old" });
  const other = told({ id: "a", __owner: "other" });

  test("where this run made the other one, though it waits in vain", async () => {
    const { lifecycle, lines, calls } = await life({
      execute: async () => ({ id: "a", state: { id: "a" }, pending: "w" }),
      waitUntilApplied: () => Promise.reject(new InputError("too late")),
    });
    const { properties } = await failureOf(lifecycle.create(told({ id: "a" })));
    expect(properties).toEqual(told({ id: "a", __owner: "new 1" }));
    await lifecycle.delete("a", old);
    expect([lines, calls]).toEqual([left, []]);
  });

  test.each<[string, (lifecycle: DynamicProvider) => Promise<unknown>]>([
    ["where only a refresh compares the other one", (lifecycle) => lifecycle.diff("a", other, told({ id: "a" }))],
    ["where the other one is only checked", (lifecycle) => lifecycle.check(told({ id: "a" }), told({ id: "a" }))],
    [
      "where the other one is compared only to be replaced",
      async (lifecycle) => {
        await lifecycle.check(told({ id: "a" }), told({ id: "b" }));
        expect(await lifecycle.diff("a", other, told({ id: "b" }))).toEqual({ replaces: ["id"] });
      },
    ],
    [
      "where it is the one that was compared itself",
      async (lifecycle) => {
        await lifecycle.check(told({ id: "a" }), told({ id: "a" }));
        await lifecycle.diff("a", old, told({ id: "a" }));
      },
    ],
    [
      "where the other one is gone already",
      async (lifecycle) => {
        const made = await lifecycle.create(told({ id: "a" }));
        await lifecycle.delete(made.id, made.outs as Record<string, unknown>);
      },
    ],
  ])("but not %s", async (_name, before) => {
    const { lifecycle, calls } = await life();
    await before(lifecycle);
    calls.length = 0;
    await lifecycle.delete("a", old);
    expect(calls).toEqual([["delete", { id: "a" }]]);
  });

  test("where the other one is its replacement, which --replace made", async () => {
    const { lifecycle, lines } = await life();
    const args = told({ id: "a", __urn: "urn:pulumi:dev::p::Thing::a" });
    await lifecycle.create(args);
    await lifecycle.delete("a", { ...args, __owner: "old", __made: true });
    expect(lines).toEqual([left[0]?.replace("another resource of the program", "its replacement")]);
  });

  test("nor where the other one was no longer managed before", async () => {
    const { lifecycle, lines, calls } = await life();
    const [first, second] = [await lifecycle.create(told({ id: "a" })), await lifecycle.create(told({ id: "a" }))];
    calls.length = 0;
    await lifecycle.delete("a", first.outs as Record<string, unknown>);
    expect([lines, calls]).toEqual([left, []]);
    await lifecycle.delete("a", second.outs as Record<string, unknown>);
    expect(calls).toEqual([["delete", expect.objectContaining({ id: "a" })]]);
  });
});

test("a resource keeps the name that tells it apart through updates and refreshes, and one without gets it with an update", async () => {
  const { lifecycle } = await life();
  const outs = (await lifecycle.create(told({ id: "a" }))).outs as Record<string, unknown>;
  expect(outs).toMatchObject({ __owner: "new 1" });
  expect((await lifecycle.update("a", outs, told({ id: "a", size: 2 }))).outs).toMatchObject({ __owner: "new 1" });
  const { props, inputs } = (await lifecycle.read("a", outs)) as Record<string, unknown>;
  expect([props, inputs]).toEqual([expect.objectContaining({ __owner: "new 1" }), told({ id: "a" })]);
  expect((await lifecycle.update("a", told({ id: "a" }), told({ id: "a", size: 2 }))).outs).toMatchObject({ __owner: "new 2" });
});

describe("a wait", () => {
  const applied: Applied<State, string> = { id: "a", state: { id: "a", seen: "begun" }, pending: "w" };
  const settling = (settle: NonNullable<Thing["waitUntilApplied"]>) => life({ execute: async () => applied, waitUntilApplied: settle });

  test.each([
    [
      "without what it waited for keeps what it knows",
      new NotAppliedError("too late", { id: "a", seen: "half" }),
      "too late",
      { id: "a", seen: "half" },
    ],
    ["with an error keeps what was begun", new InputError("refused"), "refused", { id: "a", seen: "begun" }],
  ])("that ends %s: the resource stays in state", async (_name, thrown, message, state) => {
    const { lifecycle } = await settling(async () => {
      throw thrown;
    });
    for (const act of [
      () => lifecycle.create(told({ id: "a" })),
      () => lifecycle.update("a", told({ id: "a" }), told({ id: "a", size: 2 })),
    ]) {
      const error = await failureOf(act());
      expect(error.message).toMatch(new RegExp(`^Thing: (create|update) of thing "a" failed: ${message}$`));
      expect(error).toMatchObject({ id: "a", properties: told(state), reasons: [error.message] });
    }
  });

  test("is not begun after a write whose response was lost: the resource stays with the state, and the error says so", async () => {
    const lost = new ServiceError({ outcome: "lost", summary: "was not answered" }, "PUT", "/p", 1, { kind: "Thing", operation: "update" });
    const state = { id: "a", ...writePending([{ path: ["size"], value: 2 }], () => false) };
    const act = async (): Promise<Applied<State, string>> => ({ id: "a", state, pending: "w", lost });
    const { lifecycle } = await life({ execute: act, waitUntilApplied: () => Promise.reject(new Error("never")) });
    for (const begun of [
      lifecycle.create(told({ id: "a", size: 2 })),
      lifecycle.update("a", told({ id: "a" }), told({ id: "a", size: 2 })),
    ]) {
      const error = await failureOf(begun);
      expect(error).toMatchObject({ id: "a", properties: told(state), reasons: [error.message] });
      expect(error.message).toContain("PUT /p was not answered");
    }
  });

  test("is not begun where there is nothing to wait for", async () => {
    const { lifecycle } = await life({ waitUntilApplied: () => Promise.reject(new Error("never")) });
    expect((await lifecycle.create(told({ id: "a" }))).outs).toEqual(told({ id: "a", seen: "new", __owner: "new 1" }));
  });
});

describe("an error", () => {
  const canary = "c4nary-value";
  test("prints its message, no stack and no property, at any depth", async () => {
    const { lifecycle } = await life({
      execute: async (): Promise<Applied<State, string>> => ({ id: "a", state: { id: "a", note: canary }, pending: "w" }),
      waitUntilApplied: () => Promise.reject(new InputError("too late")),
    });
    const error = await failureOf(lifecycle.create(told({ id: "a", note: canary, __secrets: ["note"] })));
    expect(error).toBeInstanceOf(OperationError);
    expect(error).toMatchObject({ properties: { note: canary } });
    expect(Object.keys(error)).toEqual([]);
    expect(inspect(error, { depth: Infinity })).toBe('[Thing: create of thing "a" failed: too late]');
    expect(`${String(error)}: ${error.stack ?? ""}`).toBe('graphplane: Thing: create of thing "a" failed: too late');
    expect(JSON.stringify(error)).toBe("{}");
  });

  test("of our own making asks to be reported, and what is secret stays out of what names the object", async () => {
    const { lifecycle } = await life({ delete: () => Promise.reject(new TypeError("x is not a function")) });
    const error = await failureOf(lifecycle.delete("a", told({ id: canary, __secrets: ["id"] })));
    expect(error.message).toBe(
      'Thing: delete of thing "[redacted]" failed: a bug in this provider; please report it (TypeError: x is not a function)',
    );
  });
});

describe("an error of our own tells the RequestID", () => {
  const get: ResponseTrace = { method: "GET", requestId: "r-get" };
  const later: ResponseTrace = { method: "GET", requestId: "r-later" };
  const put: ResponseTrace = { method: "PUT", requestId: "r-put" };
  const post: ResponseTrace = { method: "POST", requestId: "r-post" };
  const message = "gone. Try again. RequestID: r-0";

  test.each<[string, ResponseTrace[], string | Error, string]>([
    ["of nothing where nothing was answered", [], "odd", "odd"],
    ["of the last answer", [get, later], "odd", "odd. RequestID: r-later"],
    ["of what was sent rather than of what was looked at since", [get, put, later], "odd.", "odd. RequestID: r-put"],
    ["of the last write", [put, post], "odd", "odd. RequestID: r-post"],
    ["of the last answer, if a wait ended in vain", [get], new NotAppliedError("odd", {}), "odd. RequestID: r-get"],
    ["of nothing, if a wait met a refused request", [get], new NotAppliedError("odd", {}, new NotApprovedError("no")), "odd"],
    ["that it names already, and no other", [get], message, message],
  ])("%s", async (_name, answers, thrown, told) => {
    const connect = () =>
      ({ withContext: (context: CallContext) => (answers.forEach((answer) => context.onResponse?.(answer)), blank) }) as Client;
    const { lifecycle } = await life(
      {
        delete: async (_plan, _last, { client }) =>
          Promise.reject(client && (typeof thrown === "string" ? new InputError(thrown) : thrown)),
      },
      connect,
    );
    expect((await failureOf(lifecycle.delete("a", {}))).message).toBe(`Thing: delete of thing "a" failed: ${told}`);
  });
});

test.each<[string, unknown, string, string]>([
  ["a short number", 123, "pin 123, not 1234", "pin [redacted], not 1234"],
  ["a number below zero", -98765432, "pin -98765432 is wrong", "pin -[redacted] is wrong"],
  ["a number inside a list", { pins: [[1234.5]] }, "1234.5", "[redacted]"],
  ["a number inside a JSON text", '{"pin": 98765432}', "pin 98765432", "pin [redacted]"],
  ["a number that the service writes otherwise", '{"pin": 1e7}', "pin 10000000", "pin [redacted]"],
  ["a number of more digits than can be kept", '{"pin": 98765432109876543210, "a": "1\\"2"}', "98765432109876543210", "[redacted]"],
  ["numbers of three digits", { pin: 123, other: 1.25, none: 0 }, "123, 1.25 and 0", "123, 1.25 and 0"],
  ["a short text", "abc", "abc, xabcx", "[redacted], x[redacted]x"],
  ["a short text inside an object", { pin: "abc" }, "abc, xabcx", "[redacted], xabcx"],
  ["a text inside a JSON text of a list", '["the-token"]', "the-token", "[redacted]"],
])("%s that is secret is known to the client as its texts", async (_, note, message, expected) => {
  let secrets: CallContext["secrets"];
  const connect = () => ({ withContext: (context: CallContext) => ((secrets = context.secrets), blank) }) as Client;
  const { lifecycle } = await life({ delete: async (_plan, _last, { client }) => void client }, connect);
  await lifecycle.delete("a", told({ id: "a", note, __secrets: ["note"] }));
  expect(redactor(secrets ?? [])(message)).toBe(expected);
});

test("what an operation works with: the clock, lines to the user, and which arguments are secret in the program or in state", async () => {
  let seen: OperationContext | undefined;
  const { lifecycle, lines } = await life({
    secret: ["size"],
    execute: async (_plan, args, _last, context) => {
      seen = context;
      context.say(`about "${args.id}" at /things/${args.id}: abcde`);
      return { id: args.id, state: args, pending: "without a wait" };
    },
  });
  await lifecycle.update("a", told({ id: "abcd", __secrets: ["note"] }), told({ id: "abcd", note: "n", __secrets: ["id"] }));
  expect(["id", "size", "note", "keep"].map((name) => seen?.isSecret(name))).toEqual([true, true, true, false]);
  expect(lines).toEqual(['about "[redacted]" at /things/[redacted]: abcde']);
  expect(seen?.clock.now()).toBe(new VirtualClock().now());
});

test("without the engine's configuration what needs a client fails with a sentence", async () => {
  const { lifecycle } = await life({
    execute: async (_plan, _args, _last, { client }) => ({ id: "a", state: (await client.workgroups.list()) as never }),
  });
  Object.assign(lifecycle, { settings: undefined });
  expect((await failureOf(lifecycle.create(told({ id: "a" })))).message).toBe(
    'Thing: create of thing "a" failed: the engine gave no configuration',
  );
});

test("a check refuses to replace what is protected, and prints no secret", async () => {
  const validate: Thing["validate"] = ({ size }) => (size === undefined ? [] : [{ property: "id", reason: 'no "c4nary"' }]);
  const { lifecycle } = await life({ validate, review: { ...review, protects: true } });
  const inputs = told({ id: "a", note: "c4nary", __urn: "it", __secrets: ["note"] });
  await lifecycle.check(inputs, inputs);
  expect((await lifecycle.check({}, inputs)).failures).toMatchObject([{ property: "" }]);
  expect((await lifecycle.check(inputs, { ...inputs, size: 1 })).failures).toEqual([{ property: "id", reason: 'no "[redacted]"' }]);
});

test("what is refused is not sent, and the error names the argument", async () => {
  const { lifecycle, calls } = await life({ plan: () => refuse("size", "is too large") });
  const { message } = await failureOf(lifecycle.create(told({ id: "a", size: 9 })));
  expect([message, calls]).toEqual(['Thing: create of thing "a" failed: size: is too large', []]);
});

test("a resource has the id of its object, one whose object has none yet another, and a read keeps the latter", async () => {
  expect((await (await life()).lifecycle.create(told({ id: "a" }))).id).toBe("a");
  const { lifecycle } = await life({ idForm: "one of its own" });
  expect((await lifecycle.create(told({ id: "a" }))).id).toBe("not-known-yet");
  expect((await lifecycle.read("one", told({ id: "a" }))).id).toBe("one");
});

test("creations of one object take turns, with the progress of the one that is waited for, and others do not wait", async () => {
  const begun: string[] = [];
  let end = () => {};
  const ended = new Promise<void>((resolve) => (end = resolve));
  const { lifecycle, lines } = await life({
    lockKey: ({ id }) => (id === "free" ? undefined : ["things"]),
    execute: async (_plan, args, _last, { tellWaiting }) => {
      begun.push(args.id);
      await ended;
      tellWaiting("graphplane: half");
      return { state: args };
    },
  });
  const all = ["a", "b", "free", "free"].map((id) => lifecycle.create(told({ id })));
  await new Promise((resolve) => setImmediate(resolve));
  expect(begun.toSorted()).toEqual(["a", "free", "free"]);
  end();
  await Promise.all(all);
  expect([begun.at(-1), lines]).toEqual(["b", ["graphplane: /things/b: waits for another creation: half"]]);
});

test.each([
  ["before", "nothing"],
  ["after", "nothing"],
  ["before", "it, if its arguments need another one"],
])("a deletion %s the replacement by the same object deletes %s", async (order, deleted) => {
  const replaceOnChanges = deleted === "nothing" ? [] : ["size"];
  const { lifecycle, lines, calls } = await life({ identity: ["id"], review: { ...review, replaceOnChanges } });
  const old = told({ id: "a", size: 1, __owner: "old", __urn: "it" });
  const next = told({ id: "a", size: 2, __urn: "it" });
  await lifecycle.check(old, next);
  await lifecycle.diff("a", old, next);
  await lifecycle.check({}, next);
  if (order === "after") expect((await lifecycle.create(next)).outs).toMatchObject({ __owner: "new 1" });
  lines.length = 0;
  calls.length = 0;
  await lifecycle.delete("a", old);
  const nothing = [['graphplane: nothing is deleted for thing "a": its replacement is the same object'], []];
  expect([lines, calls]).toEqual(deleted === "nothing" ? nothing : [[], [["delete", { id: "a", size: 1 }]]]);
});

test.each<["diff" | "read", true | undefined]>([
  ["diff", true],
  ["diff", undefined],
  ["read", true],
])("after a %s, the replacement by the same object, which graphplane made: %s, adopts it and keeps that", async (met, __made) => {
  const plan = ({ adopt }: State & { adopt?: boolean }) => (adopt === true ? ({ action: "none" } as const) : refuse("id", "exists"));
  const { lifecycle } = await life({ identity: ["id"], plan, review: { ...review, protects: met === "read" } });
  const inputs = told({ id: "a", __urn: "it" });
  await lifecycle[met]("a", { ...inputs, __made }, inputs);
  // The inputs of a check hold no notes.
  if (met === "diff") await lifecycle.check(inputs, inputs);
  await lifecycle.check({}, inputs);
  expect((await lifecycle.create(inputs)).outs).toStrictEqual({
    ...inputs,
    seen: "new",
    __owner: expect.any(String) as string,
    ...(__made && { __made }),
  });
});

test("that a read has shown the object is kept, and known to later operations", async () => {
  const known: boolean[] = [];
  const { lifecycle } = await life({
    execute: async (_plan, args, last, { recordSeen, seenBefore }) => {
      known.push(seenBefore);
      if (last === undefined) recordSeen();
      return { state: args };
    },
  });
  const outs = (await lifecycle.create(told({ id: "a" }))).outs as Record<string, unknown>;
  expect(outs).toMatchObject({ __seen: true });
  const updated = await lifecycle.update("a", outs, told({ id: "a", size: 2 }));
  expect([updated.outs, known]).toEqual([expect.objectContaining({ __seen: true }), [false, true]]);
});

test("a preview knows what the program declares and the state does not hold, an update only what the service shows", async () => {
  const known: unknown[][] = [];
  const { lifecycle } = await life({
    observe: async (_args, _last, { declaredSoFar, previewing }) =>
      void known.push([previewing, ...declaredSoFar("Thing"), ...declaredSoFar("Other")]),
  });
  await lifecycle.check(told({ id: "same" }), told({ id: "same" }));
  await lifecycle.check({}, told({ id: "a" }));
  await lifecycle.check({}, told({ id: "b" }));
  await lifecycle.create(told({ id: "b" }));
  const [a, b] = [{ id: "a" }, { id: "b" }].map((declared) => expect.objectContaining(declared) as object);
  expect(known).toEqual([[true, a], [true, a, b], [false]]);
});

test("an API key where an identifier belongs is in no error, and a secret identifier of another form does no harm", async () => {
  const { lifecycle, calls } = await life({ execute: () => Promise.reject(new InputError("no")) });
  await lifecycle.configure({ config: configOf({ "graphplane:apiKey": "c4nary-key" }) });
  expect((await failureOf(lifecycle.create(told({ id: "c4nary-key" })))).message).not.toContain("c4nary");
  await lifecycle.delete("a", told({ id: 7, __secrets: ["id"] }));
  expect(calls).toEqual([["delete", { id: "a" }]]);
});

test("two objects whose identifiers are not known yet are not taken for one", async () => {
  const { lifecycle, lines, calls } = await life({ execute: async () => ({ state: { id: "" } }) });
  const [first] = [await lifecycle.create(told({ id: "a" })), await lifecycle.create(told({ id: "b" }))];
  await lifecycle.delete(first.id, first.outs as Record<string, unknown>);
  expect([lines, calls]).toEqual([[], [["delete", { id: "" }]]]);
});

test.each([undefined, "urn:pulumi:dev::p::t:Thing::one"])("what %s manages is managed elsewhere for others only", async (__urn) => {
  const known: unknown[] = [];
  const { lifecycle } = await life({
    execute: async (_plan, state, _last, { isManagedElsewhere: isElsewhere, managerOf }) => {
      known.push(isElsewhere("a"), managerOf("a")?.resource);
      return { state };
    },
  });
  const outs = (await lifecycle.create(told({ id: "a", __urn }))).outs as Record<string, unknown>;
  await lifecycle.update("a", outs, told({ id: "a", size: 2, __urn }));
  await lifecycle.create(told({ id: "b", __urn: "urn:pulumi:dev::p::t:Thing::two" }));
  expect(known).toEqual([false, undefined, false, undefined, true, __urn && 'Thing "one"']);
});

test("an object that is deleted before its replacement is made is known to be", async () => {
  const known: boolean[] = [];
  const { lifecycle } = await life({
    deleteBeforeReplace: true,
    execute: async (_plan, args, _last, { isReplacedFirst }) => (known.push(isReplacedFirst("a"), isReplacedFirst("b")), { state: args }),
  });
  const [a, b] = [told({ id: "a" }), told({ id: "b" })];
  expect(await lifecycle.diff("a", a, b)).toEqual({ replaces: ["id"], deleteBeforeReplace: true });
  await lifecycle.create(b);
  expect(known).toEqual([true, false]);
});

test("an object of another resource is changing until its change has been waited for", async () => {
  const changing: unknown[] = [];
  const create = (id: string): Promise<unknown> => lifecycle.create(told({ id, __urn: `urn:pulumi:dev::p::Thing::${id}` }));
  const { lifecycle } = await life({
    execute: async (_plan, args, _last, { managerOf }) => {
      changing.push(managerOf(args.id === "c" ? "b" : "a")?.isChanging);
      return { state: args, pending: args.id === "a" ? "w" : undefined };
    },
    waitUntilApplied: async (args) => (await create("b"), args),
  });
  for (const id of ["a", "c", "d"]) await create(id);
  expect(changing).toEqual([undefined, true, false, false]);
});

test.each([true, false])("what this run made: %s, is not made again while it is waited for, and reads may lag", async (made) => {
  const again: boolean[] = [];
  const create = async (): Promise<boolean> =>
    lifecycle.create(told({ id: "a" })).then(
      () => true,
      ({ message }: Error) => !message.includes("already sent the creation"),
    );
  let sent = 0;
  const { lifecycle, clock } = await life({
    identity: ["id"],
    plan: ({ size }) => ({ action: size === 1 ? "put" : "post", request: { method: "POST", path: "/things" } }),
    execute: async (_plan, args) => ({ state: args, made, pending: ++sent === 1 ? "w" : undefined }),
    waitUntilApplied: async (args) => ((clock.time += resumeWindowMs), again.push(await create()), args),
  });
  await create();
  again.push(await create());
  await lifecycle.create(told({ id: "a", size: 1 }));
  await lifecycle.update("a", told({ id: "a" }), told({ id: "a", size: 2 }));
  clock.time += resumeWindowMs;
  again.push(await create());
  expect(again).toEqual([!made, !made, true]);
});

test("an id may name what is no argument", async () => {
  const { lifecycle, calls } = await life({ idForm: "<id>/<part>" });
  await lifecycle.read("a/b");
  expect(calls).toEqual([["read", { id: "a", part: "b" }]]);
  for (const props of [undefined, told({ size: 1 })])
    await expect(lifecycle.read("a/", props)).rejects.toThrow('read of "a/" failed: the id must have the form <id>/<part>');
});
