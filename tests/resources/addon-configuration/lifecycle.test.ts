import { configOf, makeProvider } from "../../support/provider";
import type { ProfileName } from "../../../testing/emulator";
import { scripted } from "../../support/settings-fixture";
import { addon, startConfiguration } from "./fixture";

const profiles: readonly ProfileName[] = ["specified", "observed"];

describe.each(profiles)("profile %s", (profile) => {
  test("a service that tells nothing at all: one POST, and an error that says what to do", async () => {
    const { engine, program, emulator } = await startConfiguration({ profile, showResults: "null" });
    const { error } = await engine.up(program());
    expect(error).toMatch(
      /accepted the POST and returned no identifier, and no read shows the configuration "main" yet\. Run "pulumi up" again: it first checks whether/,
    );
    expect(emulator.journal.endpoint(3).length).toBe(1);
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
