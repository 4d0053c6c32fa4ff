import { nearestName } from "../../../../provider/values/nearest-name";

const names = ["workspaceTypeName", "pause", "apiKey", "id"];

test.each<[string, string, string | undefined]>([
  ["whatever its case", "APIKEY", "apiKey"],
  ["with two letters wrong", "pawze", "pause"],
  ["a long one with more of them", "workspaceTypName1x", "workspaceTypeName"],
  ["with a third of a long one wrong", "workspaceType", "workspaceTypeName"],
  ["none with three letters of a short one wrong", "pawzy", undefined],
  ["none with more than a third of a long one wrong", "workspaces", undefined],
  ["none of which no letter is left", "xy", undefined],
  ["one of which a letter is left", "ix", "id"],
])("nearestName finds a name %s", (_, word, meant) => expect(nearestName(word, names)).toBe(meant));

test("nearestName without names returns none", () => expect(nearestName("pause", [])).toBeUndefined());
