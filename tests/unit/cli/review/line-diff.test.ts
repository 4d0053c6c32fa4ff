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

/** The length of the longest text whose lines are in both texts, in this order. */
function longestCommon([first, ...before]: readonly string[], after: readonly string[]): number {
  if (first === undefined) return 0;
  const at = after.indexOf(first);
  return Math.max(longestCommon(before, after), at < 0 ? 0 : 1 + longestCommon(before, after.slice(at + 1)));
}

test("no more lines come and go than must", () => {
  const text = fc.array(fc.constantFrom("a", "b", "c"), { maxLength: 8 });
  fc.assert(
    fc.property(text, text, (before, after) => {
      expect(diffLines(before, after).filter((line) => line.startsWith("  "))).toHaveLength(longestCommon(before, after));
    }),
  );
});
