import { PropertyDiff } from "@pulumi/pulumi/proto/provider_pb";
import { detailedDiff } from "../../../../provider/native/detailed-diff";

const { ADD, DELETE, UPDATE, ADD_REPLACE, UPDATE_REPLACE } = PropertyDiff.Kind;
type Row = [name: string, olds: object, news: object, replaces: string[], expected: [path: string, kind: number][]];

test.each<Row>([
  ["an added value", {}, { a: 1 }, [], [["a", ADD]]],
  ["a value that was null", { a: null }, { a: 1 }, ["a"], [["a", ADD_REPLACE]]],
  ["a removed value", { a: 1 }, {}, [], [["a", DELETE]]],
  ["a changed value", { a: 1 }, { a: 2 }, ["b"], [["a", UPDATE]]],
  ["a changed value that forces replacement", { a: 1 }, { a: 2 }, ["a"], [["a", UPDATE_REPLACE]]],
  [
    "the changed keys of an object",
    { a: { b: 1, "c d": 1, same: 1 } },
    { a: { b: 2, "c d": 2, same: 1 } },
    [],
    [
      ["a.b", UPDATE],
      ['a["c d"]', UPDATE],
    ],
  ],
  ["nulls, which only the property as a whole shows", { a: { b: null } }, { a: {} }, [], [["a", UPDATE]]],
])("%s", (_, olds, news, replaces, expected) => {
  const diff = detailedDiff({ changed: ["a"], replaces, pending: false, deletesFirst: false }, { ...olds }, { ...news });
  expect(diff.map(([path, one]) => [path, one.getKind()])).toEqual(expected);
});
