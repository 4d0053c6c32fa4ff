import { startEntry, wg } from "./fixture";

test.each([
  ["203.0.113.77/24", "203.0.113.0/24"],
  ["203.0.113.7", "203.0.113.7/32"],
  ["2001:0DB8:0::/32", "2001:db8::/32"],
])("%s is sent as %s, and an equivalent range is never a difference", async (cidr, sent) => {
  const { engine, program, ranges, asked, emulator } = await startEntry();
  expect((await engine.up(program({ cidr }))).error).toBe("");
  expect(ranges()).toEqual([[sent, "office"]]);
  expect(engine.known).toMatchObject({ cidr });
  asked();
  expect((await engine.up(program({ cidr: sent }))).op).toBe("same");
  // Also where the service writes it in another form.
  emulator.setAllowedRanges(
    wg,
    emulator.allowedRanges(wg).map((range) => ({ ...range, cidr })),
  );
  expect((await engine.refresh()).op).toBe("read");
  expect(engine.declared).toMatchObject({ cidr });
  expect((await engine.up(program({ cidr: sent }))).op).toBe("same");
});

test("a range that was changed in the console is drift: the declared range is created before the other is deleted", async () => {
  const { engine, program, emulator, ranges } = await startEntry();
  await engine.up(program());
  emulator.setAllowedRanges(
    wg,
    emulator.allowedRanges(wg).map((range) => ({ ...range, cidr: "192.0.2.0/24" })),
  );
  expect((await engine.refresh()).op).toBe("read");
  expect(await engine.up(program())).toMatchObject({ op: "replace", error: "" });
  expect(ranges()).toEqual([["203.0.113.0/24", "office"]]);
});
