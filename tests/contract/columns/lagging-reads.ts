import { column } from "../column";
import { made, succeeded } from "../stage";

column("laggingReads", "a change counts as applied once a read shows it, whatever the response", (row, [first, second]) => {
  test("if reads lag by 6 s, changing a value back right after a change sends the request", async () => {
    const { emulator, engine, program } = await made(row, first);
    const before = row.live(emulator);
    emulator.behave({ readsLag: 6_000 });
    succeeded(await engine.up(program(second)));
    expect(row.live(emulator)).not.toEqual(before);
    succeeded(await engine.up(program(first)));
    expect(row.live(emulator)).toEqual(before);
  });
});
