import { fc } from "../../../support/random";
import { runInNewContext } from "node:vm";
import { expressionOf, key, member, print, quoteText, text } from "../../../../provider/adopt/source";
import { character } from "../../../support/characters";

test.each([
  ["plain", '"plain"'],
  ['say "yes"', "'say \"yes\"'"],
  [`both " and '`, `"both \\" and '"`],
  ["`${x}` */ //", '"`${x}` */ //"'],
  ["a\nb\u2028c", '"a\\nb\\u2028c"'],
  ["a\u202eb\u200bc\u0085", '"a\\u202eb\\u200bc\\u0085"'],
])("the text %j is %s", (value, literal) => {
  expect(text(value)).toBe(literal);
  expect(runInNewContext(literal)).toBe(value);
});

test.each([
  ["main", "main", ".main"],
  ["a-b", '"a-b"', '["a-b"]'],
  ["2024", '"2024"', '["2024"]'],
  ["生产", '"生产"', '["生产"]'],
  ["__proto__", '["__proto__"]', '["__proto__"]'],
  ['"]; x["', "'\"]; x[\"'", "['\"]; x[\"']"],
])("the key %j is written %s and reached by %s", (name, written, reached) => {
  expect([key(name), member(name)]).toEqual([written, reached]);
});

test("any JSON value is written so that it means the same, whatever its texts and keys hold", () => {
  const value = fc.jsonValue({ maxDepth: 3, stringUnit: character });
  fc.assert(
    fc.property(value, fc.string({ maxLength: 20 }), (json, indent) => {
      const written = print(expressionOf(json), " ".repeat(indent.length), "", "");
      expect(JSON.stringify(runInNewContext(`(${written})`))).toBe(JSON.stringify(json));
    }),
  );
});

test("what is too long for a line stands on several", () => {
  const long = {
    a: "x".repeat(40),
    b: "y".repeat(40),
    list: [1, 2],
    rows: [
      { a: 1, b: 2 },
      { a: 3, b: 4 },
    ],
  };
  expect(print(expressionOf(long), "", "const long = ", ";")).toBe(
    `{\n  a: "${"x".repeat(40)}",\n  b: "${"y".repeat(40)}",\n  list: [1, 2],\n  rows: [\n    { a: 1, b: 2 },\n    { a: 3, b: 4 },\n  ],\n}`,
  );
  expect(print(expressionOf({ key: "x".repeat(90) }), "", "", "")).toBe(`{\n  key:\n    "${"x".repeat(90)}",\n}`);
});

test.each([
  ["one object of two keys", [{ a: 1, b: 2 }], "[{ a: 1, b: 2 }]"],
  ["objects of one key", [{ a: 1 }, { a: 2 }], "[{ a: 1 }, { a: 2 }]"],
  ["an object of two keys beside one of one", [{ a: 1, b: 2 }, { a: 3 }], "[{ a: 1, b: 2 }, { a: 3 }]"],
  [
    "objects of two keys",
    [
      { a: 1, b: 2 },
      { a: 3, b: 4 },
    ],
    "[\n  { a: 1, b: 2 },\n  { a: 3, b: 4 },\n]",
  ],
  ["lists of one", [[1], [2]], "[[1], [2]]"],
  ["a list of two beside one of one", [[1, 2], [3]], "[[1, 2], [3]]"],
  [
    "lists of two",
    [
      [1, 2],
      [3, 4],
    ],
    "[\n  [1, 2],\n  [3, 4],\n]",
  ],
])("a list of %s is laid out as a formatter would", (_, value, written) => {
  expect(print(expressionOf(value), "", "", "")).toBe(written);
});

test("numbers that are too many for a line fill lines, and other values stand on one each", () => {
  const numbers = Array.from({ length: 30 }, (_, index) => -10_000 - index);
  const filled = print(expressionOf(numbers), "", "", "").split("\n");
  expect(filled.length).toBeLessThan(10);
  expect(filled[1]).toMatch(/^ {2}-10000, -10001, .*,$/);
  expect(print(expressionOf([...numbers, "x"]), "", "", "").split("\n")).toHaveLength(33);
});

test("a comment's text ends on its line", () => {
  expect(quoteText("a\n*/ b\u2029")).toBe('"a\\n*/ b\\u2029"');
  expect(quoteText("x".repeat(70))).toBe(`"${"x".repeat(60)}…"`);
});
