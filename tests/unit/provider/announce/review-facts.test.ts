import { agrees, isPathOf } from "../../../../provider/announce/review-facts";

test.each<[string, string, unknown, boolean]>([
  ["its own path", "/things/a", "a", true],
  ["the path of another one", "/things/b", "a", false],
  ["a path below its own", "/things/a/parts", "a", false],
  ["its own path, escaped", "/things/a%2Fb", "a/b", true],
  ["any path, if its identifier is not known", "/things/a", undefined, true],
  ["any path, if its identifier is empty", "/things/a", "", true],
  ["any path, if its identifier is secret", "/things/a", "[secret]", true],
  ["no path of objects of another sort", "/others/a", undefined, false],
  ["not the path of the list", "/things", undefined, false],
])("a request is about an object at %s", (_, path, id, expected) => expect(isPathOf(path, "/things", id)).toBe(expected));

test.each<[string, unknown, unknown, boolean]>([
  ["the one that is sent", { a: 1, b: null }, { a: 1 }, true],
  ["another one", 1, 2, false],
  ["secret in the program", "[secret]", "x", true],
  ["secret in the request", "x", "[secret]", true],
  ["not declared, though the request has one", undefined, "[secret]", false],
  ["not declared, nor sent", undefined, undefined, false],
])("a declared value and a sent one agree if it is %s: %j, %j", (_, declared, sent, expected) =>
  expect(agrees(declared, sent)).toBe(expected),
);
