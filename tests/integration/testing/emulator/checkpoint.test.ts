import { startFixture } from "./fixture";

const closing = { connection: "close" };

test("a checkpoint restores the records, the faults, the keys and the journal, any number of times", async () => {
  const fixture = await startFixture({ statusAfter: 2 });
  const { emulator, wg, ws } = fixture;
  emulator.fault({ kind: "status", status: 500, match: { method: "PUT" } });
  const restore = emulator.checkpoint();
  const { standing } = emulator;
  for (let time = 0; time < 2; time++) {
    const put = () => fixture.call("PUT", fixture.workspacePath, { auto_stop_minutes: 45, pause: true }, closing);
    expect([(await put()).status, (await put()).status]).toEqual([500, 200]);
    emulator.rotateKey("another");
    expect(emulator.workspace(wg, ws)).toMatchObject({ auto_stop_minutes: 45, status: "Pausing" });
    expect(emulator.standing).toBeUndefined();

    restore();
    expect(emulator.standing).toBe(standing);
    expect(emulator.apiKey).toBe("emulator-api-key");
    expect(emulator.journal.length).toBe(0);
    expect(emulator.workspace(wg, ws)).toMatchObject({ status: "Active" });
  }
});

test("the text of the state contains the records and the remaining faults", async () => {
  const { emulator, wg, ws } = await startFixture();
  const texts = new Set([emulator.standing]);
  emulator.changeWorkspace(wg, ws, { name: "another" });
  texts.add(emulator.standing);
  emulator.account.addUser(wg, ws, { username: "anna", password: "first" });
  texts.add(emulator.standing);
  emulator.fault({ kind: "hang" });
  texts.add(emulator.standing);
  expect(texts.size).toBe(4);
});
