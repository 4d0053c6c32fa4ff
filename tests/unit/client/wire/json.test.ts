import { decodeEscapes, isTooDeep, maxDepth, objectsIn, optional, parseJsonText } from "../../../../client/wire/json";

/** An array within an array, and so on, with the given number of levels. */
const nested = (levels: number): unknown => Array.from({ length: levels }).reduce<unknown>((inner) => [inner], 1);

test("a value is too deep if it has more levels than the maximum", () => {
  expect([1, null, {}, nested(maxDepth), { a: nested(maxDepth) }, nested(maxDepth + 1)].map(isTooDeep)).toEqual([
    false,
    false,
    false,
    false,
    true,
    true,
  ]);
});

test("the objects in a list are those that are no arrays and not null", () => {
  expect(objectsIn([{ a: 1 }, null, [1], "a", { b: 2 }])).toEqual([{ a: 1 }, { b: 2 }]);
  expect([objectsIn(undefined), objectsIn({ a: 1 }), objectsIn("a")]).toEqual([[], [], []]);
});

test("an optional field without a value is left out, and null is a value", () =>
  expect(Object.entries(optional({ a: undefined, b: null, c: 0 }))).toEqual([
    ["b", null],
    ["c", 0],
  ]));

test("an invalid escape is left as it is", () => expect(["a%20b", "a%2", "%ff"].map(decodeEscapes)).toEqual(["a b", "a%2", "%ff"]));

test.each<[unknown, unknown]>([
  ['{"a":1}', { a: 1 }],
  [" [1] ", [1]],
  ["null", null],
  [JSON.stringify('{"a":1}'), { a: 1 }],
  [JSON.stringify("text"), JSON.stringify("text")],
  ["1", "1"],
  ["nullable", "nullable"],
  ["{", "{"],
  [1, 1],
])("the text %j contains %j", (text, value) => expect(parseJsonText(text)).toEqual(value));

test("a text that contains too many levels is left as it is", () => {
  const [whole, tooDeep] = [nested(maxDepth), nested(maxDepth + 1)].map((value) => JSON.stringify(value));
  expect([parseJsonText(whole), parseJsonText(tooDeep)]).toEqual([nested(maxDepth), tooDeep]);
});
