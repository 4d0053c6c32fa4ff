import { column } from "../column";
import { later, made, succeeded, writesOf } from "../stage";

column("overwritten", "the preview announces that a run will overwrite an outside change", (row, third) => {
  test("someone else restores the first value, and the program declares a third one", async () => {
    const stage = await made(row);
    const { emulator, engine, program } = stage;
    const putBack = emulator.checkpoint();
    succeeded(await engine.up(program(row.change)));
    later(stage);
    putBack();
    const preview = await writesOf(stage, () => engine.preview(program(third)));
    expect(preview.writes).toEqual([]);
    expect(preview.outcome.lines.filter((line) => /overwrites an outside change: /.test(line))).toHaveLength(1);
    const { outcome, writes } = await writesOf(stage, () => engine.up(program(third)));
    succeeded(outcome);
    expect(writes.length).toBeGreaterThan(0);
  });
});
