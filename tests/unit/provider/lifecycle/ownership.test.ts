import { InputError } from "../../../../provider/errors";
import type { DynamicProvider } from "../../../../provider/dynamic/adapter";
import { resumeWindowMs } from "../../../../provider/reconcile/create-outcome";
import { failureOf, life, told } from "../../../support/thing";

describe("a deletion leaves an object that another resource of the program manages", () => {
  const left = ['graphplane: no request for thing "a": another resource of the program manages it'];
  const old = told({ id: "a", __owner: "old" });
  const other = told({ id: "a", __owner: "other" });

  test("if this run created the other resource, even if its wait timed out", async () => {
    const { lifecycle, lines, calls } = await life({
      execute: async () => ({ id: "a", state: { id: "a" }, pending: "w" }),
      waitUntilApplied: () => Promise.reject(new InputError("too late")),
    });
    const { properties } = await failureOf(lifecycle.create(told({ id: "a" })));
    expect(properties).toEqual(told({ id: "a", __owner: "new 1" }));
    await lifecycle.delete("a", old);
    expect([lines, calls]).toEqual([left, []]);
  });

  test.each<[string, (lifecycle: DynamicProvider) => Promise<unknown>]>([
    ["if the engine only refreshes the other resource", (lifecycle) => lifecycle.diff("a", other, told({ id: "a" }))],
    ["if the engine only checks the other resource", (lifecycle) => lifecycle.check(told({ id: "a" }), told({ id: "a" }))],
    [
      "if the other resource is about to be replaced",
      async (lifecycle) => {
        await lifecycle.check(told({ id: "a" }), told({ id: "b" }));
        expect(await lifecycle.diff("a", other, told({ id: "b" }))).toEqual({ replaces: ["id"] });
      },
    ],
    [
      "if it is the same resource",
      async (lifecycle) => {
        await lifecycle.check(told({ id: "a" }), told({ id: "a" }));
        await lifecycle.diff("a", old, told({ id: "a" }));
      },
    ],
    [
      "if the other resource was already deleted",
      async (lifecycle) => {
        const made = await lifecycle.create(told({ id: "a" }));
        await lifecycle.delete(made.id, made.outs as Record<string, unknown>);
      },
    ],
  ])("but not %s", async (_name, before) => {
    const { lifecycle, calls } = await life();
    await before(lifecycle);
    calls.length = 0;
    await lifecycle.delete("a", old);
    expect(calls).toEqual([["delete", { id: "a" }]]);
  });

  test("if the other resource is its replacement by --replace", async () => {
    const { lifecycle, lines } = await life();
    const args = told({ id: "a", __urn: "urn:pulumi:dev::p::Thing::a" });
    await lifecycle.create(args);
    await lifecycle.delete("a", { ...args, __owner: "old", __made: true });
    expect(lines).toEqual([left[0]?.replace("another resource of the program", "its replacement")]);
  });

  test("until the other resource is no longer managed", async () => {
    const { lifecycle, lines, calls } = await life();
    const [first, second] = [await lifecycle.create(told({ id: "a" })), await lifecycle.create(told({ id: "a" }))];
    calls.length = 0;
    await lifecycle.delete("a", first.outs as Record<string, unknown>);
    expect([lines, calls]).toEqual([left, []]);
    await lifecycle.delete("a", second.outs as Record<string, unknown>);
    expect(calls).toEqual([["delete", expect.objectContaining({ id: "a" })]]);
  });
});

test("a resource keeps its owner through updates and refreshes, and one without an owner gets one in an update", async () => {
  const { lifecycle } = await life();
  const outs = (await lifecycle.create(told({ id: "a" }))).outs as Record<string, unknown>;
  expect(outs).toMatchObject({ __owner: "new 1" });
  expect((await lifecycle.update("a", outs, told({ id: "a", size: 2 }))).outs).toMatchObject({ __owner: "new 1" });
  const { props, inputs } = (await lifecycle.read("a", outs)) as Record<string, unknown>;
  expect([props, inputs]).toEqual([expect.objectContaining({ __owner: "new 1" }), told({ id: "a" })]);
  expect((await lifecycle.update("a", told({ id: "a" }), told({ id: "a", size: 2 }))).outs).toMatchObject({ __owner: "new 2" });
});

test("a resource has the id of its object, or a provisional one, which a read keeps", async () => {
  expect((await (await life()).lifecycle.create(told({ id: "a" }))).id).toBe("a");
  const { lifecycle } = await life({ idFormat: "one of its own" });
  expect((await lifecycle.create(told({ id: "a" }))).id).toBe("not-known-yet");
  expect((await lifecycle.read("one", told({ id: "a" }))).id).toBe("one");
});

test("creations with the same lock key run one after the other, and others do not wait", async () => {
  const begun: string[] = [];
  let end = () => {};
  const ended = new Promise<void>((resolve) => (end = resolve));
  const { lifecycle } = await life({
    lockKey: ({ id }) => (id === "free" ? undefined : ["things"]),
    execute: async (_plan, args) => {
      begun.push(args.id);
      await ended;
      return { state: args };
    },
  });
  const all = ["a", "b", "free", "free"].map((id) => lifecycle.create(told({ id })));
  await new Promise((resolve) => setImmediate(resolve));
  expect(begun.toSorted()).toEqual(["a", "free", "free"]);
  end();
  await Promise.all(all);
  expect(begun.at(-1)).toBe("b");
});

test("two objects whose identifiers are not known yet are not taken for one", async () => {
  const { lifecycle, lines, calls } = await life({ execute: async () => ({ state: { id: "" } }) });
  const [first] = [await lifecycle.create(told({ id: "a" })), await lifecycle.create(told({ id: "b" }))];
  await lifecycle.delete(first.id, first.outs as Record<string, unknown>);
  expect([lines, calls]).toEqual([[], [["delete", { id: "" }]]]);
});

test.each([undefined, "urn:pulumi:dev::p::t:Thing::one"])(
  "an object of %s counts as managed elsewhere only for other resources",
  async (__urn) => {
    const known: unknown[] = [];
    const { lifecycle } = await life({
      execute: async (_plan, state, _last, { isManagedElsewhere: isElsewhere, managerOf }) => {
        known.push(isElsewhere("a"), managerOf("a")?.resource);
        return { state };
      },
    });
    const outs = (await lifecycle.create(told({ id: "a", __urn }))).outs as Record<string, unknown>;
    await lifecycle.update("a", outs, told({ id: "a", size: 2, __urn }));
    await lifecycle.create(told({ id: "b", __urn: "urn:pulumi:dev::p::t:Thing::two" }));
    expect(known).toEqual([false, undefined, false, undefined, true, __urn && 'Thing "one"']);
  },
);

test("a creation knows which object is deleted before it", async () => {
  const known: boolean[] = [];
  const { lifecycle } = await life({
    deleteBeforeReplace: true,
    execute: async (_plan, args, _last, { isDeletedBeforeReplace }) => (
      known.push(isDeletedBeforeReplace("a"), isDeletedBeforeReplace("b")),
      { state: args }
    ),
  });
  const [a, b] = [told({ id: "a" }), told({ id: "b" })];
  expect(await lifecycle.diff("a", a, b)).toEqual({ replaces: ["id"], deleteBeforeReplace: true });
  await lifecycle.create(b);
  expect(known).toEqual([true, false]);
});

test("an object of another resource counts as changing until its wait has ended", async () => {
  const changing: unknown[] = [];
  const create = (id: string): Promise<unknown> => lifecycle.create(told({ id, __urn: `urn:pulumi:dev::p::Thing::${id}` }));
  const { lifecycle } = await life({
    execute: async (_plan, args, _last, { managerOf }) => {
      changing.push(managerOf(args.id === "c" ? "b" : "a")?.isChanging);
      return { state: args, pending: args.id === "a" ? "w" : undefined };
    },
    waitUntilApplied: async (args) => (await create("b"), args),
  });
  for (const id of ["a", "c", "d"]) await create(id);
  expect(changing).toEqual([undefined, true, false, false]);
});

test.each([true, false])(
  "an object that this run created (%s) is not created again during its wait and while reads can lag",
  async (created) => {
    const again: boolean[] = [];
    const create = async (): Promise<boolean> =>
      lifecycle.create(told({ id: "a" })).then(
        () => true,
        ({ message }: Error) => !message.includes("already requested the creation"),
      );
    let sent = 0;
    const { lifecycle, clock } = await life({
      identity: ["id"],
      plan: ({ size }) => ({ action: size === 1 ? "put" : "post", request: { method: "POST", path: "/things" } }),
      execute: async (_plan, args) => ({ state: args, created, pending: ++sent === 1 ? "w" : undefined }),
      waitUntilApplied: async (args) => ((clock.time += resumeWindowMs), again.push(await create()), args),
    });
    await create();
    again.push(await create());
    await lifecycle.create(told({ id: "a", size: 1 }));
    await lifecycle.update("a", told({ id: "a" }), told({ id: "a", size: 2 }));
    clock.time += resumeWindowMs;
    again.push(await create());
    expect(again).toEqual([!created, !created, true]);
  },
);
