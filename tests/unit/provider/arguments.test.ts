import { z } from "zod";
import { identifier, isUnknown, problemsOf, seconds } from "../../../provider/arguments";

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

const schema = z.strictObject({
  id: identifier,
  time: seconds.optional(),
  deep: z.record(z.string(), z.strictObject({ list: z.array(z.strictObject({ word: z.enum(["one", "two"]) })) })).optional(),
});

describe("problemsOf", () => {
  const table: [string, Record<string, unknown>, Record<string, unknown>, [string, string][]][] = [
    ["nothing of what is right", { id: "a", time: 0.5 }, {}, []],
    [
      "a list's item by its place",
      { id: "a", deep: { x: { list: [{ word: "three" }] } } },
      {},
      [["deep.x.list.0.word", 'must be one of "one", "two"']],
    ],
    [
      "a mistyped name within a list",
      { id: "a", deep: { x: { list: [{ word: "one", wrd: 1 }] } } },
      {},
      [["deep.x.list.0.wrd", "is not an argument: did you mean word?"]],
    ],
    [
      "several mistyped names of one object",
      { id: "a", tim: 1, idd: 2 },
      {},
      [
        ["tim", "is not an argument: did you mean time?"],
        ["idd", "is not an argument: did you mean id?"],
      ],
    ],
    ["a name of the prototype", { id: "a", constructor: 1 }, {}, [["constructor", "is not an argument: known are id, time, deep"]]],
    ["what is missing in a new resource", {}, {}, [["id", "is required"]]],
    ["not what is missing in state too", {}, { time: 5 }, []],
    ["what was in state and is missing now", { time: 5 }, { id: "a", time: 5 }, [["id", "is required"]]],
    ["not what stands in state by meaning", { id: "a", deep: { b: 1, a: 2 } }, { id: "a", deep: { a: 2, b: 1 } }, []],
    [
      "all of an argument that changed anywhere",
      { id: "a", deep: { x: 1, y: 2 } },
      { id: "a", deep: { x: 1 } },
      [
        ["deep.x", "must be an object, not a number"],
        ["deep.y", "must be an object, not a number"],
      ],
    ],
    [
      "not what is not known yet, at any depth",
      { id: unknown, time: unknown, deep: { x: unknown, y: { list: [unknown, { word: unknown }] } } },
      {},
      [],
    ],
    [
      "what is wrong beside what is not known yet",
      { id: unknown, deep: { y: { list: [unknown, { word: 1 }] } } },
      {},
      [["deep.y.list.1.word", 'must be one of "one", "two"']],
    ],
  ];
  test.each(table)("tells %s", (_name, args, old, expected) => {
    expect(problemsOf(schema, args, old)).toEqual(expected.map(([property, reason]) => ({ property, reason })));
  });
});
