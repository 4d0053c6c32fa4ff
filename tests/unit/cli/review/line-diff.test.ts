import { diffLines } from "../../../../cli/review/line-diff";
import { fc } from "../../../support/random";

test.each<[string, string, string]>([
  ["abc", "abc", " a b c"],
  ["abc", "", "-a-b-c"],
  ["", "ab", "+a+b"],
  ["", "", ""],
  ["abc", "axc", " a-b+x c"],
  ["abcd", "bd", "-a b-c d"],
  ["bd", "abcd", "+a b+c d"],
  ["ab", "ba", "-a b+a"],
  ["aab", "ab", " a-a b"],
  ["aba", "cac", "-a-b+c a+c"],
])("from %j to %j the lines are %j", (before, after, expected) => {
  const lines = diffLines([...before], [...after]);
  expect(lines.map((line) => line.replace(/^(.) /, "$1")).join("")).toBe(expected);
});

test("without the lines that come the old text is left, without those that go the new one, and no equal line twice", () => {
  const text = fc.array(fc.constantFrom("a", "b", "c"), { maxLength: 8 });
  fc.assert(
    fc.property(text, text, (before, after) => {
      const lines = diffLines(before, after);
      const side = (other: string) => lines.filter((line) => !line.startsWith(other)).map((line) => line.slice(2));
      expect([side("+"), side("-")]).toEqual([before, after]);
    }),
  );
});
