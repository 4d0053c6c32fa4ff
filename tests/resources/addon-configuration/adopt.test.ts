import type { InstalledAddon } from "../../../client";
import { addonConfigurationAdoption, configurationIn, declaredValue } from "../../../provider/resources/addon-configuration/adopt";
import { declare, readerOf, refusal, shown } from "../../support/adopt-reading";

const none = () => false;

test.each<[string, unknown, unknown]>([
  ["one", [{ id: "1", name: "x", value: "v" }], { id: "1", name: "x", value: "v" }],
  ["none", [], "the service has no configuration with this name"],
  [
    "two",
    [
      { id: "1", name: "x" },
      { id: "2", name: "x" },
    ],
    "2 configurations have this name (1, 2): delete all but one of them",
  ],
  ["a sentence", "listed", "the service's response cannot be parsed"],
])("a look-up that shows %s", (_, result, found) => expect(configurationIn("x", result)).toEqual(found));

test.each<[string, unknown, unknown]>([
  ["an object where that means the same", '{"a":1}', { value: { a: 1 } }],
  ["a text that is no JSON", "plain", { value: "plain" }],
  ["the text where the object would lose a null", '{"a":null}', { value: '{"a":null}' }],
  ["the text where numbers would lose digits", '{"a":12345678901234567890}', { value: '{"a":12345678901234567890}' }],
  ["the text where the object would have a key that no program can have", '{"__proto__":1}', { value: '{"__proto__":1}' }],
  ["an object that the service shows as one", { a: { b: 1 } }, { value: { a: { b: 1 } } }],
  ["its JSON text if the service shows an object with a null", { a: null }, { value: '{"a":null}' }],
  ["its JSON text if the service shows a list", [1, "two"], { value: '[1,"two"]' }],
  ["nothing of what is not shown", undefined, { why: "the service does not return its value" }],
  ["nothing of what is shown as null", null, { why: "the service does not return its value" }],
  [
    "nothing of what no source code means",
    "\ud800",
    { why: "it is not well-formed Unicode: declare it manually, with the value from a secret in the stack configuration" },
  ],
  [
    "nothing where its text would be another value",
    { b: 1234567890123456, a: null },
    { why: "it has a name or a value that cannot be declared" },
  ],
])("a configuration's value is declared as %s", (_, live, declared) => expect(declaredValue("x", live, none)).toEqual(declared));

test("a configuration whose name cannot be declared is left out", () =>
  expect(declaredValue("..", "v", none)).toEqual({ why: "it has a name or a value that cannot be declared" }));

const insights: InstalledAddon = { id: "i-1", name: "insights", addonsId: "a-1", configurations: ["alerts"] };

test("a configuration is declared with its add-on, and a private one is left out by name", () => {
  const found = [
    { addon: insights, name: "alerts", found: { id: "c-1", value: "on" } },
    { addon: insights, name: "owner", found: { id: "c-2", value: "the-key" } },
  ];
  expect(declare(addonConfigurationAdoption, found)).toEqual({
    declared: [
      {
        name: { name: "insights alerts", qualifier: "i-1", id: "c-1", kind: "configuration" },
        id: "i-1/c-1",
        args: { installedAddonId: "i-1", configName: "alerts", configValue: "on" },
        outputs: { configId: "c-1", __seen: true },
      },
    ],
    leftOut: [
      'configuration "owner" of the add-on "insights": it looks like a secret: declare it manually, with the value from a secret in the stack configuration.',
    ],
  });
});

/** Reads the configurations of a service that lists `addons`, and has those whose names begin with `found`. */
async function configurationsRead(addons: unknown, ...named: string[]) {
  const asked: string[] = [];
  const configurations = async ({ installedAddonsID, configName }: { installedAddonsID: string; configName: string }) => {
    asked.push(`${installedAddonsID}/${configName}`);
    if (configName === "failing") throw refusal(500);
    return configName === "gone" ? [] : [{ id: `id of ${configName}`, name: configName }];
  };
  const list = async () => {
    if (addons instanceof Error) throw addons;
    return addons;
  };
  const { reader, progress } = readerOf({ addons: { list, configurations } });
  const account = {
    workgroups: [],
    named: named.map((name) => ({ addon: name.split("/")[0] ?? "", name: name.split("/")[1] ?? "" })),
    addons: new Map<string, string>(),
  };
  const found = await addonConfigurationAdoption.read?.(reader, account);
  return {
    found: found?.map(({ addon, name, found: { id } }) => `${addon.name} ${name}: ${id}`),
    asked,
    progress,
    addons: [...account.addons],
    leftOut: reader.leftOut.map(shown),
    failures: reader.failures.map(shown),
  };
}

const shownInsights = { id: "i-1", unique_name: "insights", addons_id: "a-1", configs: ["alerts"] };
const bare = { id: "i-2", unique_name: "explorer", configs: [] };

test("add-ons are known by both of their identifiers, so that programs name them", async () => {
  const { addons, progress } = await configurationsRead([shownInsights, bare]);
  expect(addons).toEqual([
    ["i-1", "insights"],
    ["a-1", "insights"],
    ["i-2", "explorer"],
  ]);
  expect(progress[0]).toBe("reading the list of installed add-ons");
});

const lists = (id: string, name: string) =>
  `configurations of the add-on "${name}": the service does not list them; pass each by name: --configuration ${id}/<name>.`;

test.each<[string, readonly string[], { asked: string[]; leftOut: string[]; found: string[] }]>([
  [
    "those that the service lists, and the add-on that lists none is reported",
    [],
    { asked: ["i-1/alerts"], leftOut: [lists("i-2", "explorer")], found: ["insights alerts: id of alerts"] },
  ],
  [
    "those that the user names as well, each once",
    ["i-1/alerts", "i-1/theme", "i-2/alerts"],
    {
      asked: ["i-1/alerts", "i-1/theme", "i-2/alerts"],
      leftOut: [],
      found: ["insights alerts: id of alerts", "insights theme: id of theme", "explorer alerts: id of alerts"],
    },
  ],
  [
    "one of an add-on that the service does not list",
    ["i-3/alerts"],
    {
      asked: ["i-1/alerts", "i-3/alerts"],
      leftOut: [lists("i-2", "explorer")],
      found: ["insights alerts: id of alerts", "i-3 alerts: id of alerts"],
    },
  ],
])("the configurations that are read are %s", async (_, named, read) =>
  expect(await configurationsRead([shownInsights, bare], ...named)).toMatchObject({ ...read, failures: [] }),
);

const unnamed = (count: number) =>
  `configurations of the add-on "insights": the service lists ${count} without a readable name; pass each by name: --configuration i-1/<name>.`;

test.each<[string, unknown[], readonly string[], { asked: string[]; leftOut: string[] }]>([
  ["is read by its name if it has no id", ["alerts", { config_name: "theme" }], [], { asked: ["i-1/alerts", "i-1/theme"], leftOut: [] }],
  ["is reported if it has no name", ["alerts", { id: 1 }], [], { asked: ["i-1/alerts"], leftOut: [unnamed(1)] }],
  ["is reported once if none has a name", [{ id: 1 }, {}], [], { asked: [], leftOut: [unnamed(2)] }],
  [
    "is not reported if the user names as many others as have no name",
    ["alerts", { id: 1 }],
    ["i-1/alerts", "i-1/theme"],
    { asked: ["i-1/alerts", "i-1/theme"], leftOut: [] },
  ],
  ["is reported if the user names fewer", [{ id: 1 }, {}], ["i-1/theme"], { asked: ["i-1/theme"], leftOut: [unnamed(1)] }],
])("a configuration in the list of an add-on %s", async (_, configs, named, read) =>
  expect(await configurationsRead([{ ...shownInsights, configs }], ...named)).toMatchObject({ ...read, failures: [] }),
);

test("a configuration that cannot be read is a failure by its name, and the others are read", async () => {
  const { found, failures } = await configurationsRead([shownInsights], "i-1/failing", "i-1/gone");
  expect(found).toEqual(["insights alerts: id of alerts"]);
  expect(failures).toEqual([
    'configuration "failing" of the add-on "insights": reading failed: GET /p returned 500.',
    'configuration "gone" of the add-on "insights": the service has no configuration with this name.',
  ]);
});

const understood =
  "configurations of add-ons: the service's list of installed add-ons cannot be parsed; pass them with --configuration <installed add-on>/<name>.";

test.each<[string, unknown, { leftOut: string[]; failures: string[] }]>([
  ["is lacking", refusal(404), { leftOut: ["configurations of add-ons: this service does not list its installed add-ons."], failures: [] }],
  ["cannot be understood", "a sentence", { leftOut: [understood], failures: [] }],
  ["fails", refusal(500), { leftOut: [], failures: ["configurations of add-ons: reading failed: GET /p returned 500."] }],
])("if the list of add-ons %s, that is reported, and configurations that the user names are read", async (_, addons, read) =>
  expect(await configurationsRead(addons, "i-9/alerts")).toMatchObject({ ...read, found: ["i-9 alerts: id of alerts"] }),
);
