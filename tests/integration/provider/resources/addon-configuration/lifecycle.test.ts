import { configOf, makeHost, makeProvider, type Properties } from "../../../../support/provider";
import type { ProfileName, ResultShape } from "../../../../../testing/emulator";
import { scripted } from "../../../../support/settings-fixture";
import { addon, startConfiguration } from "./fixture";

const profiles: readonly ProfileName[] = ["specified", "observed"];

describe.each(profiles)("profile %s", (profile) => {
  test("a whole life: looked up, looked up once more and made, unchanged, changed, refreshed, left", async () => {
    const { engine, emulator, program, asked } = await startConfiguration({ profile });
    expect(await engine.preview(program())).toMatchObject({
      op: "create",
      lines: [`graphplane: POST /add-ons/${addon}/configs {"config_name":"main","config_value":"one"}`],
    });
    expect(asked()).toEqual([5]);

    const created = await engine.up(program());
    expect(created).toMatchObject({ op: "create", error: "" });
    expect(asked()).toEqual([5, 5, 3]);
    const [live] = emulator.configurations(addon);
    expect(live).toMatchObject({ name: "main", value: "one" });
    expect(engine.state?.id).toBe(`${addon}/${live?.id}`);
    expect(engine.known).toEqual({ ...program(), configId: live?.id });

    expect((await engine.up(program())).op).toBe("same");
    expect(asked()).toEqual([]);

    const line = `graphplane: PUT /add-ons/${addon}/configs/${live?.id} {"config_value":"two"} was {"config_value":"one"}`;
    expect(await engine.preview(program({ configValue: "two" }))).toMatchObject({ op: "update", lines: [line] });
    asked();
    const updated = await engine.up(program({ configValue: "two" }));
    expect(updated.lines).toEqual([line]);
    expect(asked()).toEqual([5, 4]);
    expect(emulator.configurations(addon)).toMatchObject([{ value: "two" }]);
    expect(engine.known).toMatchObject({ configValue: "two", configId: live?.id });

    expect((await engine.refresh()).op).toBe("read");
    expect(engine.declared).toEqual(program({ configValue: "two" }));
    expect((await engine.up(program({ configValue: "two" }))).op).toBe("same");
    asked();

    const gone = await engine.destroy();
    expect(gone).toMatchObject({ op: "delete", error: "" });
    expect(gone.lines.join()).toContain('is no longer managed; it keeps its current value (deletionPolicy "retain")');
    expect(asked()).toEqual([]);
    expect(emulator.configurations(addon)).toHaveLength(1);
  });

  const shapes: readonly ResultShape[] = ["object", "json-text", "text", "null", "boolean"];
  test.each(shapes)("writes whose Result is shown as %s: made, changed, and nothing asked that it tells", async (shape) => {
    const { engine, program, asked, emulator } = await startConfiguration({
      profile,
      showResults: { default: "json-text", 3: shape, 4: shape },
    });
    const tells = shape === "object" || shape === "json-text";
    expect((await engine.up(program())).error).toBe("");
    expect(asked()).toEqual(tells ? [5, 5, 3] : [5, 5, 3, 5]);
    expect(engine.known["configId"]).toBe(emulator.configurations(addon)[0]?.id);
    expect((await engine.up(program({ configValue: { a: 1 } }))).error).toBe("");
    expect(asked()).toEqual(tells ? [5, 4] : [5, 4, 5]);
    expect(emulator.configurations(addon)).toMatchObject([{ value: '{"a":1}' }]);
  });

  test.each(["text", "boolean"] as const)(
    "a look-up whose Result is shown as %s is an error with its shape, and nothing is sent",
    async (shape) => {
      const { engine, program, emulator } = await startConfiguration({ profile, showResults: { default: "object", 5: shape } });
      const { error, lines } = await engine.up(program());
      expect(error).toMatch(/cannot be understood \((a string of \d+ characters|a boolean)\).*nothing was sent/);
      expect(lines.join()).toMatch(/: cannot plan \//);
      expect(emulator.journal.writes().length).toBe(0);
    },
  );

  test("a null for a name that is not there makes it; a null for one that state holds is not taken for gone", async () => {
    const { engine, program, emulator } = await startConfiguration({ profile, showResults: { default: "object", 5: "null" } });
    expect((await engine.up(program())).error).toBe("");
    expect(emulator.configurations(addon)).toHaveLength(1);
    const read = await engine.refresh();
    expect(read.error).toMatch(/answered with null.*pulumi state delete/);
    expect((await engine.up(program({ configValue: "two" }))).error).toBe("");
    expect(emulator.configurations(addon)).toMatchObject([{ value: "two" }]);
  });

  test("a service that tells nothing at all: one POST, and an error that says what to do", async () => {
    const { engine, program, emulator } = await startConfiguration({ profile, showResults: "null" });
    const { error } = await engine.up(program());
    expect(error).toMatch(
      /accepted the POST and returned no identifier, and no read shows the configuration "main" yet\. Run "pulumi up" again: it first checks whether/,
    );
    expect(emulator.journal.endpoint(3).length).toBe(1);
  });

  test.each(["id", "config_id", "configID", "configId", "ConfigurationId"])("its identifier is taken from %s", async (id) => {
    const { engine, program, emulator } = await startConfiguration({
      profile,
      configurationKeys: { id, name: "configName", value: "configValue" },
    });
    await engine.up(program());
    expect(engine.known["configId"]).toBe(emulator.configurations(addon)[0]?.id);
    expect((await engine.refresh()).op).toBe("read");
  });

  test("identifiers under a name that is not a usual one are an error with the keys, without a value", async () => {
    const { engine, program, emulator } = await startConfiguration({
      profile,
      configurationKeys: { id: "handle", name: "title", value: "content" },
    });
    emulator.account.addConfiguration(addon, { name: "main", value: "canary-value" });
    const { error } = await engine.up(program());
    expect(error).toContain('an array of 1, the first an object with the keys "handle", "title", "content"');
    expect(error).not.toContain("canary-value");
  });
});

test("12 configurations of one add-on: 12 POSTs, a read for each preview and one before each POST; one more where the Result tells no id", async () => {
  for (const [shape, lookups] of [
    ["object", 24],
    ["null", 36],
  ] as const) {
    const scene = await startConfiguration({ showResults: { default: "json-text", 3: shape } });
    const make = makeHost(scene.clock, () => undefined);
    const ids = await Promise.all(
      Array.from({ length: 12 }, async (_, index) => {
        const resource = make("AddonConfiguration");
        await resource.configure?.({ config: configOf(scene.engine.config) });
        const news: Properties = { ...scene.program({ configName: `name-${index}` }), __provider: "p" };
        expect((await resource.check?.({}, news))?.failures).toEqual([]);
        return (await resource.create(news)).id;
      }),
    );
    expect(new Set(ids).size).toBe(12);
    expect(scene.emulator.journal.endpoint(3).length).toBe(12);
    expect(scene.emulator.journal.endpoint(5).length).toBe(lookups);
    expect(scene.emulator.journal.length).toBe(12 + lookups);
  }
});

test.each([
  ["an empty text", ""],
  ["an empty object", {}],
  ["a list that is null", { configs: null }],
])("a look-up that is answered with %s for what is not there: made, and not taken for gone", async (_, empty) => {
  let made = false;
  const engine = await scripted((method) => {
    made ||= method === "POST";
    return method === "POST" ? { id: "1", name: "main", value: "one" } : empty;
  }, "AddonConfiguration");
  expect(await engine.up({ installedAddonId: addon, configName: "main", configValue: "one" })).toMatchObject({ op: "create", error: "" });
  expect(made).toBe(true);
  expect((await engine.refresh()).error).toMatch(/answered with null or as empty, .*pulumi state delete/);
  expect(engine.state?.id).toBe(`${addon}/1`);
});

test("drift is seen by refresh and mended by up; an equal meaning is no drift", async () => {
  const { engine, program, emulator, asked } = await startConfiguration({ profile: "observed" });
  await engine.up(program({ configValue: { b: 2, a: [1] } }));
  const live = emulator.configurations(addon)[0];
  expect(live?.value).toBe('{"a":[1],"b":2}');
  const change = async (value: string) => {
    const path = `${emulator.url}/controller/v4/v2/add-ons/${addon}/configs/${live?.id}`;
    const headers = { "x-api-key": emulator.apiKey, "content-type": "application/json" };
    await fetch(path, { method: "PUT", headers, body: JSON.stringify({ config_value: value }) });
  };
  await change('{ "b": 2, "a": [1] }');
  await engine.refresh();
  expect(engine.declared["configValue"]).toEqual({ b: 2, a: [1] });
  expect((await engine.up(program({ configValue: '{"a":[1], "b":2}' }))).op).toBe("same");

  await change('{"a":[2]}');
  await engine.refresh();
  expect(engine.declared["configValue"]).toEqual({ a: [2] });
  asked();
  expect((await engine.up(program({ configValue: { b: 2, a: [1] } }))).error).toBe("");
  expect(asked()).toEqual([5, 4]);
  expect(emulator.configurations(addon)[0]?.value).toBe('{"a":[1],"b":2}');
});

test("a configuration that was deleted elsewhere is gone; one with the same name and another id does not count as it", async () => {
  const { engine, program, emulator } = await startConfiguration({ profile: "observed" });
  await engine.up(program());
  const { configId } = engine.known;
  const path = `${emulator.url}/controller/v4/v2/add-ons/${addon}/configs/${String(configId)}`;
  await fetch(path, { method: "DELETE", headers: { "x-api-key": emulator.apiKey } });
  emulator.account.addConfiguration(addon, { name: "main", value: "one" });
  expect((await engine.up(program({ configValue: "two" }))).error).toMatch(/not|no configuration.*pulumi refresh/);
  expect((await engine.refresh()).op).toBe("gone");
  expect((await engine.up(program())).error).toBe("");
  expect(engine.known["configId"]).not.toBe(configId);
});

test("get needs the name, and reads the value by it", async () => {
  const { engine, program, emulator, clock } = await startConfiguration({ profile: "observed" });
  await engine.up(program({ configValue: '{"a":1}' }));
  const id = engine.state?.id ?? "";
  const reader = makeProvider("AddonConfiguration", clock, () => undefined);
  await reader.configure?.({ config: configOf(engine.config) });
  const read = await reader.read?.(id, { configName: "main", __provider: "p" });
  expect(read?.props).toEqual({
    ...program({ configValue: '{"a":1}' }),
    configId: id.split("/")[1],
    __seen: true,
    __provider: "p",
    __owner: expect.any(String) as string,
    __service: engine.config["graphplane:baseUrl"],
  });
  await expect(reader.read?.(id, { __provider: "p" })).rejects.toThrow(
    /read of configuration \(not known\) of .*name is not known.*give get\(…\) the configName/,
  );
  expect(emulator.configurations(addon)).toHaveLength(1);
});

test.each<[string, unknown, string, number]>([
  ["the identifier that the list shows, not that of a task", [{ config_id: "c-1", config_name: "main", config_value: "one" }], "c-1", 1],
  ["the only identifier there is, if the service lists none", null, "task-9", 1],
  ["the identifier of an answer with the name, without another read", null, "1", 0],
])("an answer to the POST gives the state %s", async (_, listed, id, reads) => {
  const asked: string[] = [];
  const engine = await scripted((method) => {
    asked.push(method);
    if (method !== "POST") return asked.includes("POST") ? listed : [];
    return { id: reads === 0 ? id : "task-9", ...(reads === 0 ? { name: "main" } : { status: "accepted" }) };
  }, "AddonConfiguration");
  expect(await engine.up({ installedAddonId: addon, configName: "main", configValue: "one" })).toMatchObject({ op: "create", error: "" });
  expect(engine.state?.id).toBe(`${addon}/${id}`);
  expect(asked.slice(asked.indexOf("POST") + 1)).toEqual(Array.from({ length: reads }, () => "GET"));
});
