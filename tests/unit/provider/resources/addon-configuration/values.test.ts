import { isMasked } from "../../../../../provider/values/json";
import { equalValues, observeValue, wireText } from "../../../../../provider/resources/addon-configuration/schema";

test.each([
  ["***", true],
  ["*****", true],
  ["***last", true],
  ['{"a":["***"]}', true],
  [{ a: { b: "****" } }, true],
  ["**", false],
  ["a***", false],
  ['{"a":"b"}', false],
])("%j masked: %s", (value, is) => {
  expect(isMasked(value)).toBe(is);
});

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
] as const)("%s: compared by meaning", (_, live, declared, is) => {
  expect(equalValues(live, declared)).toBe(is);
});

test.each([
  ["equal stays as declared", '{ "a":1 }', { a: 1 }, { a: 1 }],
  ["a drifted object stays an object", '{"a":2}', { a: 1 }, { a: 2 }],
  ["a drifted text stays a text", '{"a":2}', '{"a":1}', '{"a":2}'],
  ["no object any more is a text", "plain", { a: 1 }, "plain"],
  ["masked stays as declared", "***", "secret", "secret"],
  ["not shown stays as declared", undefined, "secret", "secret"],
] as const)("read: %s", (_, live, last, seen) => {
  expect(observeValue(live, last)).toEqual(seen);
});

test("an object is sent as canonical JSON text, a text as it is", () => {
  expect(wireText({ b: { d: 1, c: [{ z: 1, y: 2 }] }, a: "ü" })).toBe('{"a":"ü","b":{"c":[{"y":2,"z":1}],"d":1}}');
  expect(wireText('{ "b": 1 }')).toBe('{ "b": 1 }');
});

test("a text that nests deeper than is read is a value like any other", () => {
  const deep = `${'{"data":'.repeat(600)}1${"}".repeat(600)}`;
  expect(equalValues(deep, deep)).toBe(true);
});
