import { knownLater } from "../../../../provider/values/unknowns";
import { unknownText } from "../../../support/provider";
import { compare, compareNames, isSecret, leavesOf, showValue, withMarks } from "../../../../cli/review/values";

test.each<[unknown, boolean]>([
  ["[secret]", true],
  [["[secret]", 1], true],
  [[1, ["[secret]"]], true],
  [{ a: { b: ["[secret]"] } }, true],
  [{ a: "[secret]", b: 1 }, true],
  [[], false],
  [[1, "a"], false],
  [{ a: null }, false],
])("%j contains a secret: %j", (value, expected) => expect(isSecret(value)).toBe(expected));

test.each([undefined, null])("%j is shown as absent", (value) => expect(showValue(value)).toEqual({ is: "absent" }));

test.each<[unknown, unknown]>([
  [{ a: [unknownText, { b: unknownText }] }, { a: [knownLater, { b: knownLater }] }],
  [
    { a: { "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270", ciphertext: "x" }, b: 1 },
    { a: "[secret]", b: 1 },
  ],
])("placeholders replace what is unknown or secret in %j", (value, expected) => expect(withMarks(value)).toEqual(expected));

test("an empty object inside a value is a leaf, and an empty value has none", () => {
  expect(leavesOf({ a: {}, b: { c: [] } })).toEqual([
    { path: ["a"], value: {} },
    { path: ["b", "c"], value: [] },
  ]);
  expect(leavesOf({})).toEqual([]);
});

test.each([
  [
    ["a10", "a2", "a1"],
    ["a1", "a2", "a10"],
  ],
  [
    ["a1", "a01"],
    ["a01", "a1"],
  ],
])("the names %j are sorted by number, and by character if their numbers are equal", (names, sorted) =>
  expect(names.toSorted(compareNames)).toEqual(sorted),
);

test.each([
  ["a", "b", -1],
  ["b", "a", 1],
  ["a", "a", 0],
])("%s compared to %s is %d", (a, b, expected) => expect(compare(a, b)).toBe(expected));
