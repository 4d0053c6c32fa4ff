import { configOf, makeHost, type Properties, unknownText } from "../../support/provider";
import { caller, startList, wg } from "./fixture";

const path = `/workgroups/${wg}/allow_list`;

const enable = `PUT ${path}/enable was {"enable_allow_list":false}`;

describe("a lockout", () => {
  test("is refused by the preview and the update, without a request", async () => {
    const { engine, program, emulator, isEnforced } = await startList({}, ["192.0.2.0/24"]);
    const reason = `graphplane did not enforce the allow list, because ${caller} (which this run comes from) is not on it. Enforcement could lock this run out. Check that an AllowListEntry allows its address, and that the AllowList lists the entry in dependsOn, so that it is created first; or set allowLockout: true`;
    expect((await engine.preview(program())).failures).toEqual([{ property: "enabled", reason }]);
    expect((await engine.up(program())).failures).toEqual([{ property: "enabled", reason }]);
    expect([emulator.journal.writes().length, isEnforced()]).toEqual([0, false]);
    expect(await engine.up(program({ allowLockout: true }))).toMatchObject({ op: "create", error: "" });
    expect(isEnforced()).toBe(true);
  });

  /** The check of an enforcement after that of an entry, as dependsOn orders them. */
  const previewAfter = async (entry: Properties) => {
    const { engine, program, clock, isEnforced } = await startList({}, []);
    const lines: string[] = [];
    const make = makeHost(clock, (line) => lines.push(line));
    const start = async (kind: string) => {
      const resource = make(kind);
      await resource.configure?.({ config: configOf(engine.config) });
      return resource;
    };
    const check = async (kind: string, news: Properties) => (await start(kind)).check?.({}, { ...news, __provider: "p" });
    await check("AllowListEntry", { workgroupId: wg, ...entry });
    const checked = await check("AllowList", program());
    const create = async () => (await start("AllowList")).create({ ...program(), __provider: "p" });
    return { failures: checked?.failures ?? [], lines, create, isEnforced };
  };

  test.each([
    ["allows the caller", { cidr: "198.51.100.0/24" }],
    ["has a range that is not known yet", { cidr: unknownText }],
    ["allows the caller, on a list that is not known yet", { workgroupId: unknownText, cidr: "198.51.100.0/24" }],
  ])("is not predicted if the program declares an entry first that %s; the update checks again", async (_, entry) => {
    const { failures, lines, create, isEnforced } = await previewAfter(entry);
    expect(failures).toEqual([]);
    expect(lines.join("\n")).toContain(`${caller} is not on the list yet, but an entry that this program declares allows it`);
    expect(lines.join("\n")).toContain(enable);
    await expect(create()).rejects.toThrow(/because it is empty/);
    expect(isEnforced()).toBe(false);
  });
});

test("if the record does not return enforcement, the acknowledged value counts and is never drift", async () => {
  const { engine, program, emulator, asked } = await startList();
  emulator.changeWorkgroup(wg, { enable_allow_list: null });
  emulator.fault({ kind: "accepted-not-applied", times: "always", match: { endpoint: "enforceRanges" } });
  expect((await engine.up(program())).error).toBe("");
  asked();
  expect((await engine.refresh()).op).toBe("read");
  expect((await engine.up(program())).op).toBe("same");
});

test("if the record does not return enforcement, a get fails, and a refresh keeps the state until the workgroup is gone", async () => {
  const { engine, program, emulator } = await startList();
  await engine.up(program());
  emulator.changeWorkgroup(wg, { enable_allow_list: null });
  expect((await engine.get(wg)).outcome.error).toContain("the workgroup's record does not report whether its allow list is enforced");
  expect((await engine.refresh()).op).toBe("read");
  expect(engine.known).toEqual(program());
  emulator.deleteWorkgroup(wg);
  expect((await engine.refresh()).op).toBe("gone");
});

describe("a deletion with deletionPolicy disable", () => {
  const standing = async (options = {}, more: Properties = {}) => {
    const made = await startList(options, undefined, { maxRetries: 0 });
    expect((await made.engine.up(made.program({ deletionPolicy: "disable", ...more }))).error).toBe("");
    made.asked();
    return made;
  };

  test("sends no request if the list is no longer enforced or the workgroup is gone", async () => {
    const { engine, emulator, asked } = await standing({ unknownId: 404 });
    const back = engine.checkpoint();
    emulator.changeWorkgroup(wg, { enable_allow_list: false });
    expect((await engine.destroy()).lines).toEqual([`graphplane: ${path}: the allow list is already not enforced`]);
    expect(asked()).toEqual([7, 7]);
    back();
    emulator.fault({ kind: "status", status: 404, type: "Not-Found", times: "always", match: { endpoint: 7 } });
    expect(await engine.destroy()).toMatchObject({ op: "delete", lines: [`graphplane: ${path}: the workgroup is already gone`] });
  });

  test("overwrites a pending enforcement", async () => {
    const { engine, program, emulator, asked } = await standing({}, { enabled: false });
    const fault = emulator.fault({ kind: "reset-before", times: "always", match: { endpoint: "enforceRanges" } });
    expect((await engine.up(program({ deletionPolicy: "disable" }))).error).toMatch(/might still take effect/);
    fault.remove();
    asked();
    expect((await engine.destroy()).error).toBe("");
    expect(asked()).toContain("liftRanges");
  });

  test("waits for a late change; if it never shows, the deletion fails and the next run sends it again", async () => {
    const late = await standing({ settleAfter: { ms: 40_000 } });
    expect((await late.engine.destroy()).error).toBe("");
    expect(late.isEnforced()).toBe(false);
    const { engine, emulator, isEnforced } = await standing();
    emulator.fault({ kind: "accepted-not-applied", match: { endpoint: "liftRanges" } });
    expect((await engine.destroy()).error).toMatch(/timed out after 120 s .* does not return enabled false \(it returns true\)/i);
    expect((await engine.destroy()).error).toBe("");
    expect(isEnforced()).toBe(false);
  });
});
