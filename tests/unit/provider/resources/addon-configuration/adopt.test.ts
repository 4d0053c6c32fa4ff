import { configurationIn, declaredValue } from "../../../../../provider/resources/addon-configuration/adopt";

const none = () => false;

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
