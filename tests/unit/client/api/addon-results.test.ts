import { filterByName, parseConfigurations, parseInstalledAddons } from "../../../../client";
import { shapeOf } from "../../../../client/wire/json";

const one = { id: "1", name: "n", value: "v" };

test.each([
  ["an object", { id: "1", config_name: "n", config_value: "v" }, [one]],
  ["other spellings", { configID: "1", configName: "n", configValue: "v" }, [one]],
  ["an id of its own beside a row's", { id: 7, config_id: "1", name: "n", value: "v" }, [one]],
  ["an id beside a longer name without one", { config_id: null, id: "1", name: "n", value: "v" }, [one]],
  ["a name that is no text", { id: "1", name: 5, value: "v" }, [{ id: "1", value: "v" }]],
  ["a number as id", { id: 1, name: "n", value: "v" }, [one]],
  ["an array", [{ id: "1", name: "n", value: "v" }], [one]],
  ["an array of JSON texts", ['{"id":"1","name":"n","value":"v"}'], [one]],
  ["JSON text", '[{"id":"1","name":"n","value":"v"}]', [one]],
  ["JSON text in JSON text", JSON.stringify('{"id":"1","name":"n","value":"v"}'), [one]],
  ["a list inside", { items: [{ id: "1", name: "n", value: "v" }] }, [one]],
  ["a list of results", { total: 1, results: [{ id: "1", name: "n", value: "v" }] }, [one]],
  ["a list inside, as JSON text", { items: '[{"id":"1","name":"n","value":"v"}]' }, [one]],
  ["a list inside what has an id of its own", { id: "9", name: "other", configs: [{ id: "1", name: "n", value: "v" }] }, [one]],
  ["an empty array", [], []],
  ["the text of an empty array", "[]", []],
])("%s is understood", (_, result, found) => expect(parseConfigurations(result)).toEqual({ found, certain: true }));

test.each([[null], [undefined], ["null"], [""], [{}], ["{}"], [{ configs: null }], [{ Items: null, data: {} }]])(
  "%j may be an empty list, and is not certain",
  (result) => expect(parseConfigurations(result)).toEqual({ found: [], certain: false }),
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
])("%j is not understood", (result) => expect(parseConfigurations(result)).toBeUndefined());

const tenKeys = [..."abcdefghij"].map((key) => `"${key}"`).join(", ");
test.each([
  ["an object", { id: "secret", b: 1 }, 'an object with the keys "id", "b"'],
  ["an array", ["secret"], "an array of 1, the first a string of 6 characters"],
  ["an empty object", {}, "an empty object"],
  ["ten keys", Object.fromEntries([..."abcdefghij"].map((key) => [key, 1])), `an object with the keys ${tenKeys}`],
  ["more", Object.fromEntries([..."abcdefghijk"].map((key) => [key, 1])), `an object with the keys ${tenKeys}, …`],
  ["a long key", { ["k".repeat(41)]: 1 }, `an object with the keys "${"k".repeat(40)}"`],
  ["an empty array", [], "an empty array"],
  ["JSON text", '{"a":"secret"}', 'a string that contains an object with the keys "a"'],
  ["null", null, "null"],
  ["a boolean", true, "a boolean"],
  ["nothing", undefined, "nothing"],
])("the shape of %s has its types and keys, no values", (_, result, shape) => expect(shapeOf(result)).toBe(shape));

test("others of a service that finds similar names are left out, unless only capitals differ", () => {
  const found = [one, { id: "2", name: "N" }, { id: "3", name: "nn" }];
  expect(filterByName("n", { found, certain: true }).found).toEqual([one]);
  expect(filterByName("nN", { found, certain: true }).found.map(({ id }) => id)).toEqual(["3"]);
  expect(filterByName("x", { found, certain: true }).found).toEqual([]);
  expect(filterByName("x", { found: [{ id: "4" }], certain: true }).found).toEqual([{ id: "4" }]);
});

test("a value that nests too deep is not understood, and described without its levels", () => {
  const deep = `${'{"data":'.repeat(600)}1${"}".repeat(600)}`;
  for (const result of [JSON.parse(deep) as unknown, [{ id: "1", value: JSON.parse(deep) as unknown }]]) {
    expect(parseConfigurations(result)).toBeUndefined();
    expect(shapeOf(result)).toBe("too many levels");
  }
  expect(parseConfigurations([{ id: "1", value: deep }])).toEqual({ found: [{ id: "1", value: deep }], certain: true });
});

test.each<[string, unknown, unknown]>([
  ["a list", [{ id: "a", name: "A" }], [{ id: "a", name: "A", title: "A", configurations: [] }]],
  ["a JSON text", '[{"ID":"a","unique_name":"u","name":"A"}]', [{ id: "a", name: "u", title: "A", configurations: [] }]],
  ["a list in an object", { addons: [{ installed_addons_id: 7 }] }, [{ id: "7", name: "7", configurations: [] }]],
  ["an add-on alone", { id: "a", addons_id: "b" }, [{ id: "a", name: "a", addonsId: "b", configurations: [] }]],
  [
    "names of configurations",
    [{ id: "a", configs: ["x", { id: "1", name: "y" }, "x"] }],
    [{ id: "a", name: "a", configurations: ["x", "y"] }],
  ],
  [
    "names of configurations without ids",
    [{ id: "a", configs: [{ config_name: "x" }, { ConfigurationName: "y" }, '{"Name":"z"}'] }],
    [{ id: "a", name: "a", configurations: ["x", "y", "z"] }],
  ],
  [
    "configurations without names, which are counted",
    [{ id: "a", configs: ["x", "", {}, { id: "1", name: 5 }, { config_name: "" }, 7, null] }],
    [{ id: "a", name: "a", configurations: ["x"], unnamed: 6 }],
  ],
  [
    "records of configurations",
    [{ id: "a", configurations: '[{"id":"1","config_name":"y"}]' }],
    [{ id: "a", name: "a", configurations: ["y"] }],
  ],
  ["an empty list", [], []],
])("installed add-ons in %s", (_, result, found) => expect(parseInstalledAddons(result)).toStrictEqual({ found, certain: true }));

test.each<[string, unknown, unknown]>([
  ["a null may be an empty list", null, { found: [], certain: false }],
  ["a sentence is not understood", "Installed add-ons listed.", undefined],
  ["a list of something else is not understood", [1], undefined],
  ["an identifier of too many digits to represent exactly is not understood", [{ id: 1234567890123456789 }], undefined],
])("installed add-ons: %s", (_, result, parsed) => expect(parseInstalledAddons(result)).toEqual(parsed));
