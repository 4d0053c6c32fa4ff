import { addons } from "../../../client";
import { addonConfiguration } from "../../../provider/resources/addon-configuration/crud";
import { isRefusal } from "../../../provider/definition";
import type { Arguments, State } from "../../../provider/resources/addon-configuration/description";
import { answering, contextOf, failing, serviceError } from "../../support/operation-context";

const args: Arguments = { installedAddonId: "addon", configName: "main", configValue: "two" };
const state: State = { ...args, configValue: "one", configId: "c1" };
const live = { id: "c1", name: "main", value: "one" };
const shown = { found: [live], certain: true, others: true, seenBefore: true };
const sentTwo = { __pending: { sent: { configValue: "two" } } };
const creation = { creation: { before: [] } };

function planned(last?: State, look = shown) {
  const plan = addonConfiguration.plan(args, last, look, () => false);
  if (isRefusal(plan)) throw new Error(plan.reason);
  return plan;
}
const change = planned(state);
const creating = planned(undefined, { ...shown, found: [] });

test.each<[string, unknown, object]>([
  ["shows it", { ...live, value: "two" }, { state: { ...args, configId: "c1" } }],
  ["hides its value", { ...live, value: "***" }, { state: { ...args, configId: "c1" } }],
  ["shows another configuration", { id: "c2", value: "two" }, { state: { ...state, ...sentTwo }, pending: live }],
  ["cannot be understood", 5, { state: { ...state, ...sentTwo }, pending: live }],
])("a change whose answer %s", async (_, answer, applied) => {
  const { context, reported } = contextOf({ addons: { updateConfiguration: answering(answer) } });
  expect(await addonConfiguration.execute(change, args, state, context)).toEqual(applied);
  expect(reported).toEqual(["PUT /add-ons/addon/configs/c1"]);
});

test("a change to the live value waits if a different change is pending and the response does not return the value", async () => {
  const now = { ...live, value: "two" };
  const plan = planned({ ...args, configId: "c1", __pending: { sent: { configValue: "one" } } }, { ...shown, found: [now] });
  const { context } = contextOf({ addons: { updateConfiguration: answering(null) } });
  expect(await addonConfiguration.execute(plan, args, state, context)).toMatchObject({ state: sentTwo, pending: now });
});

const reset = serviceError(500);
test.each<[string, State, object]>([
  ["the value that was sent", state, { configValue: "one", __pending: { sent: { configValue: "two" } } }],
  [
    "that either of two values might take effect, if another one was pending",
    { ...state, __pending: { sent: { configValue: "three" } } },
    { configValue: "one", __pending: { uncertain: ["configValue"] } },
  ],
])("a change that is lost, of a value that the service masks, keeps %s", async (_, last, kept) => {
  const masked = { ...live, value: "***" };
  const plan = planned(last, { ...shown, found: [masked] });
  const { context } = contextOf({ addons: { updateConfiguration: failing(reset) } });
  expect(await addonConfiguration.execute(plan, args, last, context)).toMatchObject({ state: kept, lost: expect.any(Error) as Error });
});

test("errors redact the replaced value only if the argument is secret", async () => {
  const addons = { updateConfiguration: answering(null) };
  const hidden: unknown[] = [];
  for (const isSecret of [true, false]) {
    const { context } = contextOf({ addons });
    const redacting = (values: readonly unknown[]) => (hidden.push(values), context.client);
    await addonConfiguration.execute(change, args, state, { ...context, redacting, isSecret: () => isSecret });
  }
  expect(hidden).toEqual([["one"], []]);
});

test.each<[string, unknown, unknown, object]>([
  ["shows it", { ...live, value: "two" }, [], { state: { ...args, configId: "c1" }, created: true }],
  [
    "shows two of its name: a read shows which it is",
    [live, { ...live, id: "c2" }],
    [{ ...live, value: "two" }],
    { state: { ...args, configId: "c1" }, created: true },
  ],
  ["cannot be understood: a read shows it", 5, [{ ...live, value: "two" }], { state: { ...args, configId: "c1" }, created: true }],
  ["shows another value", live, [], { state: { ...state, ...sentTwo }, pending: live, created: true }],
  [
    "shows it without a name, and no read shows any: it is believed",
    { id: "c1", value: "two" },
    null,
    { state: { ...args, configId: "c1" }, created: true },
  ],
  [
    "shows one without a name, which may be a task, and a read shows another: that is taken",
    { id: "task", value: "two" },
    [{ ...live, value: "two" }],
    { state: { ...args, configId: "c1" }, created: true },
  ],
  [
    "leaves open which of two it made",
    null,
    [live, { ...live, id: "c2" }],
    { state: { ...args, configId: "", __pending: { ...sentTwo.__pending, ...creation } }, created: true, lost: expect.any(Error) as Error },
  ],
])("a creation whose answer %s", async (_, answer, look, applied) => {
  const { context } = contextOf({ addons: { createConfiguration: answering(answer) }, shared: answering(look) });
  expect(await addonConfiguration.execute(creating, args, undefined, context)).toEqual(applied);
});

test("an unchanged configuration is stored in the state without a request", async () => {
  const none = planned({ ...state, configValue: "two" }, { ...shown, found: [{ ...live, value: "two" }] });
  expect(await addonConfiguration.execute(none, args, state, contextOf({}).context)).toEqual({ state: { ...args, configId: "c1" } });
});

test.each<[string, State, unknown, object]>([
  [
    "keeps what is on its way while another value is live",
    { ...state, ...sentTwo },
    [{ ...live, value: "three" }],
    { ...state, configValue: "three", ...sentTwo },
  ],
  [
    "finds the one of the state among others of its name",
    state,
    [
      { ...live, id: "c2" },
      { ...live, value: "two" },
    ],
    { ...state, configValue: "two" },
  ],
  ["takes one that is listed twice for one", state, [live, live], state],
])("a refresh %s", async (_, last, look, read) => {
  const { context } = contextOf({ shared: answering(look) });
  expect(await addonConfiguration.read(last, context)).toStrictEqual(read);
});

const gone = serviceError(404, { type: "Not-Found", details: [{ fieldName: "addon_id" }] });

test("a refresh removes the configuration of an add-on that does not exist", async () => {
  const shared = (endpoint: unknown) => (endpoint === addons.list ? answering([])() : failing(gone)());
  expect(await addonConfiguration.read(state, contextOf({ shared }).context)).toBeUndefined();
});

/** What an import knows: the name alone. */
const named = { installedAddonId: "addon", configName: "main" } as State;

test("an import by name ignores a name that differs in case, and fails if several match", async () => {
  const read = (look: unknown) => addonConfiguration.read(named, contextOf({ shared: answering(look) }).context);
  expect(await read([{ ...live, name: "Main" }])).toBeUndefined();
  await expect(read([live, { ...live, id: "c2" }])).rejects.toThrow(
    '2 configurations are named "main" (c1, c2): delete all but one of them',
  );
});

test("a get without the name fails and asks for it", async () => {
  const { context } = contextOf({});
  const last = { installedAddonId: "addon", configId: "c1" } as State;
  await expect(addonConfiguration.read(last, context)).rejects.toThrow("Pass configName to get(…) too");
});

test("a wait ends if the service never returned the value and the read is empty", async () => {
  const { context } = contextOf({ shared: answering(null) });
  expect(await addonConfiguration.waitUntilApplied?.(args, { state, pending: { id: "c1" } }, context)).toEqual({ ...args, configId: "c1" });
});

test("a wait times out if only a different configuration has the value, and the state keeps the live one", async () => {
  const { context, lines } = contextOf({
    shared: answering([
      { ...live, id: "c2", value: "two" },
      { ...live, value: "three" },
    ]),
  });
  await expect(addonConfiguration.waitUntilApplied?.(args, { state, pending: live }, context)).rejects.toMatchObject({
    message: expect.stringContaining("timed out after 120 s") as string,
    state: { ...state, configValue: "three", ...sentTwo },
  });
  expect(lines[0]).toContain("graphplane: main: waiting for the service to return the new value");
});

test.each<[string, () => Promise<unknown>, string]>([
  ["the configuration is deleted", answering([]), 'configuration "main" does not exist (c1).'],
  ["the add-on is deleted", failing(gone), 'installed add-on "addon" does not exist'],
])("a wait fails if %s in the meantime", async (_, look, problem) => {
  const given: unknown[] = [];
  const shared = (endpoint: unknown, _names: unknown, freshness: unknown) => {
    if (endpoint === addons.list) return answering([])();
    given.push(freshness);
    return look();
  };
  const { context } = contextOf({ shared });
  await expect(addonConfiguration.waitUntilApplied?.(args, { state, pending: live }, context)).rejects.toThrow(
    `the service accepted the value, but a read could not confirm that it is in effect: ${problem}`,
  );
  expect(given[0]).toEqual({ skipCache: true });
});

test("a bug in graphplane ends a wait with its own error", async () => {
  const broken = new TypeError("broken");
  const { context } = contextOf({ shared: failing(broken) });
  await expect(addonConfiguration.waitUntilApplied?.(args, { state, pending: live }, context)).rejects.toBe(broken);
});

test("a wait for a value that the service returned before does not end with a response without the configuration", async () => {
  const { context, lines } = contextOf({ shared: answering(null) });
  await expect(addonConfiguration.waitUntilApplied?.(args, { state, pending: live }, context)).rejects.toThrow(
    /^timed out after 120 s: .*the response does not include the configuration/,
  );
  expect(lines.join("\n")).toMatch(/^graphplane: main: waiting for/);
  const hidden = contextOf({ shared: answering(null) }, { isSecret: (name) => name === "configName" });
  await expect(addonConfiguration.waitUntilApplied?.(args, { state, pending: live }, hidden.context)).rejects.toThrow("timed out");
  expect(hidden.lines.join("\n")).toMatch(/^graphplane: \[secret\]: waiting for/);
});

describe("a creation whose response was lost", () => {
  const last = { ...args, configId: "", __pending: creation } as State;
  const observed = async (answers: readonly (() => Promise<unknown>)[], of = last) => {
    const left = [...answers];
    let looks = 0;
    const shared = (endpoint: unknown) => {
      if (endpoint === addons.list) return answering([])();
      looks++;
      return ((left.length > 1 ? left.shift() : left[0]) ?? answering([]))();
    };
    const seen = await addonConfiguration.observe(args, of, contextOf({ shared }).context);
    return { seen, looks };
  };

  test.each<[string, readonly (() => Promise<unknown>)[], object, number]>([
    ["is not looked for again if it is shown", [answering([live])], { found: [live] }, 1],
    ["is looked for until it is shown", [answering([]), answering([]), answering([live])], { found: [live] }, 3],
    ["is not looked for if its add-on is missing", [failing(gone)], { what: "installedAddon" }, 1],
  ])("%s", async (_, answers, seen, looks) => expect(await observed(answers)).toMatchObject({ seen, looks }));

  test("is looked for once in the absence of a lost response", async () => {
    expect(await observed([answering([])], state)).toMatchObject({ seen: { found: [] }, looks: 1 });
  });
});

test("only a value is shown as the object that the program declares", () => {
  const shownAs = (argument: string) => addonConfiguration.showLive?.(argument, '{"a":1}', { a: 2 });
  expect([shownAs("configValue"), shownAs("configName")]).toEqual([{ a: 1 }, '{"a":1}']);
});
