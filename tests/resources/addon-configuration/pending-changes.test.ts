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
