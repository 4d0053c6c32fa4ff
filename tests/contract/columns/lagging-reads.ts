import { column } from "../column";
import { made, succeeded } from "../stage";

column("laggingReads", "a change is proven by a read, not by its answer", (row, [first, second]) => {
  test("where reads show what was there 6 s ago, the way back right after a change is sent", async () => {
    const { emulator, engine, program } = await made(row, first);
    const before = row.live(emulator);
    emulator.behave({ readsLag: 6_000 });
    succeeded(await engine.up(program(second)));
    expect(row.live(emulator)).not.toEqual(before);
    succeeded(await engine.up(program(first)));
    expect(row.live(emulator)).toEqual(before);
  });
});
