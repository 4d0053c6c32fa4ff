import { markKnownSecret, markSecret } from "../../../../provider/values/secret-marks";
import { isUnknown, withoutMarkers } from "../../../../provider/values/unknowns";

const unknown = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

describe("isUnknown", () => {
  const all = [
    unknown,
    "1c4a061d-8072-4f0a-a4cb-0ff528b18fe7",
    "3eeb2bf0-c639-47a8-9e75-3b44932eb421",
    "6a19a0b0-7e62-4c92-b797-7f8e31da9cc2",
    "030794c1-ac77-496b-92df-f27374a8bd58",
    "e48ece36-62e2-4504-bad9-02848725956a",
    "dd056dcd-154b-4c76-9bd3-c8f88648b5ff",
  ];
  test.each(all)("the engine's %s", (text) => expect(isUnknown(text)).toBe(true));
  test.each([
    ["inside an object", { a: { b: unknown } }, true],
    ["inside a list", [1, [unknown]], true],
    ["not as a part of a text", `x${unknown}`, false],
    ["not as a key", { [unknown]: 1 }, false],
    ["not another identifier", "00000000-0000-4000-8000-000000000000", false],
    ["not null", null, false],
  ])("%s", (_name, value, expected) => expect(isUnknown(value)).toBe(expected));
});

test("the engine's markers in a text read as what they mean", () => {
  expect(withoutMarkers(`value {${unknown}} is not ${unknown}`)).toBe("value {[known later]} is not [known later]");
});

test("a secret value is marked once, and none that is absent or unknown", () => {
  for (const value of [null, undefined, unknown, markSecret(1)]) expect(markKnownSecret(value)).toBe(value);
  expect(markKnownSecret(0)).toEqual(markSecret(0));
});
