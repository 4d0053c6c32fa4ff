import { addonConfiguration } from "../../../provider/resources/addon-configuration/crud";
import { equalValues, showLive, normalize, observeValue, wireText } from "../../../provider/resources/addon-configuration/values";

test.each([
  ["JSON texts in another order and spacing", '{"b":[1, 2],"a":null}', '{ "a": null, "b": [1,2] }', true],
  ["JSON text and object", '{"b":1,"a":2}', { a: 2, b: 1 }, true],
  ["null and no key", '{"a":null}', "{}", false],
  ["numbers that only differ in a late digit", '{"a":12345678901234567890}', '{"a":12345678901234567891}', false],
  ["a number out of range and null", '{"a":1e400}', '{"a":null}', false],
  ["a number with a small exponent", '{"a":1e2}', '{"a":100}', true],
  ["digits inside a text", '{"a":"12345678901234567890"}', '{ "a": "12345678901234567890" }', true],
  ["a number that the service shows as one", 5, "5", true],
  ["a masked value", "***", "***", false],
  ["a value with a masked part", '{"a":"***","b":1}', '{"a":"***","b":1}', false],
  ["null and the text null", null, "null", false],
] as const)("compares by meaning: %s", (_, live, declared, is) => expect(equalValues(live, declared)).toBe(is));

test.each([
  ["a drifted object stays an object", '{"a":2}', { a: 1 }, { a: 2 }],
  ["masked stays as declared", "***", "secret", "secret"],
] as const)("a refresh: %s", (_, live, last, seen) => expect(observeValue(live, last)).toEqual(seen));

test("an object is sent as canonical JSON, and a string unchanged", () => {
  expect(wireText({ b: { d: 1, c: [{ z: 1, y: 2 }] }, a: "ü" })).toBe('{"a":"ü","b":{"c":[{"y":2,"z":1}],"d":1}}');
  expect(wireText('{ "b": 1 }')).toBe('{ "b": 1 }');
});

test.each([
  ["keys that it does not declare are hidden", '{"a":1,"b":2}', { a: 0 }, { a: 1, b: "[hidden]" }],
  ["keys inside a declared object too", { a: { x: 1, y: 2 } }, '{"a":{"x":0}}', { a: { x: 1, y: "[hidden]" } }],
  ["a list in the place of an object is hidden", '{"a":[1]}', { a: {} }, { a: "[hidden]" }],
])("the shown part of a live value: %s", (_, live, declared, shown) => expect(showLive(live, declared)).toEqual(shown));

test("equivalent arguments are normalized to equal ones, and an unknown value stays unknown", () => {
  expect(normalize({ configName: "main", configValue: { b: 1, a: 2 } })).toEqual(
    normalize({ configName: "main", configValue: '{"a":2, "b":1}' }),
  );
  expect(normalize({ configName: "main" })).toStrictEqual({ configName: "main" });
});

const program = { installedAddonId: "addon", configName: "main", configValue: "one" };

test.each<[object, string | undefined]>([
  [{ configName: "" }, "must not be empty"],
  [{ configName: "." }, "must not be . or .."],
  [{ configName: ".." }, "must not be . or .."],
  [{ configValue: undefined }, "is required"],
  [{ configValue: "***" }, "contains ***, which the service returns instead of a secret; pass the secret itself"],
  [{ configValue: { a: ["****"] } }, "contains ***, which the service returns instead of a secret; pass the secret itself"],
  [{ configValue: "***last" }, undefined],
])("the arguments %j: %s", (more, problem) => {
  const { error } = addonConfiguration.schema.safeParse({ ...program, ...more });
  expect(error?.issues[0]?.message).toBe(problem);
});
