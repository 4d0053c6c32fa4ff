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

test("a PUT that is taken and never shown is an error after two minutes, told on the way; the next up goes on", async () => {
  const { engine, program, emulator, asked } = await startConfiguration({ showResults: { default: "object", 4: "text" } });
  await engine.up(program());
  emulator.fault({ kind: "accepted-not-applied", match: { endpoint: 4 } });
  const { error, lines } = await engine.up(program({ configValue: "two" }));
  expect(error).toMatch(/timed out after 120 s: the service accepted the value but still reports a different one/);
  expect(lines.slice(1)).toEqual(
    [30, 60].map(
      (s) =>
        expect.stringMatching(new RegExp(`: waiting for the service to show the value that was sent, ${s} s of at most 120 s$`)) as string,
    ),
  );
  expect(engine.state?.initErrors).toHaveLength(1);
  expect(engine.known["configValue"]).toBe("one");
  asked();
  expect((await engine.up(program({ configValue: "two" }))).error).toBe("");
  expect(asked()).toEqual([5, 4, 5]);
  expect(emulator.configurations(addon)[0]?.value).toBe("two");
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

test("a key that is refused while the value is waited for leaves what is live in the state, and the next up goes on", async () => {
  const { engine, program, emulator } = await startConfiguration({ showResults: { default: "object", 4: "null" } }, { maxRetries: 0 });
  await engine.up(program());
  emulator.fault({ kind: "accepted-not-applied", match: { endpoint: 4 } });
  const put = emulator.journal.mark();
  const since = () => emulator.journal.since(put).writes().length > 0;
  const refused = emulator.fault({ kind: "status", status: 403, type: "Forbidden", times: "always", match: { endpoint: 5, body: since } });
  const { error } = await engine.up(program({ configValue: "two" }));
  expect(error).toMatch(
    /accepted the value, and whether it is in effect could not be read: GET .* was refused \(HTTP 403, Forbidden\).*RequestID: .*[^.]\. Run "pulumi up" again/,
  );
  expect(engine.known["configValue"]).toBe("one");
  refused.remove();
  expect((await engine.up(program({ configValue: "two" }))).error).toBe("");
  expect(emulator.configurations(addon)[0]?.value).toBe("two");
});
