import { life, told } from "../../../support/thing";

const [old, next] = ["urn:pulumi:dev::p::t:Thing::old", "urn:pulumi:dev::p::t:Thing::next"];
const as = (urn: string, properties: Record<string, unknown>) => told({ ...properties, __urn: urn });

describe("the URN that our classes add to the arguments", () => {
  test("causes no change, whether the state has a different URN or none", async () => {
    const { lifecycle } = await life();
    for (const olds of [as(old, { id: "a" }), told({ id: "a" })])
      expect(await lifecycle.diff("a", olds, as(next, { id: "a" }))).toEqual({ changes: false });
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
