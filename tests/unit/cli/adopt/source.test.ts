import { fc } from "../../../support/random";
import { runInNewContext } from "node:vm";
import { expressionOf, key, member, print, text } from "../../../../cli/adopt/source";
import { character } from "../../../support/characters";

test.each([
  ["plain", '"plain"'],
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
  ['"]; x["', '"\\"]; x[\\""', '["\\"]; x[\\""]'],
])("the key %j is written %s and reached by %s", (name, written, reached) => {
  expect([key(name), member(name)]).toEqual([written, reached]);
});

test("any JSON value is written so that it means the same, whatever its texts and keys hold", () => {
  const value = fc.jsonValue({ maxDepth: 3, stringUnit: character });
  fc.assert(
    fc.property(value, fc.string({ maxLength: 20 }), (json, indent) => {
      const written = print(expressionOf(json), " ".repeat(indent.length));
      expect(JSON.stringify(runInNewContext(`(${written})`))).toBe(JSON.stringify(json));
    }),
  );
});

test("objects and lists are written one property a line", () => {
  expect(print(expressionOf({ a: 1, list: [1, { b: "x" }], none: [], empty: {} }))).toBe(
    '{\n  a: 1,\n  list: [\n    1,\n    {\n      b: "x",\n    },\n  ],\n  none: [],\n  empty: {},\n}',
  );
});
