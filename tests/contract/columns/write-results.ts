import { everyRow } from "../column";
import { operationsOf } from "../operations";
import { applies, type Endpoint } from "../row";
import { bare, made, type Stage, succeeded } from "../stage";

/** Forms of an acknowledgement, and what makes the service use them. */
const forms: Readonly<Record<string, (stage: Stage, endpoint: Endpoint) => void>> = {
  "shown as an object": () => undefined,
  "shown as JSON text": ({ readings }, endpoint) => readings.rewrite(endpoint, (result) => JSON.stringify(result)),
  "shown as a text": ({ readings }, endpoint) => readings.rewrite(endpoint, () => "done"),
  "shown as null": ({ readings }, endpoint) => readings.rewrite(endpoint, () => null),
  "shown as a boolean": ({ readings }, endpoint) => readings.rewrite(endpoint, () => true),
  "left out, with HTTP 200": leaveOut(200),
  "left out, with HTTP 201": leaveOut(201),
  "left out, with HTTP 204": leaveOut(204),
};

function leaveOut(status: number) {
  return ({ emulator }: Stage, endpoint: Endpoint) => void emulator.fault({ kind: "empty", status, times: "always", match: { endpoint } });
}

everyRow("reads prove a write, whatever its Result looks like", (row) => {
  if (!applies(row.shownBy)) return;
  test.each(Object.entries(forms))("with Results %s, the object is created once, changed and deleted", async (_, use) => {
    const undisturbed = row.live((await made(row)).emulator);
    const stage = await bare(row);
    const { emulator, engine, program } = stage;
    for (const endpoint of new Set(operationsOf(row).map((operation) => operation.endpoint))) use(stage, endpoint);
    succeeded(await engine.up(program()));
    expect(row.live(emulator)).toEqual(undisturbed);
    expect((await engine.up(program())).op).toBe("same");
    succeeded(await engine.up(program({ ...row.change, ...row.removal })));
    succeeded(await engine.withdraw());
    expect(engine.isEmpty).toBe(true);
  });
});
