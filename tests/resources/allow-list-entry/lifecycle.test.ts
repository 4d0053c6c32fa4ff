import { startEntry, wg } from "./fixture";

test.each([
  ["203.0.113.77/24", "203.0.113.0/24"],
  ["203.0.113.7", "203.0.113.7/32"],
  ["2001:0DB8:0::/32", "2001:db8::/32"],
])("%s is sent as %s, and an equivalent range is never a difference", async (cidr, sent) => {
  const { engine, program, ranges, asked, change } = await startEntry();
  expect((await engine.up(program({ cidr }))).error).toBe("");
  expect(ranges()).toEqual([[sent, "office"]]);
  expect(engine.known).toMatchObject({ cidr });
  asked();
  expect((await engine.up(program({ cidr: sent }))).op).toBe("same");
  // Also where the service writes it in another form.
  change({ cidr });
  expect((await engine.refresh()).op).toBe("read");
  expect(engine.declared).toMatchObject({ cidr });
  expect((await engine.up(program({ cidr: sent }))).op).toBe("same");
});

test("a range that was changed in the console is drift: the declared range is created before the other is deleted", async () => {
  const { engine, program, change, ranges } = await startEntry();
  await engine.up(program());
  change({ cidr: "192.0.2.0/24" });
  expect((await engine.refresh()).op).toBe("read");
  expect(await engine.up(program())).toMatchObject({ op: "replace", error: "" });
  expect(ranges()).toEqual([["203.0.113.0/24", "office"]]);
});

test("a note that was changed in the console is drift, and the declared one is sent again", async () => {
  const { engine, program, change, ranges } = await startEntry();
  await engine.up(program());
  change({ note: "theirs" });
  await engine.refresh();
  expect(engine.declared).toMatchObject({ note: "theirs" });
  expect(await engine.up(program())).toMatchObject({ op: "update", error: "" });
  expect(ranges()).toEqual([["203.0.113.0/24", "office"]]);
});

test("until the list contains a note that was sent, the state contains the one that the list contains", async () => {
  const { engine, program, emulator, change } = await startEntry();
  await engine.up(program({ note: undefined }));
  emulator.fault({ kind: "accepted-not-applied", match: { endpoint: "updateAllowedRange" } });
  expect((await engine.up(program({ note: "desk" }))).error).toMatch(/timed out/);
  expect(engine.known).toMatchObject({ note: "" });
  change({ note: "late" });
  const { lines } = await engine.refresh();
  expect(engine.known).toMatchObject({ note: "late" });
  // It is not drift, because graphplane itself might have caused it.
  expect(lines.join()).not.toContain("drift");
});

test("an entry that was deleted is gone, even if another one has its range since", async () => {
  const { engine, program, emulator } = await startEntry();
  await engine.up(program());
  emulator.setAllowedRanges(wg, [{ id: "another", cidr: "203.0.113.0/24", note: "office" }]);
  expect((await engine.refresh()).op).toBe("gone");
});
