import { handler } from "../../../provider/dynamic/handler";
import { definitionOf, registry } from "../../../provider/registry";

test.each(Object.keys(registry))(
  "%s: a program's second resource for the same object is refused if the two would overwrite each other",
  async (kind) => {
    const { identity = [] } = definitionOf(kind);
    const ids = Object.fromEntries(identity.map((name) => [name, "x"]));
    const twice = async (name: string) => {
      const { failures = [] } =
        (await handler(kind).check?.(ids, { ...ids, __urn: `urn:pulumi:s::p::graphplane:index:${kind}::${name}` })) ?? {};
      return failures.filter(({ reason }) => reason.includes(`${kind} "${name}" and ${kind} "one" declare the same object`)).length;
    };
    expect([await twice("one"), await twice("one"), await twice("two")]).toEqual([0, 0, identity.length === 0 ? 0 : 1]);
  },
);

test.each(["Cluster", "", "constructor", "__proto__"])("a state with the unknown kind %j fails with the version that it needs", (kind) => {
  const known = Object.keys(registry).join(", ");
  expect(() => handler(kind)).toThrow(
    `graphplane: unknown resource ${JSON.stringify(kind)} in this version. Available: ${known}. Use the version that wrote the state, or a later one`,
  );
});

describe("a renamed resource", () => {
  const user = { workgroupId: "w", workspaceId: "s", username: "reader", password: "old" };
  const urnOf = (name: string) => `urn:pulumi:s::p::pulumi-nodejs:dynamic/graphplane:DatabaseUser::${name}`;
  beforeEach(() => void jest.spyOn(process.stderr, "write").mockReturnValue(true));
  afterEach(() => jest.restoreAllMocks());

  test.each<[string, string, object, true | undefined]>([
    ["argument", "the CLI, which omits the URN", { deletionPolicy: "delete" }, true],
    ["secret", "the engine", { password: "new" }, undefined],
    ["secret and a changed argument", "the engine", { password: "new", deletionPolicy: "delete" }, undefined],
  ])("with a changed %s is compared by %s", async (_, _by, more, changes) => {
    const [olds, news] = [
      { ...user, __urn: urnOf("before") },
      { ...user, ...more, __urn: urnOf("after") },
    ];
    expect((await handler("DatabaseUser").diff?.("w/s/reader", olds, news))?.changes).toBe(changes);
  });
});
