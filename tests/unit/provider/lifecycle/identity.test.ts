import { planLogVariable, runKeyVariable } from "../../../../provider/messages/plan-log";
import { life, told } from "../../../support/thing";

const [old, next] = ["urn:pulumi:dev::p::t:Thing::old", "urn:pulumi:dev::p::t:Thing::next"];
const as = (urn: string, properties: Record<string, unknown>) => told({ ...properties, __urn: urn });

describe("the URN that our classes add to the arguments", () => {
  test("causes no change, whether the state has a different URN or none", async () => {
    const { lifecycle } = await life();
    for (const olds of [as(old, { id: "a" }), told({ id: "a" })])
      expect(await lifecycle.diff("a", olds, as(next, { id: "a" }))).toEqual({ changes: false });
  });

  const secret = { __secrets: ["note"] };
  test.each<[string, object, object, object]>([
    ["the engine compares the inputs, if no hidden key differs", as(old, { size: 1 }), as(old, { size: 2 }), { replaces: [] }],
    ["the CLI compares them, if the URN differs", as(old, { size: 1 }), as(next, { size: 2 }), { replaces: [], changes: true }],
    ["the CLI compares them, if the state has no URN yet", told({ size: 1 }), as(next, { size: 2 }), { replaces: [], changes: true }],
    [
      "the CLI compares them, if a value becomes secret",
      as(old, { note: "x" }),
      as(old, { note: "y", ...secret }),
      { replaces: [], changes: true },
    ],
    [
      "the engine compares them, if a secret changes too",
      as(old, { note: "x", ...secret }),
      as(next, { note: "y", ...secret }),
      { replaces: [] },
    ],
    ["a replacement stays one", as(old, { id: "b" }), as(next, { id: "c" }), { replaces: ["id"], changes: true }],
  ])("no diff for people shows it: %s", async (_, olds, news, expected) => {
    const { lifecycle } = await life();
    expect(await lifecycle.diff("a", { id: "a", ...olds }, { id: "a", ...news })).toEqual(expected);
  });

  test("is compared by the engine in a preview that records, because a review takes changed secrets from that", async () => {
    const { lifecycle } = await life();
    process.env[planLogVariable] = "/dev/null";
    process.env[runKeyVariable] = "key";
    try {
      expect(await lifecycle.diff("a", as(old, { id: "a", size: 1 }), as(next, { id: "a", size: 2 }))).toEqual({ replaces: [] });
    } finally {
      delete process.env[planLogVariable];
      delete process.env[runKeyVariable];
    }
  });

  test("stays in the state and the inputs, and is not passed to the resource", async () => {
    const { lifecycle, calls } = await life();
    expect(await lifecycle.check({}, as(next, { id: "a" }))).toEqual({ inputs: as(next, { id: "a" }), failures: [] });
    expect((await lifecycle.create(as(next, { id: "a" }))).outs).toMatchObject({ __urn: next });
    expect((await lifecycle.update("a", as(old, { id: "a" }), as(next, { id: "a", size: 1 }))).outs).toMatchObject({ __urn: next });
    expect(await lifecycle.read("a", as(old, { id: "a" }))).toMatchObject({ props: { __urn: old }, inputs: { __urn: old } });
    await lifecycle.delete("a", as(next, { id: "a" }));
    expect(JSON.stringify(calls)).not.toContain("urn:");
  });
});
