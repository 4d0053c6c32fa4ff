import { visible } from "../../../../support/service-fixture";
import { addon, startConfiguration } from "./fixture";
import { configOf, makeProvider, type Properties, VirtualClock } from "../../../../support/provider";
import { scripted } from "../../../../support/settings-fixture";

test("a configuration of an equal value is adopted silently, and nothing is sent", async () => {
  const { engine, program, emulator } = await startConfiguration();
  const { id } = emulator.account.addConfiguration(addon, { name: "main", value: '{ "b": [2], "a": 1 }' });
  const { op, lines, error } = await engine.up(program({ configValue: { a: 1, b: [2] } }));
  expect({ op, lines, error }).toEqual({ op: "create", lines: [expect.stringMatching(/^graphplane: nothing to send for /)], error: "" });
  expect(engine.state?.id).toBe(`${addon}/${id}`);
  expect(emulator.journal.writes().length).toBe(0);
  expect(emulator.journal.endpoint(5).length).toBe(1);
});

test("one of another value fails the preview and the up, naming aliases, adopt and the id, and neither value", async () => {
  const { engine, program, emulator } = await startConfiguration();
  const { id } = emulator.account.addConfiguration(addon, { name: "main", value: "live-canary" });
  for (const outcome of [
    await engine.preview(program({ configValue: "own-canary" })),
    await engine.up(program({ configValue: "own-canary" })),
  ]) {
    expect(outcome.failures).toMatchObject([{ property: "configName" }]);
    expect(outcome.failures[0]?.reason).toMatch(/under another name, .* add aliases: .* which sends nothing\. Otherwise add adopt: true/);
    expect(outcome.failures[0]?.reason).toContain(id);
    expect(visible(outcome)).not.toMatch(/canary/);
  }
  expect(emulator.journal.writes().length).toBe(0);
});

test("with adopt: true it is taken over by PUT, and the line says what was", async () => {
  const { engine, program, emulator, asked } = await startConfiguration();
  const { id } = emulator.account.addConfiguration(addon, { name: "main", value: "theirs" });
  const line = `PUT /add-ons/${addon}/configs/${id} {"config_value":"one"} was {"config_value":"theirs"}`;
  expect((await engine.preview(program({ adopt: true }))).lines).toEqual([`graphplane: ${line}`]);
  asked();
  expect((await engine.up(program({ adopt: true }))).lines).toEqual([`graphplane: ${line}`]);
  expect(asked()).toEqual([5, 4]);
  expect(emulator.configurations(addon)).toEqual([{ id, name: "main", value: "one" }]);
  expect((await engine.up(program({ adopt: false }))).op).toBe("update");
  expect(asked()).toEqual([]);
});

test.each([false, true])("more than one of the name is an error that lists the ids (adopt: %s)", async (adopt) => {
  const { engine, program, emulator } = await startConfiguration({ profile: "observed" });
  const ids = ["one", "two"].map((value) => emulator.account.addConfiguration(addon, { name: "main", value }).id);
  const { failures } = await engine.up(program({ adopt }));
  expect(failures[0]?.reason).toContain(`2 configurations named "main" (${ids.join(", ")})`);
  expect(emulator.journal.writes().length).toBe(0);
});

test("a masked value is never compared, waited for, sent back or taken for drift", async () => {
  const { engine, program, emulator, asked } = await startConfiguration({ configurationValues: "masked" });
  const { id } = emulator.account.addConfiguration(addon, { name: "main", value: "one" });
  expect((await engine.up(program())).failures[0]?.reason).toMatch(/whose value the service does not show.*adopt: true/);
  asked();
  const { lines } = await engine.up(program({ adopt: true }));
  expect(lines).toEqual([`graphplane: PUT /add-ons/${addon}/configs/${id} {"config_value":"one"} was {}`]);
  expect(asked()).toEqual([5, 4]);
  await engine.refresh();
  expect(engine.declared["configValue"]).toBe("one");
  expect((await engine.up(program({ adopt: true }))).op).toBe("same");
  asked();
  expect((await engine.up(program({ adopt: true, configValue: "two" }))).error).toBe("");
  expect(asked()).toEqual([5, 4]);
});

test("a declared mask is refused: it would overwrite the secret", async () => {
  const { engine, program, emulator } = await startConfiguration();
  for (const configValue of ["***", '{"token":"*****"}', { token: "***" }]) {
    const { failures } = await engine.up(program({ configValue }));
    expect(failures).toMatchObject([{ property: "configValue", reason: expect.stringContaining("contains ***") as string }]);
  }
  expect(emulator.journal.length).toBe(0);
});

test.each([
  ["no value", { configValue: undefined }, "configValue", "is required"],
  ["a list as value", { configValue: [1] }, "configValue", "must be a string or an object, got array"],
  ["a number as value", { configValue: 1 }, "configValue", "must be a string or an object, got number"],
  ["an empty name", { configName: "" }, "configName", "must not be empty"],
  ["a name that is a step", { configName: ".." }, "configName", "must not be . or .."],
  ["an add-on with a slash", { installedAddonId: "a/b" }, "installedAddonId", "must not contain a slash"],
  ["a mistyped name", { configVale: "x" }, "configVale", "unknown argument; did you mean configValue?"],
  ["a wrong policy", { deletionPolicy: "pause" }, "deletionPolicy", 'must be one of "retain", "delete"'],
])("%s is refused at its own property before anything is asked", async (_, more, property, reason) => {
  const { engine, program, emulator } = await startConfiguration();
  expect((await engine.up(program(more))).failures).toEqual([{ property, reason }]);
  expect(emulator.journal.length).toBe(0);
});

test("an add-on that is not installed fails the preview, naming those that are", async () => {
  for (const profile of ["specified", "observed"] as const) {
    const { engine, program, emulator } = await startConfiguration({ profile });
    const { failures } = await engine.preview(program({ installedAddonId: "a4000000-0000-4000-8000-0000000000ff" }));
    expect(failures).toMatchObject([{ property: "installedAddonId" }]);
    expect(failures[0]?.reason).toMatch(/there is no installed add-on "a4.*ff"; there are a4.*0a.* \(RequestID: request-\d+\)$/);
    expect(emulator.journal.writes().length).toBe(0);
  }
});

test("a value that is not known yet is left out of the line; a name that is not known asks nothing", async () => {
  const { engine, program, emulator } = await startConfiguration();
  const unknown = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";
  const { lines } = await engine.preview(program({ configValue: unknown }));
  expect(lines).toEqual([`graphplane: POST /add-ons/${addon}/configs {"config_name":"main"} (configValue: known later)`]);
  expect((await engine.preview(program({ configName: unknown }))).lines).toEqual([]);
  expect(emulator.journal.length).toBe(1);
});

test("adopt that is not known yet fails no preview: the line says what is sent if it is true", async () => {
  const { engine, program, emulator } = await startConfiguration();
  emulator.account.addConfiguration(addon, { name: "main", value: "live" });
  const unknown = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";
  const { failures, lines } = await engine.preview(program({ adopt: unknown }));
  expect(failures).toEqual([]);
  expect(lines).toEqual([expect.stringMatching(/^graphplane: PUT .* \(adopt: known later\)$/)]);
});

const program = (more: Properties = {}): Properties => ({ installedAddonId: addon, configName: "limits", configValue: "one", ...more });

/** A service that finds names in any capitals, and shows what it holds in its own. */
async function service(live: readonly Properties[], made: unknown = undefined) {
  const held = [...live];
  const sent: string[] = [];
  const engine = await scripted((method) => {
    if (method === "GET") return held;
    sent.push(method);
    if (method !== "POST") return null;
    held.push({ id: "made", name: "LIMITS", value: "one" });
    return made;
  }, "AddonConfiguration");
  return { engine, held, sent };
}

describe.each([
  ["an equal value", "one"],
  ["another value", "two"],
  ["a value that is not shown", "***"],
])("a configuration whose name differs in capitals, of %s,", (_, value) => {
  test.each([undefined, true])("is not taken over (adopt: %s), and the fix is told", async (adopt) => {
    const { engine, sent } = await service([{ id: "7", name: "LIMITS", value }]);
    for (const operation of ["preview", "up"] as const) {
      const { failures, lines } = await engine[operation](program({ adopt }));
      expect(failures).toMatchObject([{ property: "configName" }]);
      expect(failures[0]?.reason).toMatch(
        /^there is "LIMITS" \(7\), which differs from "limits" only in case.*declare configName as it is/,
      );
      expect(lines).toEqual([]);
    }
    expect(sent).toEqual([]);
  });
});

test("all that differ in capitals are named; one of the very name is taken", async () => {
  const others = ["LIMITS", "Limits"].map((name) => ({ id: `of ${name}`, name, value: "one" }));
  const { failures } = await (await service(others)).engine.up(program());
  expect(failures[0]?.reason).toContain('"LIMITS" (of LIMITS), "Limits" (of Limits)');
  const { engine, sent } = await service([...others, { id: "7", name: "limits", value: "one" }]);
  expect((await engine.up(program())).error).toBe("");
  expect(engine.known["configId"]).toBe("7");
  expect(sent).toEqual([]);
});

test("a creation that was not checked before refuses it too", async () => {
  const { engine, sent } = await service([{ id: "7", name: "LIMITS", value: "one" }]);
  const resource = makeProvider("AddonConfiguration", new VirtualClock(), () => undefined);
  await resource.configure?.({ config: configOf(engine.config) });
  await expect(resource.create({ ...program({ adopt: true }), __provider: "p" })).rejects.toThrow(/only in case/);
  expect(sent).toEqual([]);
});

test.each([
  ["tells it", { id: "made", name: "LIMITS", value: "one" }],
  ["tells nothing", null],
])("a service that changes the capitals of what was made, and whose POST %s, is understood", async (_, made) => {
  const { engine, held, sent } = await service([], made);
  expect(await engine.up(program())).toMatchObject({ op: "create", error: "" });
  expect(engine.state?.id).toBe(`${addon}/made`);
  expect((await engine.refresh()).op).toBe("read");
  held[0] = { id: "made", name: "LIMITS", value: "drifted" };
  await engine.refresh();
  expect(engine.declared["configValue"]).toBe("drifted");
  held[0] = { id: "made", name: "LIMITS", value: "one" };
  expect(await engine.up(program())).toMatchObject({ op: "update", error: "" });
  expect(sent).toEqual(["POST"]);
});

/** A service whose POST tells nothing, and where another configuration of the name appears with it. */
async function serviceOfTwo(value: string) {
  const made = await service([], null);
  const push = made.held.push.bind(made.held);
  made.held.push = (one) => push(one, { id: "theirs", name: "LIMITS", value });
  return made;
}

test("of two of the name that appear with a POST that tells nothing, the only one with the value that was sent is ours", async () => {
  const { engine } = await serviceOfTwo("two");
  expect((await engine.up(program())).error).toBe("");
  expect(engine.state?.id).toBe(`${addon}/made`);
});

test("two of the name that appear with a POST that tells nothing, both with the value that was sent, are an error with their ids", async () => {
  const { engine, sent } = await serviceOfTwo("one");
  expect((await engine.up(program())).error).toMatch(
    /returned no identifier, and it is not known which object it created\. Run "pulumi up" again/,
  );
  const again = await engine.up(program());
  expect(again.error).toMatch(/which object it created: 2 appeared since \(made, theirs\)\. Nothing is sent\./);
  expect(sent).toEqual(["POST"]);
});
