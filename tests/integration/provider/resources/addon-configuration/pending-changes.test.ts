import { addon, startConfiguration } from "./fixture";

const put = { endpoint: 4 } as const;
type Set = Awaited<ReturnType<typeof startConfiguration>>;
const liveValue = ({ emulator }: Set) => emulator.configurations(addon)[0]?.value;

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

test("a look that lacks what an earlier one showed does not end the wait", async () => {
  const set = await startConfiguration({ showResults: { default: "object", 4: "null" } });
  const { engine, program, emulator } = set;
  await engine.up(program());
  emulator.fault({ kind: "accepted-not-applied", match: put });
  emulator.fault({ kind: "wrong-shape", shape: "null", match: { endpoint: 5, body: () => emulator.journal.endpoint(4).length > 0 } });
  expect((await engine.up(program({ configValue: "two" }))).error).toMatch(/accepted the value but still reports a different one/);
  expect(engine.known).toMatchObject({ configValue: "one", __pending: { sent: { configValue: "two" } } });
});
