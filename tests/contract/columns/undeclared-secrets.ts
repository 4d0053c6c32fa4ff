import { column } from "../column";
import type { Planted, UndeclaredSecrets } from "../row";
import { bare, seenIn, type Stage } from "../stage";

const planted: Planted = { registration_token: "planted-registration", secret_access_key: "planted-access" };

/** Every run of a resource's life, one of them refused by the service; resolves to all that was seen, and stored where that counts. */
async function live(stage: Stage, { plant, more = {}, takenOver }: UndeclaredSecrets): Promise<readonly string[]> {
  const { row, engine, emulator, program } = stage;
  const seen: string[] = [];
  const note = async (run: Promise<Parameters<typeof seenIn>[0]>) => {
    seen.push(seenIn(await run), takenOver === undefined ? JSON.stringify(engine.state ?? null) : "");
  };
  plant(stage, planted);
  await note(engine.preview(program()));
  await note(engine.up(program()));
  await note(engine.up(program(more)));
  plant(stage, planted);
  if (engine.state !== undefined) await note(engine.refresh());
  const changed = program({ ...more, ...row.change });
  await note(engine.preview(changed));
  emulator.fault({ kind: "status", status: 400, type: "Bad-Request", match: { endpoint: row.changedBy } });
  await note(engine.up(changed));
  await note(engine.up(changed));
  await note(engine.up(program({ ...more, ...row.removal })));
  await note(engine.withdraw());
  return seen;
}

column("undeclaredSecrets", "no output contains undeclared secrets of the service", (row, fixture) => {
  test("no line, error or state contains them", async () => {
    const stage = await bare(row);
    const texts = await live(stage, fixture);
    expect(stage.emulator.journal.endpoint(row.changedBy).length).toBeGreaterThan(1);
    expect(texts.flatMap((text) => text.split("\n")).filter((line) => line.includes("planted-"))).toEqual([]);
  });
});
