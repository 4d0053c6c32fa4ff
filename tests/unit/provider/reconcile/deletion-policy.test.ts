import { deletionPolicyOf, whyRetained } from "../../../../provider/reconcile/deletion-policy";

test.each<[string, Record<string, unknown>, Record<string, unknown>, string]>([
  ["what graphplane made is deleted", {}, { __made: true }, "delete"],
  ["what it adopted or imported is left in place", {}, {}, "retain"],
  ["what a state of an earlier version holds is left in place", {}, { __owner: "new 1", __seen: true }, "retain"],
  ["what a state marks in another form is left in place", {}, { __made: "true" }, "retain"],
  ["what graphplane made is left in place where the program says so", { deletionPolicy: "retain" }, { __made: true }, "retain"],
  ["what it adopted is deleted where the program says so", { deletionPolicy: "delete" }, {}, "delete"],
  ["a policy of another version applies as it is", { deletionPolicy: "archive" }, { __made: true }, "archive"],
  ["the policy that is declared counts, and not the one in outputs", { deletionPolicy: "retain" }, { deletionPolicy: "delete" }, "retain"],
])("%s", (_name, declared, outputs, policy) => {
  expect(deletionPolicyOf(declared, outputs)).toBe(policy);
});

test.each<[string, Record<string, unknown>, RegExp]>([
  ["the policy that is declared", { deletionPolicy: "retain" }, /^deletionPolicy "retain"$/],
  ["the default, and how to delete", {}, /^it was there before, so deletionPolicy is "retain" by default; "delete" deletes it$/],
])("a deletion that leaves the object in place names %s", (_name, declared, text) => {
  expect(whyRetained(declared)).toMatch(text);
});
