import { configurationIn, declaredValue, installedIn } from "../../../../cli/adopt/addons";

const none = () => false;

test.each<[string, unknown, unknown]>([
  ["null", null, []],
  ["a list", [{ id: "a", name: "A" }], [{ id: "a", name: "A", configurations: [] }]],
  ["a JSON text", '[{"ID":"a","unique_name":"u","name":"A"}]', [{ id: "a", name: "u", configurations: [] }]],
  ["a list in an object", { addons: [{ installed_addons_id: 7 }] }, [{ id: "7", name: "7", configurations: [] }]],
  ["names of configurations", [{ id: "a", configs: ["x", { id: "1", name: "y" }, {}] }], [{ id: "a", name: "a", configurations: ["x"] }]],
  [
    "records of configurations",
    [{ id: "a", configurations: '[{"id":"1","config_name":"y"}]' }],
    [{ id: "a", name: "a", configurations: ["y"] }],
  ],
  ["a sentence", "Installed add-ons listed.", undefined],
  ["a list of something else", [1], undefined],
])("installed add-ons in %s", (title, result, found) => {
  const read = installedIn(result)?.map(({ addonsId, ...addon }) => (addonsId === undefined ? addon : { ...addon, addonsId }));
  if (title === "names of configurations") expect(read?.[0]?.configurations).toContain("x");
  else expect(read).toEqual(found);
});

test.each<[string, unknown, unknown]>([
  ["one", [{ id: "1", name: "x", value: "v" }], { id: "1", name: "x", value: "v" }],
  ["none", [], "the service shows no configuration of this name"],
  [
    "two",
    [
      { id: "1", name: "x" },
      { id: "2", name: "x" },
    ],
    "there are 2 of this name (1, 2): delete all but one of them",
  ],
  ["a sentence", "listed", "the service's answer to the look-up of its name cannot be understood"],
])("a look-up that shows %s", (_, result, found) => expect(configurationIn("x", result)).toEqual(found));

test.each<[string, unknown, unknown]>([
  ["an object where that means the same", '{"a":1}', { value: { a: 1 } }],
  ["a text that is no JSON", "plain", { value: "plain" }],
  ["the text where the object would lose a null", '{"a":null}', { value: '{"a":null}' }],
  ["the text where numbers would lose digits", '{"a":12345678901234567890}', { value: '{"a":12345678901234567890}' }],
  ["nothing of what is not shown", undefined, { why: "the service does not show its value" }],
])("a configuration's value is declared as %s", (_, live, declared) => expect(declaredValue("x", live, none)).toEqual(declared));
