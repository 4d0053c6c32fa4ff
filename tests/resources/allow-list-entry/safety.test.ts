import type { EmulatorOptions } from "../../../testing/emulator";
import { messageOf } from "../../../testing/engine/protocol";
import { configOf, makeHost, unknownText } from "../../support/provider";
import { caller, startEntry, wg } from "./fixture";

const list = "listAllowedRanges";

describe("while the list is enforced", () => {
  /** An entry that allows the caller, and others beside it. */
  const standing = async (others: readonly string[], more = {}) => {
    const made = await startEntry();
    for (const cidr of others) made.emulator.account.addAllowedRange(wg, { cidr });
    await made.engine.up(made.program({ cidr: `${caller}/32`, ...more }));
    made.enforce();
    made.asked();
    return made;
  };

  test("the only entry that allows the caller is not deleted", async () => {
    const { engine, asked, ranges } = await standing(["192.0.2.0/24", "::/0"]);
    const { error } = await engine.destroy();
    expect(error).toContain(
      `the list is enforced, and "${caller}/32" is the only range that allows ${caller}, which this run comes from: without it, this run would lock itself out, so graphplane did not delete it. To keep the list enforced, add an AllowListEntry that includes the address of this run, and run "pulumi up". To turn the list off, set enabled: false on its AllowList and run "pulumi up", then delete the entry; or set deletionPolicy: "disable" there and run "pulumi up", then "pulumi destroy". To keep the entry on the list, remove it from the state with "pulumi state delete"`,
    );
    expect(asked()).toEqual([7, "getCaller", list]);
    expect(ranges()).toHaveLength(3);
    expect(engine.state).toBeDefined();
  });

  test.each([
    ["another entry allows the caller", ["198.51.100.0/24"], {}],
    ["the program allows a lockout", [], { allowLockout: true }],
    ["the entry allows other addresses", ["::/0"], { cidr: "203.0.113.0/24" }],
  ])("it is deleted if %s", async (_, others, more) => {
    const { engine, ranges } = await standing(others, more);
    expect((await engine.destroy()).error).toBe("");
    expect(ranges()).toHaveLength(others.length);
  });

  describe.each([
    ["is refused", {}],
    ["is sent where the program allows a lockout", { allowLockout: true }],
  ])("a change that puts the declared range back over the one that allows the caller %s", (_, more) => {
    test.each([["a preview", "preview"] as const, ["an update", "up"] as const])("by %s", async (_name, run) => {
      const made = await startEntry();
      const { engine, emulator, program, enforce, ranges } = made;
      await engine.up(program({ cidr: "203.0.113.0/24", ...more }));
      const [entry] = emulator.allowedRanges(wg);
      emulator.setAllowedRanges(wg, [{ ...entry, id: entry?.id ?? "", cidr: `${caller}/32` }]);
      enforce();
      const outcome = await engine[run](program({ cidr: "203.0.113.0/24", note: "branch", ...more }));
      const isRefused = Object.keys(more).length === 0;
      expect([outcome.error, ...outcome.told].join()).toMatch(
        isRefused ? /"198.51.100.7\/32" is the only range that allows 198.51.100.7.*so graphplane did not change it/ : /^$/,
      );
      if (!isRefused)
        expect(outcome.lines).toContainEqual(
          expect.stringMatching(/cidr: last applied "203.0.113.0\/24", live "198.51.100.7\/32", declared "203.0.113.0\/24"$/),
        );
      expect(ranges()[0]?.[0]).toBe(!isRefused && run === "up" ? "203.0.113.0/24" : `${caller}/32`);
    });
  });

  test("a change of the note alone is sent without a check of who is allowed", async () => {
    const { engine, program, asked } = await standing([]);
    expect(await engine.up(program({ cidr: `${caller}/32`, note: "desk" }))).toMatchObject({ op: "update", error: "" });
    expect(asked()).not.toContain("getCaller");
  });

  test.each([
    ["not refused if the program declares an entry first that allows the caller", "198.51.100.0/24", false],
    ["not refused if the program declares an entry first whose range is not known yet", unknownText, false],
    ["refused if the program only declares an entry that allows other addresses", "192.0.2.0/24", true],
  ])("in a preview, putting the declared range back is %s", async (_, other, isRefused) => {
    const { engine, emulator, program, clock, enforce } = await startEntry();
    await engine.up(program());
    const { id = "", outputs = {} } = engine.state ?? {};
    emulator.setAllowedRanges(wg, [{ id: id.slice(wg.length + 1), cidr: `${caller}/32`, note: "office" }]);
    enforce();
    const lines: string[] = [];
    const make = makeHost(clock, (line) => lines.push(line));
    const start = async () => {
      const resource = make("AllowListEntry");
      await resource.configure?.({ config: configOf(engine.config) });
      return resource;
    };
    await (await start()).check?.({}, { workgroupId: wg, cidr: other, __provider: engine.provider });
    const news = { ...program({ note: "branch" }), __provider: engine.provider };
    await (await start()).check?.(outputs, news);
    const refusal = await start()
      .then((entry) => entry.diff?.(id, outputs, news))
      .then(() => "", messageOf);
    expect([refusal, ...lines].join()).toMatch(isRefused ? /so graphplane did not change it/ : /: PUT /);
  });

  test("the only entry that allows the caller is not deleted if the workgroup does not report whether the list is enforced", async () => {
    const { engine, emulator } = await standing([]);
    emulator.changeWorkgroup(wg, { enable_allow_list: undefined as never });
    expect((await engine.destroy()).error).toContain("the list might be enforced, and");
  });

  test("the last entry is not deleted, wherever the caller is, until enforcement ends", async () => {
    const { engine, emulator, ranges } = await standing([], { cidr: "203.0.113.0/24" });
    expect((await engine.destroy()).error).toContain('"203.0.113.0/24" is the last entry; an empty list would lock everyone out');
    expect(ranges()).toHaveLength(1);
    emulator.changeWorkgroup(wg, { enable_allow_list: false });
    expect((await engine.destroy()).error).toBe("");
  });

  test("no entry is deleted if the list is null or cannot be read", async () => {
    for (const fault of [
      { kind: "wrong-shape", shape: "null" },
      { kind: "status", status: 404, type: "Unknown" },
    ] as const) {
      const { engine, emulator, ranges } = await standing(["::/0"]);
      emulator.fault({ ...fault, times: "always", match: { endpoint: list } });
      expect((await engine.destroy()).error).toContain(`"${caller}/32" might be its last entry, so graphplane did not delete it`);
      expect(ranges()).toHaveLength(2);
    }
  });

  /** Deletes entries at once, as an engine does. */
  const deleteAtOnce = async (cidrs: readonly string[], options: EmulatorOptions = {}) => {
    const { engine, emulator, clock, enforce, ranges } = await startEntry(options, { maxRetries: 0 });
    const { config, provider } = engine;
    enforce();
    const made = cidrs.map((cidr) => ({ cidr, id: emulator.account.addAllowedRange(wg, { cidr }).id }));
    const make = makeHost(clock, () => undefined);
    const run = async () =>
      Promise.allSettled(
        made.map(async ({ cidr, id: entryId }) => {
          const resource = make("AllowListEntry");
          await resource.configure?.({ config: configOf(config) });
          await resource.delete?.(`${wg}/${entryId}`, {
            workgroupId: wg,
            cidr,
            entryId,
            timeoutSeconds: 900,
            __made: true,
            __provider: provider,
          });
        }),
      );
    return { emulator, ranges, run };
  };
  const failuresOf = (results: readonly PromiseSettledResult<void>[]) =>
    results.flatMap((result) => (result.status === "rejected" ? [String((result.reason as Error).message)] : []));

  test("of entries that are deleted in parallel and still listed for a while, the last one that allows the caller is kept", async () => {
    const cidrs = ["198.51.100.0/24", "192.0.2.0/24", "0.0.0.0/0"];
    const { emulator, ranges, run } = await deleteAtOnce(cidrs, { settleAfter: 20 });
    const results = await run();
    expect(failuresOf(results)).toEqual([expect.stringContaining('"0.0.0.0/0" is the last entry')]);
    expect(ranges().map(([cidr]) => cidr)).toEqual(["0.0.0.0/0"]);
    // Their waits overlap: the second deletion is sent while the list still shows the first one.
    const sent = emulator.journal.entries.map(({ endpoint }) => endpoint);
    const between = sent.slice(sent.indexOf("deleteAllowedRange"), sent.lastIndexOf("deleteAllowedRange"));
    expect(between.filter((endpoint) => endpoint === list).length).toBeLessThan(20);
  });

  test("a deletion that may have been applied counts as done in the next check, and a refused one does not", async () => {
    const cidrs = ["198.51.100.0/24", "0.0.0.0/0"];
    for (const [fault, error] of [
      [{ kind: "reset-after" }, /is the last entry/],
      [{ kind: "html", status: 405 }, /does not implement DELETE/],
    ] as const) {
      const { emulator, ranges, run } = await deleteAtOnce(cidrs, { settleAfter: 200 });
      emulator.fault({ ...fault, times: 1, match: { endpoint: "deleteAllowedRange" } });
      expect(failuresOf(await run())).toContainEqual(expect.stringMatching(error));
      expect(emulator.journal.endpoint("deleteAllowedRange").length).toBe(fault.kind === "html" ? 2 : 1);
      expect(ranges().length).toBeGreaterThan(0);
    }
  });

  test("a replacement creates the new range first, so that it can admit the caller", async () => {
    const { engine, program, ranges } = await standing([]);
    expect(await engine.up(program({ cidr: "198.51.100.0/24" }))).toMatchObject({ op: "replace", error: "" });
    expect(ranges()).toEqual([["198.51.100.0/24", "office"]]);
  });

  test.each([
    ["lacks the call", { kind: "status", status: 404, type: "Unknown" }],
    ["answers something else", { kind: "wrong-shape", shape: "text" }],
  ] as const)("no entry is deleted if the service %s that returns the caller's address", async (_, fault) => {
    const { engine, emulator, ranges } = await standing(["192.0.2.0/24"]);
    emulator.fault({ ...fault, times: "always", match: { endpoint: "getCaller" } });
    expect((await engine.destroy()).error).toContain("the service does not report which address this run comes from");
    expect(ranges()).toHaveLength(2);
  });
});

test("a POST without a note that is accepted but not applied is sent again by the next update", async () => {
  const { engine, program, emulator } = await startEntry();
  emulator.fault({ kind: "accepted-not-applied", match: { endpoint: "createAllowedRange" } });
  const bare = program({ note: undefined });
  expect((await engine.up(bare)).error).toMatch(/timed out after 120 s/i);
  expect(engine.known).toHaveProperty("__pending");
  expect((await engine.up(bare)).error).toBe("");
  expect(emulator.journal.endpoint("createAllowedRange").length).toBe(2);
  expect(engine.known).not.toHaveProperty("__pending");
});
