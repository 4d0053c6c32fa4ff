import { addonConfiguration } from "../../../provider/resources/addon-configuration/crud";
import { equalValues, showLive, normalize, observeValue, wireText } from "../../../provider/resources/addon-configuration/values";

test.each([
  ["equal texts", "a", "a", true],
  ["texts that differ in space", "a ", "a", false],
  ["JSON texts in another order and spacing", '{"b":[1, 2],"a":null}', '{ "a": null, "b": [1,2] }', true],
  ["JSON text and object", '{"b":1,"a":2}', { a: 2, b: 1 }, true],
  ["an object that the service shows as one", { a: 2 }, '{"a":2}', true],
  ["null and no key", '{"a":null}', "{}", false],
  ["another order of an array", "[1,2]", "[2,1]", false],
  ["numbers that only differ in a late digit", '{"a":12345678901234567890}', '{"a":12345678901234567891}', false],
  ["a number out of range and null", '{"a":1e400}', '{"a":null}', false],
  ["digits inside a text", '{"a":"12345678901234567890"}', '{ "a": "12345678901234567890" }', true],
  ["a number that the service shows as one", 5, "5", true],
  ["a masked value", "***", "***", false],
  ["a value with a masked part", '{"a":"***","b":1}', '{"a":"***","b":1}', false],
  ["no value", undefined, "", false],
  ["null and the text null", null, "null", false],
] as const)("%s: compared by meaning", (_, live, declared, is) => expect(equalValues(live, declared)).toBe(is));

test.each([
  ["equal stays as declared", '{ "a":1 }', { a: 1 }, { a: 1 }],
  ["a drifted object stays an object", '{"a":2}', { a: 1 }, { a: 2 }],
  ["a drifted text stays a text", '{"a":2}', '{"a":1}', '{"a":2}'],
  ["no object any more is a text", "plain", { a: 1 }, "plain"],
  ["an equal text stays as it is written", '{ "a":1 }', '{"a":1}', '{"a":1}'],
  ["masked stays as declared", "***", "secret", "secret"],
  ["not shown stays as declared", undefined, "secret", "secret"],
] as const)("read: %s", (_, live, last, seen) => expect(observeValue(live, last)).toEqual(seen));

test("an object is sent as canonical JSON text, a text as it is", () => {
  expect(wireText({ b: { d: 1, c: [{ z: 1, y: 2 }] }, a: "ü" })).toBe('{"a":"ü","b":{"c":[{"y":2,"z":1}],"d":1}}');
  expect(wireText('{ "b": 1 }')).toBe('{ "b": 1 }');
});

test("a text that nests deeper than is read is a value like any other", () => {
  const deep = `${'{"data":'.repeat(600)}1${"}".repeat(600)}`;
  expect(equalValues(deep, deep)).toBe(true);
});

test.each([
  ["keys that it does not declare are hidden", '{"a":1,"b":2}', { a: 0 }, { a: 1, b: "[hidden]" }],
  ["keys inside a declared object too", { a: { x: 1, y: 2 } }, '{"a":{"x":0}}', { a: { x: 1, y: "[hidden]" } }],
  ["a list in the place of an object is hidden", '{"a":[1]}', { a: {} }, { a: "[hidden]" }],
  ["an object in the place of a text is shown as it is", '{"a":{"x":1}}', { a: "text" }, { a: { x: 1 } }],
  ["a text is shown as it is", "plain", { a: 1 }, "plain"],
  ["all is shown if no object is declared", '{"a":1}', "plain", '{"a":1}'],
  ["nothing is shown while the declared one is not known", '{"a":1}', undefined, "[hidden]"],
])("of a live value beside a declared one, %s", (_, live, declared, shown) => expect(showLive(live, declared)).toEqual(shown));

test("arguments of equal meaning are normalized to equal ones, and a value that is not known yet stays unknown", () => {
  expect(normalize({ configName: "main", configValue: { b: 1, a: 2 } })).toEqual(
    normalize({ configName: "main", configValue: '{"a":2, "b":1}' }),
  );
  expect(normalize({ configName: "main" })).toStrictEqual({ configName: "main" });
});

const program = { installedAddonId: "addon", configName: "main", configValue: "one" };

test.each<[object, string | undefined]>([
  [{}, undefined],
  [{ configName: "..." }, undefined],
  [{ configName: "" }, "must not be empty"],
  [{ configName: "." }, "must not be . or .."],
  [{ configName: ".." }, "must not be . or .."],
  [{ configName: "\ud800" }, "must be well-formed Unicode"],
  [{ configValue: { a: 1 } }, undefined],
  [{ configValue: undefined }, "is required"],
  [{ configValue: 5 }, "must be a string or an object, got number"],
  [{ configValue: "***" }, "contains ***, which is how the service shows a secret; give the secret itself"],
  [{ configValue: { a: ["****"] } }, "contains ***, which is how the service shows a secret; give the secret itself"],
  [{ configValue: "***last" }, undefined],
])("the arguments %j: %s", (more, problem) => {
  const { error } = addonConfiguration.schema.safeParse({ ...program, ...more });
  expect(error?.issues[0]?.message).toBe(problem);
});
