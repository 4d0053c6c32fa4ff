import { secretText } from "../../../../../provider/announce/lines";
import { addressOf, allowListFacts as facts, switchPath } from "../../../../../provider/resources/allow-list/review";

const path = "/workgroups/wg/allow_list";
const declared = (enabled: unknown) => ({ workgroupId: "wg", enabled });
const changed = (...names: string[]) => names.map((name) => ({ path: [name], value: true }));

test("the list is named by its workgroup, in its address and in headlines", () => {
  expect(addressOf(declared(true))).toBe(path);
  expect(facts.subject(declared(true), {})).toEqual([["allow list of workgroup", "wg"]]);
});

test.each([
  ["enable", true],
  ["disable", false],
  ["[secret]", secretText],
])("the path ends in %s where enabled is %s", (end, enabled) => {
  expect(switchPath(declared(enabled), enabled)).toBe(`${path}/${end}`);
});

test.each([
  ["is its own", "PUT", `${path}/enable`, declared(true), true],
  ["is its own where it lifts the enforcement", "PUT", `${path}/disable`, declared(false), true],
  ["is not its own where it does the opposite", "PUT", `${path}/disable`, declared(true), false],
  ["is its own where what is declared is secret", "PUT", `${path}/enable`, declared(secretText), true],
  ["is its own where what is declared is secret, and false", "PUT", `${path}/disable`, declared(secretText), true],
  ["is not its own where it is about the entries", "PUT", `${path}/e-1`, declared(secretText), false],
  ["is not its own in another workgroup", "PUT", "/workgroups/other/allow_list/enable", declared(true), false],
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
  ["switches an existing list whose enforcement changes", changed("timeoutSeconds", "enabled"), true, `${path}/enable`],
  ["sends nothing for an existing list of which other arguments change", changed("allowLockout"), true, undefined],
])("a review foresees that an update %s", (_, arguments_, exists, to) => {
  const request = facts.requestFor(arguments_, { inputs: declared(true), outputs: {}, exists });
  expect(request).toEqual(to && { method: "PUT", path: to });
});

test.each([
  [undefined, undefined],
  ["retain", undefined],
  ["disable", { method: "PUT", path: `${path}/disable` }],
])("a deletion with the policy %s sends %j", (deletionPolicy, request) => {
  expect(facts.deletionRequest?.({ ...declared(true), deletionPolicy }, {})).toEqual(request);
});
