import { ServiceError } from "../../../../client";
import { InputError, NotAppliedError } from "../../../../provider/errors";
import { type Applied, type OperationContext, refuse } from "../../../../provider/definition";
import { writePending } from "../../../../provider/reconcile/pending";
import { unknownText, VirtualClock } from "../../../support/provider";
import { failureOf, life, provider, review, type State, type Thing, told } from "../../../support/thing";

describe("state", () => {
  const pending = { size: 1, __pending: { sent: { size: 2 } } };
  test("contains the arguments, the outputs and the provider's text, and no key without a value", async () => {
    const { lifecycle } = await life({ execute: async () => ({ id: "a", state: { id: "a", size: undefined, seen: "x" } }) });
    expect(await lifecycle.create(told({ id: "a", __secrets: ["note"] }))).toStrictEqual({
      id: "a",
      outs: { id: "a", seen: "x", __secrets: ["note"], __provider: provider, __owner: "new 1" },
    });
  });

  test("after a read contains only arguments in its inputs", async () => {
    const { lifecycle } = await life();
    expect(await lifecycle.read("a", told({ id: "a", size: 1, seen: "old", __urn: "it" }))).toStrictEqual({
      id: "a",
      props: told({ id: "a", size: 1, seen: "read", __owner: "new 1", __urn: "it" }),
      inputs: told({ id: "a", size: 1, __urn: "it" }),
    });
  });

  test.each([[undefined], [7], [{ toString: [] }], [["a"]], [null]])(
    "with the identifier %j takes the identifier from the id",
    async (id) => {
      const { lifecycle, calls } = await life();
      const odd = told({ ...(id === undefined ? {} : { id }), ...pending });
      await lifecycle.read("a", odd);
      await lifecycle.delete("a", odd);
      expect(calls).toEqual([
        ["read", { id: "a", ...pending }],
        ["delete", { id: "a", ...pending }],
      ]);
    },
  );

  test("of a missing object is empty", async () => {
    const { lifecycle } = await life({ read: async () => undefined });
    expect(await lifecycle.read("a", told({ id: "a" }))).toStrictEqual({});
  });

  test("of a missing object that the program only reads is an error", async () => {
    const { lifecycle } = await life({ read: async () => undefined });
    await expect(lifecycle.read("a", { __provider: "text" })).rejects.toThrow(
      'read of "a" failed: it does not exist. Check the id "a" passed to get()',
    );
  });
});

describe("diff", () => {
  test.each([
    ["nothing differs", { id: "a", size: 1, seen: "x" }, { id: "a", size: 1 }, { changes: false }],
    ["only internal properties differ", { id: "a", __secrets: ["size"] }, { id: "a" }, { changes: false }],
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
    const { lifecycle } = await life({ optionalComputed: ["note"] });
    expect(await lifecycle.diff("a", told(olds), told(news))).toStrictEqual(expected);
  });

  // The engine's own comparison ignores nulls.
  test.each([
    ["is reported to the engine", {}, { changes: true }],
    ["beside a change that the engine finds is left to it", { size: 2 }, { replaces: [] }],
  ])("a changed null in a value that is sent as it is %s", async (_name, more, expected) => {
    const { lifecycle } = await life({ opaqueJson: ["note"] });
    const [olds, news] = [{ a: 1 }, { a: 1, b: null }].map((note) => told({ id: "a", size: 1, note }));
    expect(await lifecycle.diff("a", olds!, { ...news, ...more })).toStrictEqual(expected);
  });
});

describe("update", () => {
  test("of a local argument keeps the outputs and does not call the resource", async () => {
    const { lifecycle, calls } = await life();
    const updated = await lifecycle.update("a", told({ id: "a", size: 1, seen: "x" }), told({ id: "a", size: 1, keep: true }));
    expect(updated.outs).toStrictEqual(told({ id: "a", size: 1, seen: "x", keep: true, __owner: "new 1" }));
    expect(calls).toEqual([]);
  });

  test("of a local argument with a pending change calls the resource", async () => {
    const { lifecycle, calls } = await life();
    await lifecycle.update("a", told({ id: "a", __pending: ["size"] }), told({ id: "a", keep: true }));
    expect(calls).toHaveLength(1);
  });
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

  test("does not start after a lost response: the resource stays in the state, and the error says so", async () => {
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

  test("does not start if nothing is pending", async () => {
    const { lifecycle } = await life({ waitUntilApplied: () => Promise.reject(new Error("never")) });
    expect((await lifecycle.create(told({ id: "a" }))).outs).toEqual(told({ id: "a", seen: "new", __owner: "new 1" }));
  });
});

test("an operation receives the clock, prints redacted lines, and knows which arguments are secret in the program or the state", async () => {
  let seen: OperationContext | undefined;
  const { lifecycle, lines } = await life({
    secret: ["size"],
    execute: async (_plan, args, _last, context) => {
      seen = context;
      context.log(`about "${args.id}" at /things/${args.id}: abcde`);
      return { id: args.id, state: args, pending: "without a wait" };
    },
  });
  await lifecycle.update("a", told({ id: "abcd", __secrets: ["note"] }), told({ id: "abcd", note: "n", __secrets: ["id"] }));
  expect(["id", "size", "note", "keep"].map((name) => seen?.isSecret(name))).toEqual([true, true, true, false]);
  expect(lines).toEqual(['about "[redacted]" at /things/[redacted]: abcde']);
  expect(seen?.clock.now()).toBe(new VirtualClock().now());
});

test.each([
  ["before", "nothing"],
  ["after", "nothing"],
  ["before", "it, if its arguments need another one"],
])("a deletion %s the creation of a replacement for the same object deletes %s", async (order, deleted) => {
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
  const nothing = [['graphplane: no request for thing "a": its replacement is the same object'], []];
  expect([lines, calls]).toEqual(deleted === "nothing" ? nothing : [[], [["delete", { id: "a", size: 1 }]]]);
});

test.each([
  ["the same object does not print", ["id"], 2, 0],
  ["another object prints", [], 2, 1],
  ["another object without a change does not print", [], 1, 0],
])("a replacement with %s that the announced update is not sent", async (_, identity, size, times) => {
  const { lifecycle, lines } = await life({ identity });
  const old = told({ id: "a", size: 1, __owner: "old", __urn: "it" });
  const next = told({ id: "a", size, __urn: "it" });
  await lifecycle.check(old, next);
  await lifecycle.diff("a", old, next);
  await lifecycle.check({}, next);
  const text = "replaces the existing object: graphplane does not send the update announced above";
  expect(lines.filter((line) => line.endsWith(text))).toHaveLength(times);
});

test.each<["diff" | "read", true | undefined]>([
  ["diff", true],
  ["diff", undefined],
  ["read", true],
])("after a %s, a replacement for the same object adopts it and keeps the note that graphplane created it: %s", async (met, __made) => {
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

test("the state notes that a read has shown the object, and later operations know it", async () => {
  const known: boolean[] = [];
  const { lifecycle } = await life({
    execute: async (_plan, args, last, { markSeen, seenBefore }) => {
      known.push(seenBefore);
      if (last === undefined) markSeen();
      return { state: args };
    },
  });
  const outs = (await lifecycle.create(told({ id: "a" }))).outs as Record<string, unknown>;
  expect(outs).toMatchObject({ __seen: true });
  const updated = await lifecycle.update("a", outs, told({ id: "a", size: 2 }));
  expect([updated.outs, known]).toEqual([expect.objectContaining({ __seen: true }), [false, true]]);
});

test("a preview sees the new resources that the program declares; an update does not", async () => {
  const known: unknown[][] = [];
  const { lifecycle } = await life({
    observe: async (_args, _last, { declaredSoFar, isPreview }) =>
      void known.push([isPreview, ...declaredSoFar("Thing"), ...declaredSoFar("Other")]),
  });
  await lifecycle.check(told({ id: "same" }), told({ id: "same" }));
  await lifecycle.check({}, told({ id: "a" }));
  await lifecycle.check({}, told({ id: "b" }));
  await lifecycle.create(told({ id: "b" }));
  const [a, b] = [{ id: "a" }, { id: "b" }].map((declared) => expect.objectContaining(declared) as object);
  expect(known).toEqual([[true, a], [true, a, b], [false]]);
});

test("an id can contain a part that is not an argument", async () => {
  const { lifecycle, calls } = await life({ idFormat: "<id>/<part>" });
  await lifecycle.read("a/b");
  expect(calls).toEqual([["read", { id: "a", part: "b" }]]);
  for (const props of [undefined, told({ size: 1 })])
    await expect(lifecycle.read("a/", props)).rejects.toThrow('read of "a/" failed: the id must have the format <id>/<part>');
});
