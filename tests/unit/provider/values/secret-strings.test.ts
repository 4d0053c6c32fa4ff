import { collectStrings } from "../../../../provider/values/secret-strings";

test.each<[string, unknown, string[]]>([
  ["a text", "canary", ["canary"]],
  ["an empty text", "", [""]],
  ["a number of four digits, without its sign", -1234, ["1234"]],
  ["digits on both sides of the point", 12.34, ["12.34"]],
  ["not a number of three digits, which occurs everywhere", 123, []],
  ["nothing of what has no text", [true, null, undefined, {}, []], []],
  ["the items of a list", ["a", ["b", 5678]], ["a", "b", "5678"]],
  ["an object as one text, and its values", { b: "x", a: { c: "y" } }, ['{"a":{"c":"y"},"b":"x"}', "x", '{"c":"y"}', "y"]],
  ["the values in a JSON text", '["x","y"]', ['["x","y"]', "x", "y"]],
  [
    "a number in a JSON text as it is written",
    '{"pin": 12345678901234567890}',
    ['{"pin": 12345678901234567890}', '{"pin":12345678901234567000}', "12345678901234567000", "12345678901234567890"],
  ],
  ["no digits of a text in a JSON text", '["a 12345 b \\" 67890"]', ['["a 12345 b \\" 67890"]', 'a 12345 b " 67890']],
])("the texts by which a secret is redacted: %s", (_, value, texts) =>
  expect([...new Set(collectStrings(value))].sort()).toEqual(texts.sort()),
);
