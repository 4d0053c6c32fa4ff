import { Identities } from "../../../../provider/lifecycle/identities";

const met = { object: "object", made: true, isProtected: false };

describe("a new resource replaces one of the state", () => {
  test.each<[string, (identities: Identities) => void, object | undefined]>([
    ["that this process has met", (identities) => identities.add("a", met), met],
    ["none that it has not met", (identities) => identities.add("b", met), undefined],
    ["none that a read showed to be gone", (identities) => (identities.add("a", met), identities.forget("a")), undefined],
    ["none that has another URN now", (identities) => (identities.add("a", met), identities.rename("a", "b")), undefined],
    ["that had another URN", (identities) => (identities.add("b", met), identities.rename("b", "a")), met],
    [
      "that was made, whatever inputs alone show",
      (identities) => (identities.add("a", met), identities.add("a", { ...met, made: false })),
      met,
    ],
    ["none without a URN", (identities) => identities.add(undefined, met), undefined],
  ])("%s", (_, prepare, expected) => {
    const identities = new Identities();
    prepare(identities);
    expect(identities.replacedBy("a")).toEqual(expected);
    expect(identities.replacedBy(undefined)).toBeUndefined();
  });

  test("and takes over its object, also where the state has the earlier URN", () => {
    const identities = new Identities();
    identities.rename("a", "b");
    identities.takeOver("b", "object");
    const taken = (urn: string | undefined, object: string | undefined) => identities.isTakenOver(urn, object);
    expect([taken("a", "object"), taken("b", "object")]).toEqual([true, true]);
    expect([taken("c", "object"), taken("b", "other"), taken(undefined, "object"), taken("b", undefined)]).toEqual([
      false,
      false,
      false,
      false,
    ]);
  });
});
