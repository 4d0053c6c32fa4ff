import { addon, startConfiguration } from "./fixture";

const post = { endpoint: 3 } as const;

test.each([
  ["a lost connection", { kind: "reset-after" }],
  ["a timeout", { kind: "hang", applied: true }],
  ["half an answer", { kind: "truncated" }],
  ["half an answer that ends cleanly", { kind: "truncated", ends: "cleanly" }],
  ["an empty answer", { kind: "empty" }],
  ["a gateway's 502", { kind: "html", status: 502, applied: true }],
  ["a gateway's page with 200", { kind: "html", status: 200, applied: true }],
  ["a 500", { kind: "status", status: 500, applied: true }],
] as const)("%s after the POST was acted on: looked up, ours, not sent again", async (_, fault) => {
  for (const profile of ["specified", "observed"] as const) {
    const { engine, program, emulator, asked } = await startConfiguration({ profile }, { requestTimeoutSeconds: 0.4 });
    emulator.fault({ ...fault, match: post });
    const { error, lines } = await engine.up(program());
    expect(error).toBe("");
    expect(asked()).toEqual([5, 3, 5]);
    expect(lines.at(-1)).toMatch(/sent POST .*the answer was lost, and the configuration "main" is there$/);
    expect(engine.known["configId"]).toBe(emulator.configurations(addon)[0]?.id);
    expect(emulator.configurations(addon)).toHaveLength(1);
  }
});

test.each([
  ["a lost connection", { kind: "reset-before" }],
  ["a timeout", { kind: "hang" }],
  ["a 503", { kind: "html", status: 503 }],
] as const)("%s before the POST was acted on: looked up, an error, and the next up makes it", async (_, fault) => {
  const { engine, program, emulator, asked } = await startConfiguration({}, { requestTimeoutSeconds: 0.4 });
  emulator.fault({ ...fault, match: post });
  const { error } = await engine.up(program());
  expect(error).toMatch(
    /^AddonConfiguration: create of configuration "main" .*may have been processed, and no read shows the configuration "main" yet\. The state remembers it\. Run "pulumi up" again/,
  );
  // It is looked up for a while: what was made may show late.
  expect(asked()).toEqual([5, 3, ...Array<number>(8).fill(5)]);
  expect((await engine.up(program())).error).toBe("");
  expect(emulator.configurations(addon)).toHaveLength(1);
});

test.each([202, 204])(
  "a POST that is acknowledged with HTTP %i and no body is believed, and looked up for its identifier",
  async (status) => {
    for (const profile of ["specified", "observed"] as const) {
      const { engine, program, emulator, asked } = await startConfiguration({ profile });
      emulator.fault({ kind: "empty", status, match: post });
      const { error, lines } = await engine.up(program());
      expect(error).toBe("");
      expect(asked()).toEqual([5, 3, 5]);
      expect(lines.at(-1)).toMatch(/sent POST [^:]*\/configs \{"config_name":"main","config_value":"one"\}$/);
      expect(engine.known["configId"]).toBe(emulator.configurations(addon)[0]?.id);
      expect((await engine.up(program())).op).toBe("same");
    }
  },
);

test("a configuration that shows late after an acknowledgement without a body is waited for, and the POST is sent once", async () => {
  const { engine, program, emulator, asked } = await startConfiguration();
  const made = () => emulator.configurations(addon).length > 0;
  emulator.fault({ kind: "empty", status: 202, match: post });
  emulator.fault({ kind: "wrong-shape", shape: "null", times: 3, match: { endpoint: 5, body: made } });
  expect(await engine.up(program())).toMatchObject({ op: "create", error: "" });
  expect(asked()).toEqual([5, 3, 5, 5, 5, 5]);
});

test("a configuration that shows late after a lost answer is ours", async () => {
  const { engine, program, emulator, world, asked } = await startConfiguration();
  emulator.fault({ kind: "reset-before", match: post });
  let pauses = 0;
  world.clock.onSleep = () => {
    if (++pauses === 4) emulator.account.addConfiguration(addon, { name: "main", value: "one" });
  };
  expect(await engine.up(program())).toMatchObject({ op: "create", error: "" });
  expect(asked().filter((endpoint) => endpoint === 3)).toHaveLength(1);
});

test("a lost answer, and someone else's configuration of another value is there: it is not taken for ours", async () => {
  const { engine, program, emulator } = await startConfiguration();
  const meanwhile = () => emulator.account.addConfiguration(addon, { name: "main", value: "theirs" }).name === "main";
  emulator.fault({ kind: "reset-before", match: { ...post, body: meanwhile } });
  const first = await engine.up(program());
  expect(first.error).toMatch(/it is not known which object it made\. The state remembers it/);
  const again = await engine.up(program());
  expect(again.error).toMatch(/which object it created: .* appeared since\. Nothing is sent/);
  expect(`${first.error}${again.error}`).not.toContain("theirs");
  expect(emulator.configurations(addon)).toMatchObject([{ value: "theirs" }]);
  expect((await engine.up(program({ adopt: true }))).error).toBe("");
  expect(emulator.configurations(addon)).toMatchObject([{ value: "one" }]);
});

test("a lost answer and a look-up that fails as well: the error is the POST's", async () => {
  const { engine, program, emulator } = await startConfiguration({}, { maxRetries: 0 });
  emulator.fault({ kind: "reset-after", match: post });
  emulator.fault({ kind: "slow-body", pieces: 1, match: { endpoint: 5 } });
  emulator.fault({ kind: "status", status: 500, times: "always", match: { endpoint: 5 } });
  expect((await engine.up(program())).error).toMatch(/POST \/add-ons\/.* lost its connection/);
  expect(emulator.journal.endpoint(3).length).toBe(1);
});

test.each([
  ["Bad-Request", 400],
  ["Quota-Exceed", 400],
  ["Unauthorized", 401],
  ["Forbidden", 403],
  ["Bad-Request", 500],
] as const)("a refusal (%s, HTTP %i) is told as it is, without another look", async (type, status) => {
  const { engine, program, emulator, asked } = await startConfiguration();
  emulator.fault({ kind: "status", status, type, message: "No.", match: post });
  const { error } = await engine.up(program());
  expect(error).toMatch(/The service says: No\./);
  expect(asked()).toEqual([5, 3]);
});

test("a POST that met the limit of rates is sent again, since it was not acted on", async () => {
  const { engine, program, emulator, asked } = await startConfiguration();
  emulator.fault({ kind: "rate-limit", match: post });
  expect((await engine.up(program())).error).toBe("");
  expect(asked()).toEqual([5, 3, 3]);
});

test("a PUT that is lost is sent again", async () => {
  const { engine, program, emulator, asked } = await startConfiguration();
  await engine.up(program());
  asked();
  emulator.fault({ kind: "reset-after", match: { endpoint: 4 } });
  expect((await engine.up(program({ configValue: "two" }))).error).toBe("");
  expect(asked()).toEqual([5, 4, 4]);
});

test("a PUT that shows late is waited for", async () => {
  const { engine, program, emulator, asked } = await startConfiguration({ showResults: { default: "object", 4: "null" } });
  await engine.up(program());
  asked();
  emulator.fault({ kind: "applied-late", after: 2, match: { endpoint: 4 } });
  expect((await engine.up(program({ configValue: "two" }))).error).toBe("");
  expect(asked()).toEqual([5, 4, 5, 5, 5]);
  expect(engine.known["configValue"]).toBe("two");
});

test("a PUT that is taken and never shown is an error after two minutes, told on the way; the next up goes on", async () => {
  const { engine, program, emulator, asked } = await startConfiguration({ showResults: { default: "object", 4: "text" } });
  await engine.up(program());
  emulator.fault({ kind: "accepted-not-applied", match: { endpoint: 4 } });
  const { error, lines } = await engine.up(program({ configValue: "two" }));
  expect(error).toMatch(/timed out after 120 s: the service accepted the value but still reports another one/);
  expect(lines.slice(2)).toEqual(
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

test.each([
  ["the identifier", 3, {}],
  ["the value", 4, { configValue: "two" }],
])("while %s is waited for, an answer that cannot be understood is made good by the next", async (_, endpoint, change) => {
  const { engine, program, emulator } = await startConfiguration({ showResults: { default: "object", [endpoint]: "null" } });
  await engine.up(program());
  const before = emulator.journal.endpoint(3).length;
  if (endpoint === 3) await engine.destroy();
  const written = emulator.journal.mark();
  const odd = { endpoint: 5, body: () => emulator.journal.since(written).writes().length > 0 };
  emulator.fault({ kind: "wrong-shape", shape: "number", match: odd });
  const name = endpoint === 3 ? { configName: "other" } : {};
  expect((await engine.up(program({ ...change, ...name }))).error).toBe("");
  expect(emulator.journal.endpoint(3).length).toBe(endpoint === 3 ? before + 1 : before);
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

test("a key that is refused ends a wait at once", async () => {
  const { engine, program, emulator, asked } = await startConfiguration({ showResults: { default: "object", 3: "null" } });
  emulator.fault({ kind: "slow-body", pieces: 1, match: { endpoint: 5 } });
  emulator.fault({ kind: "status", status: 401, type: "Unauthorized", times: "always", match: { endpoint: 5 } });
  expect((await engine.up(program())).error).toMatch(/HTTP 401/);
  expect(asked()).toEqual([5, 3, 5]);
});
