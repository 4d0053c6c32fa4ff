import { unknownValue as unknown } from "@pulumi/pulumi/runtime/rpc";
import { markKnownSecret, markSecret } from "../../../../provider/values/secret-marks";
import { isUnknown, withoutMarkers } from "../../../../provider/values/unknowns";

describe("isUnknown", () => {
  test("the engine's own value", () => expect(isUnknown(unknown)).toBe(true));
  test.each([
    ["inside an object", { a: { b: unknown } }, true],
    ["inside a list", [1, [unknown]], true],
    ["not as a part of a text", `x${unknown}`, false],
    ["not as a key", { [unknown]: 1 }, false],
    ["not another identifier", "00000000-0000-4000-8000-000000000000", false],
    ["not null", null, false],
  ])("%s", (_name, value, expected) => expect(isUnknown(value)).toBe(expected));
});

test("the engine's markers for unknown values are replaced in a text", () => {
  expect(withoutMarkers(`value {${unknown}} is not ${unknown}`)).toBe("value {[known later]} is not [known later]");
});

test("a secret value is marked once, and an absent or unknown one is not", () => {
  for (const value of [null, undefined, unknown, markSecret(1)]) expect(markKnownSecret(value)).toBe(value);
  expect(markKnownSecret(0)).toEqual(markSecret(0));
});
