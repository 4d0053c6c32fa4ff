import { close, open, type Stacks, sweep } from "../../../examples/pull-request-environment/environments";

/** The rules of the runner; tests/cli runs it on the Pulumi CLI. */

const now = new Date("2026-11-23T12:00:00Z");
const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3_600_000);

/** Stacks in memory, each with a workspace whose host is its name. */
function memory(failing: { readonly update?: string; readonly remove?: string } = {}) {
  const tags = new Map<string, Record<string, string>>();
  const stacks: Stacks = {
    list: async () => [...tags].map(([name, own]) => ({ name, tags: own })),
    tagsOf: async (name) => tags.get(name),
    update: async (name, own) => {
      tags.set(name, { ...own });
      if (name === failing.update) throw new Error("quota");
      return { host: `${name}.example` };
    },
    remove: async (name) => {
      if (name === failing.remove) throw new Error("locked by an upgrade");
      tags.delete(name);
    },
  };
  return { stacks, tags };
}

test("a stack is tagged before its first update, again on each push, and removed once", async () => {
  const { stacks, tags } = memory();
  for (const pushed of [hoursAgo(2), now]) {
    expect(await open(stacks, 7, pushed)).toBe("pr-7.example");
    expect(tags.get("pr-7")).toEqual({ "pull-request": "7", "pushed-at": pushed.toISOString() });
  }
  await close(stacks, 7);
  await close(stacks, 7);
  expect(tags.size).toBe(0);
});

test("a workspace without a host is no environment", async () => {
  const { stacks } = memory();
  await expect(open({ ...stacks, update: async () => ({ host: "" }) }, 7, now)).rejects.toThrow("pr-7 has no host");
});

test("a sweep removes what is old, one that failed to be created too, and touches nothing else", async () => {
  const { stacks, tags } = memory({ update: "pr-3", remove: "pr-4" });
  await open(stacks, 1, hoursAgo(80));
  await open(stacks, 2, hoursAgo(71));
  await expect(open(stacks, 3, hoursAgo(100))).rejects.toThrow("quota");
  await open(stacks, 4, hoursAgo(90));
  tags.set("prod", {});
  tags.set("pr-8", { "pull-request": "9", "pushed-at": hoursAgo(500).toISOString() });
  tags.set("pr-10", { "pull-request": "10" });
  expect(await sweep(stacks, 72, now)).toEqual([
    { stack: "pr-1", hours: 80, result: "removed" },
    { stack: "pr-2", hours: 71, result: "kept" },
    { stack: "pr-3", hours: 100, result: "removed" },
    { stack: "pr-4", hours: 90, result: { failure: "locked by an upgrade" } },
    { stack: "pr-10", hours: NaN, result: { failure: "its tag pushed-at is missing or is no date: remove it by hand" } },
  ]);
  expect([...tags.keys()]).toEqual(["pr-2", "pr-4", "prod", "pr-8", "pr-10"]);
});

test("a sweep reads the tags again before it removes a stack, and goes on when one has vanished", async () => {
  const { stacks, tags } = memory();
  for (const pullRequest of [1, 2, 3, 4]) await open(stacks, pullRequest, hoursAgo(80));
  const remove = async (name: string) => {
    // While the first one is removed, someone pushes to the second, and closes the third.
    await open(stacks, 2, now);
    tags.delete("pr-3");
    await stacks.remove(name);
  };
  const swept = await sweep({ ...stacks, remove }, 72, now);
  expect(swept.map(({ stack, result }) => [stack, result])).toEqual([
    ["pr-1", "removed"],
    ["pr-2", "kept"],
    ["pr-3", "gone"],
    ["pr-4", "removed"],
  ]);
  expect([...tags.keys()]).toEqual(["pr-2"]);
});
