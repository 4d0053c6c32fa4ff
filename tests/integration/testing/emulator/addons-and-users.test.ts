import { type EmulatorOptions, type ResultShapes } from "../../../../testing/emulator";
import { startFixture } from "./fixture";

const v2 = "/controller/v4/v2";

async function withAddon(options: EmulatorOptions = {}) {
  const s = await startFixture({ profile: "observed", ...options });
  const { id: addon } = s.emulator.account.addInstalledAddon();
  const create = (name: string, value: string) =>
    s.call("POST", `${v2}/add-ons/${addon}/configs`, { config_name: name, config_value: value });
  const list = (name: string) => s.call("GET", `${v2}/installed-addons/${addon}/configs/${encodeURIComponent(name)}`);
  return { s, addon, create, list };
}

const made = { id: "a5000000-0000-4000-8000-000000000005", config_name: "n", config_value: "v" };
test.each<[string, ResultShapes, unknown, unknown]>([
  ["an object", "object", made, [made]],
  ["a sentence", "text", "Configuration created.", "Configurations listed."],
  ["JSON in a text", "json-text", JSON.stringify(made), JSON.stringify([made])],
  ["null", "null", null, null],
  ["null for one endpoint alone", { 3: "null", default: "object" }, null, [made]],
])("a Result shown as a string may be %s", async (_, showResults, created, listed) => {
  const { create, list } = await withAddon({ showResults });
  expect([(await create("n", "v")).result, (await list("n")).result]).toEqual([created, listed]);
});

test("the profile of the documented API shows JSON in a text", async () => {
  const { create } = await withAddon({ profile: "specified" });
  expect((await create("n", "v")).result).toBe(JSON.stringify(made));
});

test("a configuration may show itself under other names, and masked", async () => {
  const configurationKeys = { id: "configID", name: "configName", value: "value" };
  const { create } = await withAddon({ configurationKeys, configurationValues: "masked" });
  expect((await create("n", "v")).result).toEqual({ configID: made.id, configName: "n", value: "***" });
});

test("a name that is created twice is listed twice, so that a doubled POST shows", async () => {
  const { s, addon, create } = await withAddon();
  await create("n", "1");
  await create("n", "2");
  expect(s.emulator.configurations(addon).map(({ name, value }) => [name, value])).toEqual([
    ["n", "1"],
    ["n", "2"],
  ]);
});

test.each([
  ["without a name", { config_value: "v" }, "config_name"],
  ["without a value", { config_name: "n" }, "config_value"],
  ["with a value that is no text", { config_name: "n", config_value: {} }, "config_value"],
])("a configuration %s is refused", async (_, body, field) => {
  const { s, addon } = await withAddon({ profile: "specified" });
  const reply = await s.call("POST", `${v2}/add-ons/${addon}/configs`, body);
  expect([reply.status, reply.json["ErrorDetails"]]).toMatchObject([400, [{ FieldName: field, Type: "Bad-Request" }]]);
});

test("endpoint 6 lists the workspaces of all workgroups that have the add-on enabled", async () => {
  const s = await startFixture();
  const other = s.emulator.account.addWorkgroup().workgroup_id;
  const entry = (enable: boolean) => ({ addons: [{ addons_id: "a", enable }] });
  s.emulator.account.addWorkspace(s.wg, { name: "on", ...entry(true) });
  s.emulator.account.addWorkspace(s.wg, { name: "off", ...entry(false) });
  s.emulator.account.addWorkspace(other, { name: "elsewhere", ...entry(true) });
  const { result } = await s.call("GET", `${v2}/addons/a/workspaces`);
  expect((result as { name: string }[]).map((record) => record.name)).toEqual(["on", "elsewhere"]);
});
