import { secretText } from "../../../provider/announce/lines";
import { allowListFacts as facts, switchPath } from "../../../provider/resources/allow-list/review";

const path = "/workgroups/wg/allow_list";
const declared = (enabled: unknown) => ({ workgroupId: "wg", enabled });
const changed = (...names: string[]) => names.map((name) => ({ path: [name], value: true }));

test.each([
  ["enable", true],
  ["disable", false],
  ["[secret]", secretText],
])("the path ends in %s where enabled is %s", (end, enabled) => {
  expect(switchPath(declared(enabled), enabled)).toBe(`${path}/${end}`);
});

test.each([
  ["is not its own where it does the opposite", "PUT", `${path}/disable`, declared(true), false],
  ["is its own where what is declared is secret", "PUT", `${path}/enable`, declared(secretText), true],
  ["is its own where what is declared is secret, and false", "PUT", `${path}/disable`, declared(secretText), true],
  ["is not its own where it is about the entries", "PUT", `${path}/e-1`, declared(secretText), false],
  ["is not its own where it makes something", "POST", `${path}/enable`, declared(true), false],
])("a request %s", (_, method, to, inputs, own) => {
  expect(facts.isOwnRequest({ method, path: to }, inputs, {})).toBe(own);
});

test("the enforcement in a record is the argument enabled", () => {
  expect(facts.argumentsOf({ enable_allow_list: false, name: "movies" }, {})).toEqual({ enabled: false });
});

test.each([
  ["switches a new list", changed("workgroupId", "enabled"), false, `${path}/enable`],
  ["switches a new list although no argument of its request changes", [], false, `${path}/enable`],
])("a review foresees that an update %s", (_, arguments_, exists, to) => {
  const request = facts.requestFor(arguments_, { inputs: declared(true), outputs: {}, exists });
  expect(request).toEqual(to && { method: "PUT", path: to });
});
