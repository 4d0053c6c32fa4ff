import { inspect } from "node:util";
import { definitionOf } from "../../../provider/registry";
import { canaries, leaks } from "../../support/canary";
import { everyRow } from "../column";
import { failureOf, made, succeeded, writesOf } from "../stage";

const refusedKey = /Unauthorized.*Check that the API key \(graphplane:apiKey in the stack's configuration\) is complete/;
const refusedSecret = /Unauthorized.*The database secret \(secret\) was sent.*Check that it is complete/;

everyRow("rotating the key between the preview and the run stops the run", (row) => {
  test("no write succeeds, the state is unchanged, no output contains either key, and a run with the new key succeeds", async () => {
    const stage = await made(row);
    const { debug, emulator, engine, program } = stage;
    const { state } = engine;
    const changed = program(row.change);
    succeeded(await engine.preview(changed));
    // A query has a secret of its workspace in place of the key.
    const ownSecret = definitionOf(row.kind).usesDataPlane === true;
    const refused = ownSecret ? emulator.fault({ kind: "status", status: 401, type: "Unauthorized", times: "always" }) : undefined;
    if (!ownSecret) emulator.rotateKey(canaries["the second key"]);
    const { outcome, writes } = await writesOf(stage, () => engine.up(changed));
    expect(failureOf(outcome)).toMatch(ownSecret ? refusedSecret : refusedKey);
    expect([writes.filter(({ status }) => status === 200), engine.state]).toEqual([[], state]);
    const shown = {
      error: inspect(outcome, { depth: Infinity }),
      debug: debug.join("\n"),
      journal: JSON.stringify(emulator.journal.entries),
    };
    expect(leaks(shown)).toEqual([]);

    refused?.remove();
    if (!ownSecret) engine.config["graphplane:apiKey"] = canaries["the second key"];
    succeeded(await engine.up(changed));
  });
});
