import { character, fc } from "../../../support/random";
import { Identifiers, resourceNames } from "../../../../cli/adopt/names";

const item = (name: string, qualifier = "group", id = "1234567890") => ({ name, qualifier, id, kind: "workspace" });

test.each([
  ["names that are unique stay", [item("main"), item("EU west")], ["main", "EU-west"]],
  ["equal names get their workgroup's before them", [item("main", "a"), item("main", "b"), item("other")], ["a-main", "b-main", "other"]],
  ["names that differ in case alone count as equal", [item("Main", "a"), item("main", "b")], ["a-Main", "b-main"]],
  ["in one workgroup the identifier tells them apart", [item("x", "a", "id-one"), item("x", "a", "id-two")], ["a-x-id-one", "a-x-id-two"]],
  ["where that is the same too, a number does", [item("x", "a", "same-same-1"), item("x", "a", "same-same-2")], ["a-x-1", "a-x-2"]],
  [
    "a qualified name may collide with a plain one",
    [item("main", "a"), item("main", "b"), item("a-main", "c")],
    ["group", "b-main", "c-a-main"],
  ],
  ["a name of no letter is called by its kind", [item("…"), item("")], ["group-workspace-12345678-1", "group-workspace-12345678-2"]],
  ["an identifier is cut between characters", [{ ...item(""), id: "abcdefg𠀀𠀀" }], ["workspace-abcdefg𠀀"]],
  ["a name without an identifier ends in none", [{ ...item(""), id: "" }], ["workspace"]],
  ["letters of any script are letters", [item("生产"), item("mañana")], ["生产", "mañana"]],
  ["what is no letter becomes a dash", [item("a`b\n${x}*/"), item("__proto__"), item("a\u202eb\u200bc")], ["a-b-x", "proto", "abc"]],
])("resource names: %s", (title, items, names) => {
  if (title.startsWith("a qualified")) expect(new Set(resourceNames(items)).size).toBe(3);
  else expect(resourceNames(items)).toEqual(names);
});

test("resource names are unique, and consist of letters, digits, - _ and .", () => {
  const text = fc.string({ unit: character, maxLength: 6 });
  const items = fc.array(fc.record({ name: text, qualifier: text, id: text, kind: fc.constant("workspace") }), { maxLength: 8 });
  fc.assert(
    fc.property(items, (all) => {
      const names = resourceNames(all);
      expect(new Set(names).size).toBe(all.length);
      for (const name of names) expect(name).toMatch(/^[\p{L}\p{N}][\p{L}\p{M}\p{N}._-]*$/u);
    }),
  );
});

test.each([
  ["production", "production"],
  ["Staging EU", "stagingEU"],
  ["EU", "eu"],
  ["my_group.two", "myGroupTwo"],
  ["default", "defaultWorkgroup"],
  ["class", "classWorkgroup"],
  ["pulumi", "pulumiWorkgroup"],
  ["args", "argsWorkgroup"],
  ["defaults", "defaultsWorkgroup"],
  ["2024", "workgroup2024"],
  ["…", "workgroup"],
  ["生产", "生产"],
  ["𓑠", "workgroup"],
  ['"); process.exit(1); ("', "processExit1"],
])("the identifier of %j is %s", (text, name) => expect(new Identifiers().take(text, "workgroup")).toBe(name));

test("each identifier is given once", () => {
  const give = new Identifiers();
  expect(["x", "x", "x", "X"].map((text) => give.take(text, "addon"))).toEqual(["x", "xAddon", "x2", "x3"]);
});
