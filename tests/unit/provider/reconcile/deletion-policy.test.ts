import { deletionRequest, isProtected, protectedText, whyRetained } from "../../../../provider/reconcile/deletion-policy";

const deletions = {
  delete: ({ id }: Record<string, unknown>) => ({ method: "DELETE", path: `/things/${String(id)}` }),
  pause: ({ id }: Record<string, unknown>) => ({ method: "PUT", path: `/things/${String(id)}` }),
};

test.each<[string, Record<string, unknown>, Record<string, unknown>, string | undefined]>([
  ["what graphplane made is deleted", {}, { __made: true }, "DELETE"],
  ["what it adopted or imported is left in place", {}, {}, undefined],
  ["what a state of an earlier version holds is left in place", {}, { __owner: "new 1", __seen: true }, undefined],
  ["what a state marks in another form is left in place", {}, { __made: "true" }, undefined],
  ["what graphplane made is left in place where the program says so", { deletionPolicy: "retain" }, { __made: true }, undefined],
  ["what it adopted is deleted where the program says so", { deletionPolicy: "delete" }, {}, "DELETE"],
  ["each policy has its own request", { deletionPolicy: "pause" }, { __made: true }, "PUT"],
  ["a policy of another version leaves it in place", { deletionPolicy: "archive" }, { __made: true }, undefined],
  ["so does a policy that is no request of ours", { deletionPolicy: "constructor" }, { __made: true }, undefined],
  ["so does a policy that is no text", { deletionPolicy: ["delete"] }, { __made: true }, undefined],
  ["the policy that is declared counts, and not the one in outputs", { deletionPolicy: "retain" }, { deletionPolicy: "delete" }, undefined],
])("%s", (_name, declared, outputs, method) => {
  const sent = method && { method, path: "/things/7" };
  expect(deletionRequest({ deletions, deletesCreated: true }, { id: 7, ...declared }, outputs)).toEqual(sent);
});

test("a kind that deletes only what its policy names leaves what graphplane made in place", () => {
  expect(deletionRequest({ deletions }, { id: 7 }, { __made: true })).toBeUndefined();
});

test.each<[string, Record<string, unknown>, RegExp]>([
  ["the policy that is declared", { deletionPolicy: "retain" }, /^deletionPolicy "retain"$/],
  ["the default, and how to delete", {}, /^it already existed, so deletionPolicy is "retain" by default; "delete" deletes it$/],
])("a deletion that leaves the object in place names %s", (_name, declared, text) => {
  expect(whyRetained({ deletesCreated: true }, declared)).toMatch(text);
});

test("a kind that protects refuses by default and by name, and says how to go on, unless there is no state", () => {
  const states = [{}, { id: 7 }, { deletionPolicy: "protect" }, { deletionPolicy: "delete" }];
  expect(states.map((state) => isProtected({ protects: true }, state))).toEqual([false, true, true, false]);
  expect(isProtected({}, { id: 7 })).toBe(false);
  expect(protectedText("deletion")).toMatch(/^graphplane refused the deletion.*, run "pulumi up", then delete it$/);
  expect(protectedText("replacement")).toMatch(/^graphplane refused the replacement.*, run "pulumi up", then change this argument$/);
});
