import { isSecret, showValue } from "../../../../cli/review/values";

test.each<[unknown, boolean]>([
  ["[secret]", true],
  [["[secret]", 1], true],
  [[1, ["[secret]"]], true],
  [{ a: { b: ["[secret]"] } }, true],
  [[], false],
  [[1, "a"], false],
  [{ a: null }, false],
])("%j contains a secret: %j", (value, expected) => expect(isSecret(value)).toBe(expected));

test.each([undefined, null])("%j is shown as absent", (value) => expect(showValue(value)).toEqual({ is: "absent" }));
