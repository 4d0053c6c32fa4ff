import { freshFor, ReadCache } from "../../../../client/http/read-cache";
import type { WorkgroupRecord } from "../../../../client/wire/records";
import { VirtualClock } from "../../../support/virtual-clock";

/** A store whose reads are answered by hand, in any order. */
function store() {
  const clock = new VirtualClock();
  const records = new ReadCache<WorkgroupRecord>(clock);
  const reads: { answer(name: string): void; fail(error: Error): void; signal: AbortSignal }[] = [];
  const ask = (signal: AbortSignal) =>
    new Promise<WorkgroupRecord>((resolve, reject) => {
      reads.push({ answer: (name) => resolve({ workgroup_id: "wg", name }), fail: reject, signal });
    });
  const writeOf = (workspaceID: string, workgroupID: string) => JSON.stringify([workgroupID, workspaceID]);
  const get = (
    { workspaceID = "", skipCache }: { workspaceID?: string; skipCache?: boolean } = {},
    workgroupID = "wg",
    signal?: AbortSignal,
  ) => records.get(workgroupID, ask, { after: [writeOf(workspaceID, workgroupID)], skipCache }, signal).then(({ name }) => name);
  /** A write whose end is decided by hand. */
  const write = (workspaceID = "ws", workgroupID = "wg") => {
    let end = () => {};
    const done = records.invalidateOnWrite([writeOf(workspaceID, workgroupID)], () => new Promise<void>((resolve) => (end = resolve)));
    return async () => {
      end();
      await done;
    };
  };
  const read = (index: number) => {
    const found = reads[index];
    if (found === undefined) throw new Error(`read ${index} was not asked`);
    return found;
  };
  return { clock, records, reads, get, write, read };
}

test("askers join the request under way", async () => {
  const { reads, get, read } = store();
  const askers = [get(), get({ workspaceID: "ws" }), get({ skipCache: true })];
  read(0).answer("one");
  await expect(Promise.all(askers)).resolves.toEqual(["one", "one", "one"]);
  expect(reads).toHaveLength(1);
});

test("a read that is given up after a newer one began leaves the newer one to later askers", async () => {
  const { reads, get, read, write } = store();
  const controller = new AbortController();
  const first = get({ workspaceID: "ws" }, "wg", controller.signal);
  await write("ws")();
  const second = get({ workspaceID: "ws" });
  controller.abort();
  await expect(first).rejects.toThrow();
  const third = get({ workspaceID: "ws" });
  read(1).answer("new");
  await expect(Promise.all([second, third])).resolves.toEqual(["new", "new"]);
  expect(reads).toHaveLength(2);
});

test("each workgroup has its own record", async () => {
  const { get, read } = store();
  const askers = [get({}, "a"), get({}, "b")];
  read(1).answer("b");
  read(0).answer("a");
  await expect(Promise.all(askers)).resolves.toEqual(["a", "b"]);
});

test("a response serves later askers for less than 10 seconds after it was asked for", async () => {
  const { clock, reads, get, read } = store();
  const first = get();
  clock.time += 4_000;
  read(0).answer("old");
  await first;
  clock.time += 5_999;
  await expect(get()).resolves.toBe("old");
  clock.time += 1;
  const later = get();
  expect(reads).toHaveLength(2);
  read(1).answer("new");
  await expect(later).resolves.toBe("new");
  expect(freshFor).toBe(10_000);
});

test("a request that hangs for 10 seconds is not joined any more", () => {
  const { clock, reads, get } = store();
  void get();
  clock.time += 10_000;
  void get();
  expect(reads).toHaveLength(2);
});

test.each([
  ["a response", (read: ReturnType<ReturnType<typeof store>["read"]>) => read.answer("before")],
  ["a failure", (read: ReturnType<ReturnType<typeof store>["read"]>) => read.fail(new Error("away"))],
])("a poll sends a new request after %s, and polls join each other", async (_, end) => {
  const { reads, get, read } = store();
  const first = get();
  end(read(0));
  await first.catch(() => undefined);
  const polls = [get({ skipCache: true }), get({ skipCache: true })];
  expect(reads).toHaveLength(2);
  read(1).answer("after");
  await expect(Promise.all(polls)).resolves.toEqual(["after", "after"]);
  await expect(get()).resolves.toBe("after");
});

test("a write makes old only what its own workspace's askers know", async () => {
  const { reads, get, write, read } = store();
  const first = get();
  read(0).answer("before");
  await first;
  await write("ws")();
  await expect(get({ workspaceID: "other" })).resolves.toBe("before");
  await expect(get()).resolves.toBe("before");
  const asker = get({ workspaceID: "ws" });
  expect(reads).toHaveLength(2);
  read(1).answer("after");
  await expect(asker).resolves.toBe("after");
  await expect(get({ workspaceID: "ws" })).resolves.toBe("after");
});

test.each([
  ["of the same id in another workgroup", ["ws", "a"], ["ws", "b"]],
  ["whose ids could be glued together differently", ["c", 'a","b'], ['b","c', "a"]],
] as const)("a write to a workspace %s makes nothing old", async (_, [workspaceID, workgroupID], written) => {
  const { get, write, read } = store();
  const first = get({ workspaceID }, workgroupID);
  read(0).answer("before");
  await first;
  await write(...written)();
  await expect(get({ workspaceID }, workgroupID)).resolves.toBe("before");
});

test("a request asked for before a write is not joined after it, and does not replace the newer one", async () => {
  const { reads, get, write, read } = store();
  const early = get({ workspaceID: "ws" });
  const end = write("ws");
  await end();
  const late = get({ workspaceID: "ws" });
  expect(reads).toHaveLength(2);
  read(1).answer("after");
  await expect(late).resolves.toBe("after");
  read(0).answer("before");
  await expect(early).resolves.toBe("before");
  await expect(get({ workspaceID: "ws" })).resolves.toBe("after");
});

test("a read that begins during a write serves no caller after it", async () => {
  const { reads, get, write, read } = store();
  const end = write("ws");
  const during = get({ workspaceID: "ws" });
  void get({ workspaceID: "ws" });
  expect(reads).toHaveLength(2);
  read(0).answer("during");
  read(1).answer("during");
  await during;
  await end();
  void get({ workspaceID: "ws" });
  expect(reads).toHaveLength(3);
});

test("a write that fails makes records old as well, and its error is the caller's", async () => {
  const { records, reads, get, read } = store();
  const first = get({ workspaceID: "ws" });
  read(0).answer("before");
  await first;
  await expect(records.invalidateOnWrite(['["wg","ws"]'], () => Promise.reject(new Error("lost")))).rejects.toThrow("lost");
  void get({ workspaceID: "ws" });
  expect(reads).toHaveLength(2);
});

test("a failed read rejects callers for 10 seconds after its last try, and no later ones", async () => {
  const { clock, reads, get, read } = store();
  const askers = [get(), get()];
  clock.time += 30_000;
  read(0).fail(new Error("away"));
  for (const asker of askers) await expect(asker).rejects.toThrow("away");
  clock.time += 9_999;
  await expect(get()).rejects.toThrow("away");
  clock.time += 1;
  const again = get();
  expect(reads).toHaveLength(2);
  read(1).answer("back");
  await expect(again).resolves.toBe("back");
});

test("a failure from before a write does not reject callers that need the state after it", async () => {
  const { reads, get, write, read } = store();
  const first = get({ workspaceID: "ws" });
  read(0).fail(new Error("away"));
  await expect(first).rejects.toThrow("away");
  await write("ws")();
  await expect(get({ workspaceID: "other" })).rejects.toThrow("away");
  const asker = get({ workspaceID: "ws" });
  expect(reads).toHaveLength(2);
  read(1).answer("after");
  await expect(asker).resolves.toBe("after");
});

test("an old read that fails late does not take the newer answer away", async () => {
  const { clock, get, read } = store();
  const old = get();
  clock.time += 10_000;
  const newer = get();
  read(1).answer("newer");
  await newer;
  read(0).fail(new Error("late"));
  await expect(old).rejects.toThrow("late");
  await expect(get()).resolves.toBe("newer");
});

test("one asker's giving up leaves the others' request alone", async () => {
  const { get, read } = store();
  const [first, second] = [new AbortController(), new AbortController()];
  const leaving = get({}, "wg", first.signal);
  const staying = get({}, "wg", second.signal);
  first.abort(new Error("enough"));
  await expect(leaving).rejects.toThrow("enough");
  expect(read(0).signal.aborted).toBe(false);
  read(0).answer("kept");
  await expect(staying).resolves.toBe("kept");
});

test("the request is given up when the last asker is gone, and the next asker begins a new one", async () => {
  const { reads, get, read } = store();
  const controllers = [new AbortController(), new AbortController()];
  const askers = controllers.map(({ signal }) => get({}, "wg", signal));
  controllers.forEach((controller) => controller.abort(new Error("enough")));
  for (const asker of askers) await expect(asker).rejects.toThrow("enough");
  expect(read(0).signal.aborted).toBe(true);
  read(0).fail(new Error("given up"));
  await Promise.resolve();
  void get();
  expect(reads).toHaveLength(2);
});

test("a caller that has aborted already sends nothing", async () => {
  const { reads, get } = store();
  await expect(get({}, "wg", AbortSignal.abort(new Error("enough")))).rejects.toThrow("enough");
  expect(reads).toEqual([]);
});
