import { isMasked } from "../../../../../provider/json";
import {
  equalValues,
  filterByName,
  observeValue,
  shapeOf,
  parseConfigurations,
  wireValue,
} from "../../../../../provider/resources/addon-configuration/model";

const one = { id: "1", name: "n", value: "v" };

test.each([
  ["an object", { id: "1", config_name: "n", config_value: "v" }, [one]],
  ["other spellings", { configID: "1", configName: "n", configValue: "v" }, [one]],
  ["an id of its own beside a row's", { id: 7, config_id: "1", name: "n", value: "v" }, [one]],
  ["a number as id", { id: 1, name: "n", value: "v" }, [one]],
  ["an array", [{ id: "1", name: "n", value: "v" }], [one]],
  ["an array of JSON texts", ['{"id":"1","name":"n","value":"v"}'], [one]],
  ["JSON text", '[{"id":"1","name":"n","value":"v"}]', [one]],
  ["JSON text in JSON text", JSON.stringify('{"id":"1","name":"n","value":"v"}'), [one]],
  ["a list inside", { items: [{ id: "1", name: "n", value: "v" }] }, [one]],
  ["a list inside what has an id of its own", { id: "9", name: "other", configs: [{ id: "1", name: "n", value: "v" }] }, [one]],
  ["an empty array", [], []],
  ["the text of an empty array", "[]", []],
])("%s is understood", (_, result, found) => {
  expect(parseConfigurations(result)).toEqual({ found, certain: true });
});

test.each([[null], [undefined], ["null"], [""], [{}], ["{}"], [{ configs: null }], [{ Items: null, data: {} }]])(
  "%j may be an empty list, and is not certain",
  (result) => {
    expect(parseConfigurations(result)).toEqual({ found: [], certain: false });
  },
);

test.each([
  [true],
  [false],
  [7],
  ["ok"],
  [" "],
  [{ name: "n" }],
  [{ id: null }],
  [{ configs: null, error: "no" }],
  [[1]],
  [["id"]],
  [[{ id: "1" }, {}]],
  [{ id: "" }],
  [{ items: "x" }],
  [{ id: 1234567890123456789, name: "n" }],
])("%j is not understood", (result) => {
  expect(parseConfigurations(result)).toBeUndefined();
});

test.each([
  ["an object", { id: "secret", b: 1 }, 'an object with the keys "id", "b"'],
  ["an array", ["secret"], "an array of 1, the first a string of 6 characters"],
  ["JSON text", '{"a":"secret"}', 'a string that holds an object with the keys "a"'],
  ["null", null, "null"],
  ["a boolean", true, "a boolean"],
  ["nothing", undefined, "nothing"],
])("the shape of %s has its types and keys, no values", (_, result, shape) => {
  expect(shapeOf(result)).toBe(shape);
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
  expect(wireValue({ b: { d: 1, c: [{ z: 1, y: 2 }] }, a: "ü" })).toBe('{"a":"ü","b":{"c":[{"y":2,"z":1}],"d":1}}');
  expect(wireValue('{ "b": 1 }')).toBe('{ "b": 1 }');
});

test("others of a service that finds similar names are left out, unless only capitals differ", () => {
  const found = [one, { id: "2", name: "N" }, { id: "3", name: "nn" }];
  expect(filterByName("n", { found, certain: true }).found).toEqual([one]);
  expect(filterByName("nN", { found, certain: true }).found.map(({ id }) => id)).toEqual(["3"]);
  expect(filterByName("x", { found, certain: true }).found).toEqual([]);
  expect(filterByName("x", { found: [{ id: "4" }], certain: true }).found).toEqual([{ id: "4" }]);
});

test("what nests deeper than is read is not understood, and told without its levels", () => {
  const deep = `${'{"data":'.repeat(600)}1${"}".repeat(600)}`;
  for (const result of [JSON.parse(deep) as unknown, [{ id: "1", value: JSON.parse(deep) as unknown }]]) {
    expect(parseConfigurations(result)).toBeUndefined();
    expect(shapeOf(result)).toBe("more levels than are read");
  }
  // As a text it is a value like any other.
  expect(parseConfigurations([{ id: "1", value: deep }])).toEqual({ found: [{ id: "1", value: deep }], certain: true });
  expect(equalValues(deep, deep)).toBe(true);
});
