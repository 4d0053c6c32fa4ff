import { adoptions, argumentsOf, registry, reviewFactsOf } from "../../../provider/registry";

test("a kind that can be adopted says how, and no other does", () => {
  const without = Object.keys(registry).filter((kind) => adoptions()[kind] === undefined);
  expect(without.toSorted()).toEqual(["QueryRun", "Workgroup", "Workspace", "WorkspaceRefresh"]);
});

test.each(["WorkspaceDream", "constructor"])("the unknown kind %s has no facts and no arguments", (kind) => {
  expect([reviewFactsOf(kind), argumentsOf(kind)]).toEqual([undefined, {}]);
});
