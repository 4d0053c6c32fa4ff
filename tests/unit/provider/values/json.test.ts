import {
  getIn,
  canonicalJson,
  differences,
  identical,
  includesDeep,
  isInexact,
  isMasked,
  parseObject,
  pickDeep,
  deepMerge,
  equals,
  isTooDeep,
  toWellFormed,
  setIn,
  omit,
  pickKeysOf,
  withoutEmpty,
  withoutNulls,
} from "../../../../provider/values/json";

describe("equals", () => {
  test.each([
    ["the order of keys does not count", { a: 1, b: { c: 2, d: 3 } }, { b: { d: 3, c: 2 }, a: 1 }, true],
    ["keys without a value do not count", { a: 1, b: undefined, c: null }, { a: 1 }, true],
    ["null and undefined are one", null, undefined, true],
    ["the order of a list counts", [1, 2], [2, 1], false],
    ["every item of a list counts", [1, 2], [1, 3], false],
    ["the length of a list counts", [1], [1, undefined], false],
    ["objects inside lists are compared by meaning", [{ a: 1, b: 2 }], [{ b: 2, a: 1 }], true],
    ["a list is not an object", [], {}, false],
    ["a list is not its text", ["a"], "a", false],
    ["a list is not nothing", [], null, false],
    ["an empty object is not nothing", {}, undefined, false],
    ["a number is not its text", 1, "1", false],
    ["zero, false and empty text differ from nothing", 0, undefined, false],
    ["false is not nothing", false, null, false],
    ["empty text is not nothing", "", undefined, false],
    ["a name of every object's prototype is not there", { constructor: 1 }, {}, false],
  ])("%s", (_name, a, b, expected) => {
    expect(equals(a, b)).toBe(expected);
    expect(equals(b, a)).toBe(expected);
  });
});

describe("includesDeep", () => {
  test.each([
    ["a part of an object", { a: 1, b: 2 }, { a: 1 }, true],
    ["a part at depth", { a: { b: 1, c: 2 } }, { a: { c: 2 } }, true],
    ["an empty object in any object", { a: 1 }, {}, true],
    ["no empty object in a text", "a", {}, false],
    ["no empty object in nothing", undefined, {}, false],
    ["another value", { a: 1 }, { a: 2 }, false],
    ["a missing key", { a: 1 }, { b: 1 }, false],
    ["a key of the prototype", {}, { toString: 1 }, false],
    ["a list whole", { a: [1, 2] }, { a: [1] }, false],
  ])("%s", (_name, whole, part, expected) => expect(includesDeep(whole, part)).toBe(expected));
});

describe("deepMerge", () => {
  test.each([
    ["keys are laid over keys", { a: 1, b: 2 }, { b: 3, c: 4 }, { a: 1, b: 3, c: 4 }],
    ["at every depth", { a: { b: 1, c: 2 } }, { a: { c: 3 } }, { a: { b: 1, c: 3 } }],
    ["a list replaces a list", { a: [1, 2] }, { a: [3] }, { a: [3] }],
    ["an object replaces a text", "x", { a: 1 }, { a: 1 }],
    ["a text replaces an object", { a: 1 }, "x", "x"],
    ["an empty object takes nothing away", { a: { b: 1 } }, { a: {} }, { a: { b: 1 } }],
    ["a name of the prototype is a name", {}, { constructor: { a: 1 } }, { constructor: { a: 1 } }],
  ])("%s", (_name, under, over, expected) => expect(deepMerge(under, over)).toEqual(expected));

  test("changes neither", () => {
    const [under, over] = [{ a: { b: 1 } }, { a: { c: 2 } }];
    deepMerge(under, over);
    expect([under, over]).toEqual([{ a: { b: 1 } }, { a: { c: 2 } }]);
  });
});

test("withoutNulls takes keys without a value away at every depth, and leaves lists as they are", () => {
  expect(withoutNulls({ a: null, b: undefined, c: { d: null, e: 0 }, f: [null, { g: null }], h: "" })).toEqual({
    c: { e: 0 },
    f: [null, { g: null }],
    h: "",
  });
});

test("omit, pickKeysOf and withoutEmpty select keys by name, by another object, and by value", () => {
  const all = { a: 1, b: "", c: null, d: undefined, e: false };
  expect(omit(all, ["a", "z"])).toStrictEqual({ b: "", c: null, d: undefined, e: false });
  expect(pickKeysOf({ a: undefined, c: 1, z: 1 }, all)).toStrictEqual({ a: 1, c: null });
  expect(withoutEmpty(all)).toStrictEqual({ a: 1, e: false });
});

describe("getIn and setIn", () => {
  const value = { a: { b: 1 }, c: "text" };
  test.each([
    ["the whole", [], value],
    ["a place", ["a", "b"], 1],
    ["nothing there", ["a", "x"], undefined],
    ["nothing below a text", ["c", "length"], undefined],
    ["nothing of the prototype", ["constructor"], undefined],
  ])("getIn returns %s", (_name, path, expected) => expect(getIn(value, path)).toEqual(expected));

  test.each([
    ["replaces", ["a", "b"], 2, { a: { b: 2 }, c: "text" }],
    ["makes what is missing", ["d", "e"], 3, { a: { b: 1 }, c: "text", d: { e: 3 } }],
    ["removes", ["a", "b"], undefined, { a: {}, c: "text" }],
    ["replaces the whole", [], 5, 5],
  ])("setIn %s", (_name, path, replacement, expected) => expect(setIn(value, path, replacement)).toStrictEqual(expected));
});

test("canonicalJson gives one text for one meaning", () => {
  expect(canonicalJson({ b: [{ d: 1, c: 2 }], a: "é" })).toBe('{"a":"é","b":[{"c":2,"d":1}]}');
  expect(canonicalJson({ a: "é", b: [{ c: 2, d: 1 }] })).toBe(canonicalJson({ b: [{ d: 1, c: 2 }], a: "é" }));
});

test.each([
  ['{"a":1}', { a: 1 }],
  ["{}", {}],
  [" { } ", {}],
  ["[1]", undefined],
  ["null", undefined],
  ['"text"', undefined],
  ["5", undefined],
  ["", undefined],
  ["{", undefined],
])("parseObject(%j) is %j", (text, expected) => expect(parseObject(text)).toEqual(expected));

test.each([
  ["a text", "x", false],
  ["nothing", undefined, false],
  ["500 levels", levels(500), false],
  ["501 levels", levels(501), true],
  ["100 000 levels beside others", [1, { a: levels(100_000) }], true],
])("isTooDeep of %s", (_, value, expected) => expect(isTooDeep(value)).toBe(expected));

function levels(count: number): unknown {
  return JSON.parse(`${"[".repeat(count)}1${"]".repeat(count)}`);
}

describe("pickDeep returns", () => {
  test.each<[string, unknown, unknown, unknown]>([
    ["those of both, at every depth", { a: { b: 1, c: 2 }, d: 3 }, { a: { b: 0, e: 0 }, f: 0 }, { a: { b: 1 } }],
    ["the whole value under a key that holds no object", { a: { b: 1 } }, { a: 1 }, { a: { b: 1 } }],
    ["a value that is no object as it is", [1, 2], { a: 1 }, [1, 2]],
    ["the value as it is, if the other one is no object", { a: 1 }, "text", { a: 1 }],
    ["only its own", {}, { toString: 0 }, {}],
  ])("%s", (_, whole, part, expected) => expect(pickDeep(whole, part)).toEqual(expected));
});

test.each<[string, unknown, boolean]>([
  ["stars", "***", true],
  ["stars before the end of a secret", "*****1234", true],
  ["a mask in a list of an object", { a: [{ b: "****" }] }, true],
  ["a mask beside other values", { a: "x", b: "***" }, true],
  ["a mask in a JSON text", '{"a":"***"}', true],
  ["a text with stars in it", "a ***", false],
  ["two stars", "**", false],
  ["a mask that is a key", { "***": "a" }, false],
  ["no text at all", [1, null, true, undefined], false],
])("isMasked recognizes %s: %j is %j", (_, value, expected) => expect(isMasked(value)).toBe(expected));

test("isMasked with a pattern accepts only complete masks", () => {
  expect([isMasked(["***1"], /^\*+$/), isMasked(["***"], /^\*+$/)]).toEqual([false, true]);
});

test.each<[string, unknown, boolean]>([
  ["an integer with more digits than a number keeps", 2 ** 53, true],
  ["the largest that it keeps", 2 ** 53 - 1, false],
  ["a fraction", 0.1, false],
  ["a number out of range", Infinity, true],
  ["an inexact number at any depth", { a: [{ b: -(2 ** 60) }] }, true],
  ["exact numbers at any depth", { a: [{ b: 1 }, null, "9007199254740993"] }, false],
])("isInexact of %s", (_, value, expected) => expect(isInexact(value)).toBe(expected));

test.each<[string, unknown, unknown, object[]]>([
  ["nothing, if the meaning is the same", { a: { b: 1, c: null } }, { a: { b: 1 } }, []],
  ["each value at its place", { a: { b: 1, c: 2 }, d: 3 }, { a: { b: 1, c: 4 } }, [diff(["a", "c"], 2, 4), diff(["d"], 3, undefined)]],
  ["a list as one value", { a: [1, 2] }, { a: [1] }, [diff(["a"], [1, 2], [1])]],
  ["what was no object as one value", { a: 1 }, { a: { b: 2 } }, [diff(["a"], 1, { b: 2 })]],
  ["what is no object any more as one value", { a: { b: 2 } }, { a: 1 }, [diff(["a"], { b: 2 }, 1)]],
  ["a name of the prototype by its own value", {}, { constructor: 1 }, [diff(["constructor"], undefined, 1)]],
])("two values differ in %s", (_, before, after, expected) => expect(differences(before, after)).toEqual(expected));

function diff(path: string[], before: unknown, after: unknown) {
  return { path, before, after };
}

test("values are identical in any order of keys, and a null counts", () => {
  expect(identical({ a: 1, b: [null] }, { b: [null], a: 1 })).toBe(true);
  expect(identical({ a: 1, b: null }, { a: 1 })).toBe(false);
  expect(identical([1, 2], [2, 1])).toBe(false);
});

test("toWellFormed replaces only halves of surrogate pairs, in texts and keys at every depth", () => {
  expect(toWellFormed({ "a\ud83d": ["\ude00", { b: "😀" }], c: 1, d: null })).toEqual({
    "a\ufffd": ["\ufffd", { b: "😀" }],
    c: 1,
    d: null,
  });
});
