import { character, fc } from "../../../support/random";
import { runInNewContext } from "node:vm";
import { Code, construct, member, expression, Spread } from "../../../../cli/adopt/source";

test.each([
  ["plain", '"plain"'],
  ['say "yes"', '"say \\"yes\\""'],
  ["`${x}` */ //", '"`${x}` */ //"'],
  ["a\nb\u2028c", '"a\\nb\\u2028c"'],
  ["a\u202eb\u200bc\u0085", '"a\\u202eb\\u200bc\\u0085"'],
  ["a\u{e0041}b", '"a\\udb40\\udc41b"'],
])("the text %j is printed as %s", (value, literal) => expect(expression(value)).toBe(literal));

test.each([
  ["main", "main", ".main"],
  ["a-b", '"a-b"', '["a-b"]'],
  ["2024", '"2024"', '["2024"]'],
  ["生产", '"生产"', '["生产"]'],
  ["__proto__", '["__proto__"]', '["__proto__"]'],
  ['"]; x["', '"\\"]; x[\\""', '["\\"]; x[\\""]'],
])("the key %j is printed as %s and accessed by %s", (name, printed, access) => {
  expect([expression(new Map([[name, 1]])), member(name)]).toEqual([`{\n  ${printed}: 1,\n}`, access]);
});

test("any JSON value is printed with the same meaning, whatever its texts and keys contain", () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 3, stringUnit: character }), (json) => {
      expect(JSON.stringify(runInNewContext(`(${expression(json)})`))).toBe(JSON.stringify(json));
    }),
  );
});

test("properties and items are on lines of their own, and a constant of the same name is a shorthand", () => {
  const args = new Map<string | Code, unknown>([
    ["name", new Code("name")],
    ["list", [1, {}]],
    [new Spread("others"), undefined],
    [new Code("insights"), { rows: [] }],
    ["without", undefined],
  ]);
  expect(construct("Kind", "one", Object.fromEntries([["args", args]]), [new Code("other")], "  ")).toBe(`new Kind("one", {
    args: {
      name,
      list: [
        1,
        {},
      ],
      ...others,
      [insights]: {
        rows: [],
      },
      without: undefined,
    },
  }, {
    dependsOn: [
      other,
    ],
  })`);
});
