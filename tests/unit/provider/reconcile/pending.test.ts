import {
  pendingAfterLostResponse,
  hasPendingChange,
  hasPendingCreation,
  isPending,
  readPending,
  writePending,
  writePendingCreation,
  type SentValue,
  supersedes,
  omitArguments,
} from "../../../../provider/reconcile/pending";

const open = () => false;
const at = (path: string, value: unknown): SentValue => ({ path: path.split("/"), value });
const pending = (...values: SentValue[]) => readPending(writePending(values, open));

test.each<[string, SentValue[], string[], unknown]>([
  ["nothing", [], [], undefined],
  ["a value", [{ path: ["size"], value: "S-8" }], [], { sent: { size: "S-8" } }],
  ["values inside of an argument", [at("a/b.c", 1), at("a/d", 2)], [], { sent: { a: { "b.c": 1, d: 2 } } }],
  ["a secret value, by its name alone", [{ path: ["key", "deep"], value: "hidden" }], ["key"], { uncertain: ["key"] }],
  ["what the service showed instead", [{ path: ["size"], value: "S", shown: "s" }], [], { sent: { size: "S" }, shown: { size: "s" } }],
  ["one of several values, by its name alone", [{ path: ["size"], value: "S-8", uncertain: true }], [], { uncertain: ["size"] }],
  [
    "an argument that is not certain as a whole",
    [at("a/b", 1), { path: ["a", "c"], uncertain: true }, at("size", "S-8")],
    [],
    { sent: { size: "S-8" }, uncertain: ["a"] },
  ],
])("the state keeps %s", (_, values, secrets, expected) => {
  expect(writePending(values, (name) => secrets.includes(name))).toEqual(expected === undefined ? {} : { __pending: expected });
});

test.each(["text", 7, true, null, {}, ["size"], [7], { sent: "x", uncertain: "y" }, { sent: [1], uncertain: [1] }])(
  "a state with the malformed pending change %j has no pending values, and an update continues",
  (odd) => {
    const state = { __pending: odd };
    expect(readPending(state)).toEqual({ sent: {}, uncertain: [] });
    expect(hasPendingChange(state, {})).toBe(true);
    expect(omitArguments(state, ["size"])).toEqual(
      typeof odd === "object" && odd !== null && !Array.isArray(odd) ? { __pending: expect.anything() as unknown } : state,
    );
  },
);

test.each<[string, SentValue, readonly string[], unknown, boolean, boolean]>([
  ["the value that is on its way", { path: ["size"], value: "S-8" }, ["size"], "S-8", true, false],
  ["another one", { path: ["size"], value: "S-8" }, ["size"], "S-1", true, true],
  ["another argument", { path: ["size"], value: "S-8" }, ["name"], "x", false, false],
  ["one that is not certain", { path: ["size"], uncertain: true }, ["size"], "S-8", true, true],
  ["a key of one that is not certain", { path: ["a"], uncertain: true }, ["a", "b"], 1, true, true],
  ["a key of a whole", { path: ["a"], value: { b: 1, c: 2 } }, ["a", "b"], 1, true, false],
  ["false, which is a value", { path: ["pause"], value: false }, ["pause"], true, true, true],
])("%s: is it pending, and is it sent regardless of the live value", (_, sent, path, declared, waits, sends) => {
  expect([isPending(pending(sent), path), supersedes(pending(sent), path, declared)]).toEqual([waits, sends]);
});

test("after two lost responses either value may be applied, unless both are identical", () => {
  const before = pending(at("size", "S-8"), at("name", "x"));
  const lost = pendingAfterLostResponse(before, [at("size", "S-1"), at("name", "x"), at("new", 1)]);
  expect(writePending(lost, open)).toEqual({ __pending: { sent: { name: "x", new: 1 }, uncertain: ["size"] } });
});

test.each<[string, object, Record<string, unknown>, boolean]>([
  ["nothing is pending", {}, { size: "S-1" }, false],
  ["a declared value is", writePending([{ path: ["size"], value: "S-8" }], open), { size: "S-1" }, true],
  ["one that is declared no longer is", writePending([{ path: ["size"], value: "S-8" }], open), { name: "x" }, false],
  ["one that is not certain is", writePending([{ path: ["size"], uncertain: true }], open), { size: "S-1" }, true],
  ["one that is not certain and no longer declared is", writePending([{ path: ["size"], uncertain: true }], open), {}, false],
  ["a key is, and another one declared", writePending([{ path: ["a", "b"], value: 1 }], open), { a: { c: 1 } }, false],
  ["a key is, and all of it declared as a text", writePending([{ path: ["a", "b"], value: 1 }], open), { a: '{"b":2}' }, true],
  ["a creation is, with any declaration", writePendingCreation({ before: [] }, [at("size", "S-8")], open), {}, true],
  ["something of another form is", { __pending: { post: "lost" } }, {}, true],
])("whether an update continues if %s", (_, state, args, expected) => expect(hasPendingChange(state, args)).toBe(expected));

test("an unknown argument is removed together with its pending value", () => {
  const before = { sent: { size: 8, name: "X" }, shown: { size: "8", name: "x" }, uncertain: ["type", "note"], creation: { before: [] } };
  const left = { ...before, sent: { name: "X" }, shown: { name: "x" }, uncertain: ["note"] };
  expect(omitArguments({ size: 1, name: "x", __pending: before }, ["size", "type"])).toEqual({ name: "x", __pending: left });
  expect(omitArguments({ __pending: { sent: { size: 8 } } }, ["size"])).toStrictEqual({ __pending: { sent: {}, uncertain: [] } });
  expect(omitArguments({ __pending: {} }, [])).toStrictEqual({ __pending: {} });
  expect(omitArguments({ size: 1 }, ["size"])).toEqual({});
});

describe("a POST with an unknown outcome", () => {
  const values = [at("size", "S-8"), at("key", "canary")];

  test("is stored with the earlier objects and the sent values, except secrets", () => {
    const state = writePendingCreation({ before: ["a", "b"] }, values, (name) => name === "key");
    expect(state).toEqual({ __pending: { sent: { size: "S-8" }, uncertain: ["key"], creation: { before: ["a", "b"] } } });
    expect(readPending(state)).toEqual({ sent: { size: "S-8" }, uncertain: ["key"], creation: { before: ["a", "b"] } });
    expect(writePendingCreation({ before: [] }, [], open)).toEqual({ __pending: { creation: { before: [] } } });
  });

  test.each<[string, object | undefined, boolean, readonly string[] | undefined]>([
    ["a new resource has none", undefined, false, undefined],
    ["a change that is on its way is none", writePending(values, open), false, undefined],
    ["one is", writePendingCreation({ before: ["a"] }, [], open), true, ["a"]],
    ["one without what was before it is", { __pending: { creation: {} } }, true, []],
    ["of what was before it, only texts count", { __pending: { creation: { before: ["a", 7, null] } } }, true, ["a"]],
    ["one in another form is none", { __pending: { creation: "lost" } }, false, undefined],
  ])("%s", (_name, state, expected, before) => {
    expect([hasPendingCreation(state), readPending(state).creation?.before]).toEqual([expected, before]);
  });
});
