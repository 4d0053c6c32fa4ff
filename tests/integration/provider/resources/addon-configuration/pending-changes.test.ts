import { addon, startConfiguration } from "./fixture";

const put = { endpoint: 4 } as const;
type Set = Awaited<ReturnType<typeof startConfiguration>>;
const liveValue = ({ emulator }: Set) => emulator.configurations(addon)[0]?.value;

/** A configuration "one" whose change to "two" was sent by PUTs that all met the fault. */
async function changed(kind: "reset-after" | "reset-before", secrets?: string[]): Promise<Set> {
  const set = await startConfiguration({}, { maxRetries: 1 });
  await set.engine.up(set.program(), secrets);
  const fault = set.emulator.fault({ kind, match: put, times: "always" });
  const failed = await set.engine.up(set.program({ configValue: "two" }), secrets);
  fault.remove();
  expect(failed.error).toMatch(/PUT .* lost its connection .* may still take effect.*run "pulumi up" again/);
  expect(set.engine.state).toMatchObject({ initErrors: [failed.error] });
  expect(set.engine.known["configId"]).toBe(set.emulator.configurations(addon)[0]?.id);
  return set;
}

test("a refresh that finds the value arrived ends it", async () => {
  const set = await changed("reset-after");
  await set.engine.refresh();
  expect(set.engine.known).toMatchObject({ configValue: "two" });
  expect(set.engine.known).not.toHaveProperty("__pending");
});

test("where values are masked, what was lost is sent again", async () => {
  const set = await startConfiguration({ configurationValues: "masked" }, { maxRetries: 0 });
  const { engine, program, emulator } = set;
  await engine.up(program());
  emulator.fault({ kind: "reset-after", match: put });
  expect((await engine.up(program({ configValue: "two" }))).error).not.toBe("");
  expect(engine.known).toMatchObject({ configValue: "one", __pending: { sent: { configValue: "two" } } });
  expect((await engine.up(program())).error).toBe("");
  expect(liveValue(set)).toBe("one");
});

test("an adoption whose PUT was lost is in state with what was sent, and goes on without asking for it again", async () => {
  const set = await startConfiguration({}, { maxRetries: 0 });
  const { engine, program, emulator } = set;
  const { id } = emulator.account.addConfiguration(addon, { name: "main", value: "theirs" });
  emulator.fault({ kind: "reset-before", match: put });
  const { error } = await engine.up(program({ adopt: true }));
  expect(engine.state).toMatchObject({ id: `${addon}/${id}`, initErrors: [error] });
  expect(engine.known).toMatchObject({ configId: id, configValue: "theirs", __pending: { sent: { configValue: "one" } } });
  expect(await engine.up(program({ adopt: true }))).toMatchObject({ op: "update", error: "" });
  expect(liveValue(set)).toBe("one");
});

test("a look that lacks what an earlier one showed does not end the wait", async () => {
  const set = await startConfiguration({ showResults: { default: "object", 4: "null" } });
  const { engine, program, emulator } = set;
  await engine.up(program());
  emulator.fault({ kind: "accepted-not-applied", match: put });
  emulator.fault({ kind: "wrong-shape", shape: "null", match: { endpoint: 5, body: () => emulator.journal.endpoint(4).length > 0 } });
  expect((await engine.up(program({ configValue: "two" }))).error).toMatch(/accepted the value but still reports a different one/);
  expect(engine.known).toMatchObject({ configValue: "one", __pending: { sent: { configValue: "two" } } });
});

test("a secret name is in no line of a wait", async () => {
  const { engine, program, emulator } = await startConfiguration({ showResults: { default: "object", 4: "text" } });
  await engine.up(program({ configName: "signing-key" }), ["configName"]);
  emulator.fault({ kind: "accepted-not-applied", match: put });
  const { lines } = await engine.up(program({ configName: "signing-key", configValue: "two" }), ["configName"]);
  expect(lines.join()).toContain("[secret]: waiting for");
  expect(lines.join()).not.toContain("signing-key");
});
