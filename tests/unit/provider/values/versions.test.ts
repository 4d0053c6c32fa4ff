import { isLater, isNewer } from "../../../../provider/values/versions";

const inOrder = "0.1.0-alpha 0.1.0-alpha.2 0.1.0-alpha.10 0.1.0-beta 0.1.0 0.1.1 0.2.0 0.10.0 1.0.0-rc.1 1.0.0".split(" ");

test("versions are compared as semantic versions", () => {
  for (const [at, one] of inOrder.entries())
    for (const [other, than] of inOrder.entries()) expect([one, than, isLater(one, than)]).toEqual([one, than, at > other]);
});

test.each(["", "unknown", "1.0", "2.0.0.0", "v2.0.0", "9".repeat(400)])("%j is not a version, and never later than one", (text) => {
  expect([isLater(text, "0.1.0"), isLater("0.1.0", text)]).toEqual([false, false]);
});

test("build metadata does not count", () => expect(isLater("1.0.0+2", "1.0.0+1")).toBe(false));

test.each<[version: string, than: string, isNewer: boolean]>([
  ["4.2.1", "4.2.0", true],
  ["4.10.0", "4.9.3", true],
  ["4.2.0.1", "4.2", true],
  ["v4.3", "4.2.9-rc.1", true],
  ["4.2", "4.2.0", false],
  ["4.2.0-2", "4.2.0-1", false],
  ["auto", "4.2.0", false],
  ["4.2.0", "auto", false],
  ["", "4.2.0", false],
])("the database version %j compared with %j is newer: %j", (version, than, newer) => {
  expect([isNewer(version, than), isNewer(than, version) && newer]).toEqual([newer, false]);
});
