import { addonConfigurationFacts as facts } from "../../../provider/resources/addon-configuration/review";

const all = "/add-ons/addon/configs";
const inputs = { installedAddonId: "addon", configName: "main", configValue: "one" };
const outputs = { configId: "c1" };

const post = (path: string, body: unknown) => ({ method: "POST", path, body });
const put = (path: string, body: unknown) => ({ method: "PUT", path, body });

test.each([
  ["creates it", post(all, { config_name: "main", config_value: "one" }), inputs, {}, true],
  ["creates it with a value that is known later", post(all, { config_name: "main" }), inputs, {}, true],
  ["changes it", put(`${all}/c1`, { config_value: "one" }), inputs, outputs, true],
  ["changes the one that it adopts", put(`${all}/c7`, { config_value: "one" }), inputs, {}, true],
  [
    "sends its object as text",
    put(`${all}/c1`, { config_value: '{"a":1,"b":2}' }),
    { ...inputs, configValue: { b: 2, a: 1 } },
    outputs,
    true,
  ],
  [
    "sends a value while none is declared",
    put(`${all}/c1`, { config_value: "one" }),
    { ...inputs, configValue: undefined },
    outputs,
    false,
  ],
])("recognizes a configuration's own request: one that %s", (_, request, declared, known, isOwn) => {
  expect(facts.isOwnRequest(request, declared, known)).toBe(isOwn);
});

test.each([
  ["text is shown as text", { config_name: "main", config_value: '{"a":1}' }, "one", { configName: "main", configValue: '{"a":1}' }],
  ["an object that was declared as one is shown as one", { config_value: '{"a":1}' }, { a: 2 }, { configValue: { a: 1 } }],
  ["a secret object stays hidden", { config_value: "[secret]" }, { a: 2 }, { configValue: "[secret]" }],
  ["a list in the place of an object stays as it is", { config_value: "[1]" }, { a: 2 }, { configValue: "[1]" }],
  ["a value that is not text stays as it is", { config_value: 5 }, { a: 2 }, { configValue: 5 }],
  ["a request without a value shows none", { config_name: "main" }, "one", { configName: "main" }],
  ["a request without a body shows nothing", undefined, "one", {}],
])("in a review, %s", (_, body, configValue, shown) => {
  expect(facts.argumentsOf(body, { ...inputs, configValue })).toStrictEqual(shown);
});

const changedValue = { path: ["configValue", "a"], value: 1 };
const changedLocally = { path: ["adopt"], value: true };

test.each([
  ["a creation sends its name and value", [], false, inputs, post(all, { config_name: "main", config_value: "one" })],
  ["a change of the value sends it", [changedLocally, changedValue], true, inputs, put(`${all}/c1`, { config_value: "one" })],
  [
    "an object is sent as text",
    [changedValue],
    true,
    { ...inputs, configValue: { b: 2, a: 1 } },
    put(`${all}/c1`, { config_value: '{"a":1,"b":2}' }),
  ],
  [
    "a value that is secret in part is hidden as a whole",
    [changedValue],
    true,
    { ...inputs, configValue: { a: "[secret]" } },
    put(`${all}/c1`, { config_value: "[secret]" }),
  ],
  [
    "a change of other arguments sends nothing, even with no value in state",
    [changedLocally],
    true,
    { ...inputs, configValue: undefined },
    undefined,
  ],
])("without a plan, %s", (_, changed, exists, declared, request) => {
  expect(facts.requestFor(changed, { inputs: declared, outputs, exists })).toEqual(request);
});
