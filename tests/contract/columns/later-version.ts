import { version } from "../../../client/http/version";
import { everyRow } from "../column";
import { made, succeeded } from "../stage";

everyRow("the state records the version that wrote it", (row) => {
  test("a state of a later version works, and each run warns about it once; no other line contains the version", async () => {
    const { engine, program } = await made(row);
    const state = engine.state;
    expect(state?.outputs["__version"]).toBe(version);
    expect(state?.inputs).not.toHaveProperty("__version");
    if (state === undefined) return;
    engine.state = { ...state, outputs: { ...state.outputs, __version: "999.0.0" } };
    const warnings = (lines: readonly string[]) => lines.filter((line) => line.includes("999.0.0"));
    const same = await engine.up(program());
    succeeded(same);
    expect([same.op, warnings(same.lines)]).toEqual([
      "same",
      [expect.stringContaining(`wrote this state, and this version, ${version}, might`)],
    ]);
    const read = await engine.refresh();
    expect([warnings(read.lines).length, read.lines.filter((line) => line.includes("__version"))]).toEqual([1, []]);
    const changed = await engine.up(program(row.change));
    succeeded(changed);
    expect([warnings(changed.lines).length, engine.state?.outputs["__version"]]).toEqual([1, version]);
  });
});
