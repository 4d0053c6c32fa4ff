import { formatMessage } from "../../../../provider/messages/message";
import { writePending } from "../../../../provider/reconcile/pending";
import { overwriteLines, plannedField } from "../../../../provider/reconcile/compare";
import {
  appliedState,
  compareRecord,
  pendingAfterRead,
  planWhole,
  showRecord,
  shownState,
  whyUnsendable,
} from "../../../../provider/reconcile/declared-fields";

const names = { schedule: "schedule", maxRetry: "max_retry" };
const open = () => false;
const hideSchedule = (name: string) => name === "schedule";
const tooLong = Number("9007199254740993");

test.each<[string, object, object, RegExp]>([
  [
    "is masked",
    {},
    { max_retry: "***" },
    /its max_retry, which is not declared, is masked\. graphplane sent no request, .* Declare maxRetry$/,
  ],
  ["is masked at depth", {}, { other: [{ key: "****" }] }, /its other, .* is masked\. .* Remove other from the record in the console$/],
  [
    "is an integer beyond what is kept",
    {},
    { max_retry: tooLong },
    /its max_retry, .* too many digits to represent exactly\. .* Declare maxRetry$/,
  ],
  ["holds such an integer", {}, { other: { ids: [1, tooLong] } }, /its other, .* too many digits to represent exactly/],
  ["is out of range", {}, { other: Infinity }, /its other, .* too many digits to represent exactly/],
  ["is masked beside one that is declared", { maxRetry: 1 }, { max_retry: "***", other: "***" }, /its other, .* is masked/],
])("a whole record is not sent if an undeclared field %s", (_name, args, live, reason) => {
  expect(whyUnsendable(names, args as Record<string, unknown>, live as Record<string, unknown>)).toMatch(reason);
});

test.each<[string, object, object]>([
  ["nothing is there", {}, {}],
  ["what is not declared is plain", {}, { max_retry: 2, other: { a: [null, 0.1, Number.MAX_SAFE_INTEGER] } }],
  ["what is masked is declared", { maxRetry: 1 }, { max_retry: "***" }],
  ["what is too long is declared", { maxRetry: 1 }, { max_retry: tooLong }],
  ["stars are part of a text", {}, { other: "a***" }],
])("a whole record is sent if %s", (_name, args, live) => {
  expect(whyUnsendable(names, args as Record<string, unknown>, live as Record<string, unknown>)).toBeUndefined();
});

const daily = { path: ["schedule"], value: "@daily" };
const unsure = { path: ["maxRetry"], uncertain: true };
const onItsWay = writePending([daily, unsure], open);

test.each<[string, Record<string, unknown>, object | undefined, Record<string, unknown>, readonly object[]]>([
  ["a new resource has none", {}, undefined, {}, []],
  ["nothing on its way is none", {}, {}, { schedule: "@hourly" }, []],
  ["what is declared no longer is", {}, onItsWay, { schedule: "@hourly", max_retry: 1 }, [daily, unsure]],
  ["what is still declared is not", { schedule: "@hourly", maxRetry: 1 }, onItsWay, { schedule: "@hourly" }, []],
  ["a value that the record shows has arrived, one that is not certain may still arrive", {}, onItsWay, { schedule: "@daily" }, [unsure]],
  ["what is no field of the record is not", {}, writePending([{ path: ["cidr"], value: "x" }], open), {}, []],
])("undeclared pending values: %s", (_name, args, last, live, dropped) => {
  const compared = compareRecord({ names, object: "/things", isSecret: open }, args, last as Record<string, unknown> | undefined, live);
  expect(compared.dropped).toEqual(dropped);
});

test("a line says that an undeclared pending value may still take effect, without secret or unknown values", () => {
  const sent = [
    { path: ["schedule"], value: "canary" },
    { path: ["maxRetry"], value: 3 },
    { path: ["note"], uncertain: true },
  ];
  const all = { ...names, note: "note" };
  const { notices } = compareRecord({ names: all, object: "/things", isSecret: hideSchedule }, {}, { ...writePending(sent, open) }, {});
  const lines = notices.map(formatMessage);
  expect(lines).toEqual([
    expect.stringMatching(/schedule; \[secret\] was sent and might still take effect$/),
    expect.stringMatching(/maxRetry; 3 was sent and might still take effect$/),
    expect.stringMatching(/note; the last change might still take effect$/),
  ]);
  expect(lines.join()).not.toContain("canary");
});

test("a line names the value that an undeclared argument keeps, unless it is secret", () => {
  const compare = (args: Record<string, unknown>, last: Record<string, unknown>, live: Record<string, unknown>) =>
    compareRecord({ names, object: "/things", isSecret: hideSchedule }, args, last, live).notices.map(formatMessage);
  expect(compare({}, { schedule: "canary", maxRetry: 3 }, { schedule: "canary", max_retry: 4 })).toEqual([
    "graphplane: /things: no longer declared: schedule keeps its current value [secret]",
    "graphplane: /things: no longer declared: maxRetry keeps its current value 4",
  ]);
  expect(compare({ schedule: "@daily" }, { maxRetry: 3 }, { max_retry: null })).toEqual([]);
  expect(compare({}, {}, { schedule: "@daily", max_retry: 3 })).toEqual([]);
  expect(compare({}, { maxRetry: 3, ...writePending([{ path: ["maxRetry"], value: 5 }], open) }, { max_retry: 3 })).toEqual([
    "graphplane: /things: no longer declared: maxRetry; 5 was sent and might still take effect",
  ]);
});

test.each<[string, object, Record<string, unknown>, object]>([
  ["nothing where nothing was sent", {}, { schedule: "x" }, {}],
  ["a value that it does not return", { __pending: { sent: { maxRetry: 3 } } }, { max_retry: 1 }, { __pending: { sent: { maxRetry: 3 } } }],
  ["no value that it shows", { __pending: { sent: { maxRetry: 3 } } }, { max_retry: 3 }, {}],
  [
    "what is not certain, whatever it shows",
    { __pending: { uncertain: ["maxRetry"] } },
    { max_retry: 3 },
    { __pending: { uncertain: ["maxRetry"] } },
  ],
  ["no creation, since it shows the object", { __pending: { creation: { before: ["a"] }, sent: { maxRetry: 3 } } }, { max_retry: 3 }, {}],
])("after a read of the record, the state keeps %s", (_name, last, live, left) => {
  expect(pendingAfterRead(names, last, live, open)).toEqual(left);
});

test.each<[string, object, object, object]>([
  ["that the record does not return is not taken for applied", { schedule: "@daily" }, {}, { schedule: "@daily" }],
  ["that the record shows is there", { schedule: "@daily" }, { max_retry: 3 }, { schedule: "@daily", maxRetry: 3 }],
  ["that the record shows otherwise is as it shows it", { maxRetry: 1 }, { max_retry: 2 }, { maxRetry: 2 }],
])("after a lost response, a value %s", (_name, last, record, shown) => {
  const state = { ...last, ...writePending([{ path: ["maxRetry"], value: 3 }], open) };
  const { __pending, ...read } = shownState<object>(names, state, { ...record }, open) as { __pending?: object };
  expect(read).toStrictEqual(shown);
  expect(__pending === undefined).toBe("maxRetry" in shown && Object.values(shown).includes(3));
});

test("once the record shows the new values, the state still keeps undeclared pending ones", () => {
  expect(appliedState({ schedule: "@hourly" }, onItsWay)).toEqual({ schedule: "@hourly", __pending: { uncertain: ["maxRetry"] } });
  const sent = { __pending: { sent: { maxRetry: 3 } } };
  expect(appliedState({ schedule: "@hourly" }, sent)).toEqual({ schedule: "@hourly", ...sent });
  expect(appliedState({ schedule: "@hourly", maxRetry: 1 }, onItsWay)).toEqual({ schedule: "@hourly", maxRetry: 1 });
});

test("if there is no record, all declared values are sent, including those applied before", () => {
  const call = { names, object: "/x", request: { method: "POST", path: "/x" }, refusedAt: "maxRetry" } as const;
  const plan = planWhole(call, { maxRetry: 3 }, { maxRetry: 3 }, undefined, open);
  expect(plan).toMatchObject({ action: "post", body: { max_retry: 3 }, sent: [{ path: ["maxRetry"] }] });
});

test.each<[string, Record<string, unknown>, Record<string, unknown>, object]>([
  ["a declared value", { maxRetry: 2 }, { max_retry: 5 }, { max_retry: 5 }],
  ["a secret one by its name alone", { schedule: "canary" }, { schedule: "canary" }, { schedule: "[secret]" }],
  [
    "one that is not declared by its name alone",
    {},
    { max_retry: 5, other: { token: "canary" } },
    { max_retry: "[hidden]", other: "[hidden]" },
  ],
  ["a secret one that is not declared by its name alone", {}, { schedule: "canary" }, { schedule: "[hidden]" }],
  ["one that is not there as it is", {}, { max_retry: undefined }, { max_retry: undefined }],
])("a line shows %s", (_name, declared, record, shown) => expect(showRecord(names, record, declared, hideSchedule)).toEqual(shown));

test.each<[string, object, unknown, string, boolean, readonly string[]]>([
  ["what was changed outside", { schedule: "@daily" }, "@hourly", "@weekly", false, ['"@daily"', '"@hourly"', '"@weekly"']],
  ["a secret that was changed outside", { schedule: "@daily" }, "@hourly", "@weekly", true, ["[secret]", "[secret]", "[secret]"]],
  ["what was not changed", { schedule: "@daily" }, "@daily", "@weekly", false, []],
  ["what is declared as it was changed", { schedule: "@daily" }, "@weekly", "@weekly", false, []],
  ["what was never applied", {}, "@hourly", "@weekly", false, []],
  ["what the record does not return", { schedule: "@daily" }, null, "@weekly", false, []],
  ["what is on its way", { schedule: "@daily", ...onItsWay }, "@hourly", "@weekly", false, []],
])("outside changes before they are overwritten: %s", (_name, last, live, declared, isSecret, values) => {
  const { notices } = compareRecord(
    { names, object: "/x", isSecret: isSecret ? hideSchedule : open },
    { schedule: declared },
    last as Record<string, unknown>,
    { schedule: live },
  );
  const [applied, now, next] = values;
  const text = `schedule: last applied ${applied}, live ${now}, declared ${next}`;
  expect(notices.filter((line) => line.is === "overwrite")).toEqual(values.length === 0 ? [] : [{ is: "overwrite", object: "/x", text }]);
});

test("a line announces a single value only if it was changed outside", () => {
  const lines = (applied: unknown, live: unknown) => overwriteLines("/x", { path: ["size"], applied, live, declared: 3 }, open);
  expect(lines(1, 2)).toEqual([{ is: "overwrite", object: "/x", text: "size: last applied 1, live 2, declared 3" }]);
  expect([lines(1, 1), lines(1, 3), lines(null, 2), lines(undefined, 2), lines(1, null), lines(1, undefined)].flat()).toEqual([]);
});

test.each<[string, unknown, (name: string) => boolean, object]>([
  ["its live value", "@hourly", open, { live: "@hourly" }],
  ["no live value that is secret", "@hourly", hideSchedule, { live: "[secret]" }],
  ["none that the record does not return", undefined, open, {}],
])("a field that is sent is recorded with %s", (_name, live, isSecret, shown) => {
  const path = ["schedule"];
  expect(plannedField({ path, applied: undefined, live, declared: "@daily" }, isSecret)).toStrictEqual({ path, ...shown });
});
