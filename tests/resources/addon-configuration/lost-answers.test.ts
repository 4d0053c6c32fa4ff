import { addon, startConfiguration } from "./fixture";

const post = { endpoint: 3 } as const;

test("a configuration that shows late after an acknowledgement without a body is waited for, and the POST is sent once", async () => {
  const { engine, program, emulator, asked } = await startConfiguration();
  const made = () => emulator.configurations(addon).length > 0;
  emulator.fault({ kind: "empty", status: 202, match: post });
  emulator.fault({ kind: "wrong-shape", shape: "null", times: 3, match: { endpoint: 5, body: made } });
  expect(await engine.up(program())).toMatchObject({ op: "create", error: "" });
  expect(asked()).toEqual([5, 5, 3, 5, 5, 5, 5]);
});

test("a look-up that is never understood ends the wait with its shape, and does not say that nothing was sent", async () => {
  const { engine, program, emulator } = await startConfiguration({ showResults: { default: "object", 3: "null" } });
  emulator.fault({
    kind: "wrong-shape",
    shape: "number",
    times: "always",
    match: { endpoint: 5, body: () => emulator.journal.endpoint(3).length > 0 },
  });
  const { error } = await engine.up(program());
  expect(error).toMatch(/accepted the POST and returned no identifier, and .* could not be read: .* cannot be understood \(a number\)/);
  expect(error).not.toContain("nothing was sent");
  expect(error).toMatch(/Run "pulumi up" again: it first checks whether the configuration "main" exists/);
});
