import { z } from "zod";
import { identifier, problemsOf } from "../../../../provider/values/validation";

const unknown = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

const schema = z.strictObject({
  id: identifier,
  time: z.number().positive("must be more than 0 seconds").optional(),
  count: z.number().max(9).optional(),
  config: z.union([z.string(), z.looseObject({})]).optional(),
  deep: z.record(z.string(), z.strictObject({ list: z.array(z.strictObject({ word: z.enum(["one", "two"]) })) })).optional(),
});

describe("problemsOf", () => {
  const table: [string, Record<string, unknown>, Record<string, unknown>, [string, string][]][] = [
    ["nothing of what is right", { id: "a", time: 0.5, config: { none: null } }, {}, []],
    [
      "a list's item by its place",
      { id: "a", deep: { x: { list: [{ word: "three" }] } } },
      {},
      [["deep.x.list.0.word", 'must be one of "one", "two", got "three"']],
    ],
    ...[60, 61].map((length): [string, Record<string, unknown>, Record<string, unknown>, [string, string][]] => [
      `a list's item of ${length} characters`,
      { id: "a", deep: { x: { list: [{ word: "w".repeat(length) }] } } },
      {},
      [["deep.x.list.0.word", `must be one of "one", "two", got ${length > 60 ? "a string of 61 characters" : `"${"w".repeat(60)}"`}`]],
    ]),
    [
      "a mistyped name within a list",
      { id: "a", deep: { x: { list: [{ word: "one", wrd: 1 }] } } },
      {},
      [["deep.x.list.0.wrd", "unknown argument; did you mean word?"]],
    ],
    [
      "several mistyped names of one object",
      { id: "a", tim: 1, idd: 2 },
      {},
      [
        ["tim", "unknown argument; did you mean time?"],
        ["idd", "unknown argument; did you mean id?"],
      ],
    ],
    [
      "a name of the prototype",
      { id: "a", constructor: 1 },
      {},
      [["constructor", "unknown argument; the arguments are id, time, count, config, deep"]],
    ],
    ["a number over its limit", { id: "a", count: 10 }, {}, [["count", "must be at most 9"]]],
    [
      "a value of none of several types",
      { id: "a", config: 5 },
      {},
      [["config", "must be an object, or a string that contains a JSON object"]],
    ],
    [
      "integers that would be sent as others, and what is no number",
      { id: "a", config: { big: [2 ** 53, -(2 ** 53), 2 ** 53 - 1, 1e300], odd: NaN, wide: 0.1 } },
      {},
      [
        ["config.big.0", "must not be an integer beyond ±(2^53 - 1), because it would lose precision; pass it as a string"],
        ["config.big.1", "must not be an integer beyond ±(2^53 - 1), because it would lose precision; pass it as a string"],
        ["config.big.3", "must not be an integer beyond ±(2^53 - 1), because it would lose precision; pass it as a string"],
        ["config.odd", "must be a finite number, got NaN"],
      ],
    ],
    [
      "a top-level integer, which no text replaces",
      { id: "a", time: 1e300 },
      {},
      [["time", "must not be an integer beyond ±(2^53 - 1), because it would lose precision; pass a smaller one"]],
    ],
    ["not a long integer that the state has too", { id: "a", config: { a: 2 ** 60 } }, { id: "a", config: { a: 2 ** 60 } }, []],
    ["what is missing in a new resource", {}, {}, [["id", "is required"]]],
    ["a null in a new resource", { id: null }, {}, [["id", "is required"]]],
    ["not what is missing in state too", {}, { time: 5 }, []],
    ["what was in state and is missing now", { time: 5 }, { id: "a", time: 5 }, [["id", "is required"]]],
    ["not a value that equals the one in the state", { id: "a", deep: { b: 1, a: 2 } }, { id: "a", deep: { a: 2, b: 1 } }, []],
    [
      "all of an argument that changed anywhere",
      { id: "a", deep: { x: 1, y: 2 } },
      { id: "a", deep: { x: 1 } },
      [
        ["deep.x", "must be an object, got number 1"],
        ["deep.y", "must be an object, got number 2"],
      ],
    ],
    [
      "not what is not known yet, at any depth",
      { id: unknown, time: unknown, deep: { x: unknown, y: { list: [unknown, { word: unknown }] } } },
      {},
      [],
    ],
    ["a number that is not one", { id: "a", count: NaN }, {}, [["count", "must be a number, got NaN"]]],
    ["a nested number that is not one", { id: "a", deep: { x: Infinity } }, {}, [["deep.x", "must be an object, got Infinity"]]],
    [
      "what is wrong beside what is not known yet",
      { id: unknown, deep: { y: { list: [unknown, { word: 1 }] } } },
      {},
      [["deep.y.list.1.word", 'must be one of "one", "two", got 1']],
    ],
    [
      "a long text by its length",
      { id: "a", deep: { x: { list: [{ word: "x".repeat(61) }] } } },
      {},
      [["deep.x.list.0.word", 'must be one of "one", "two", got a string of 61 characters']],
    ],
    ["no value of a whole argument, which the engine prints", { id: "a", time: -1 }, {}, [["time", "must be more than 0 seconds"]]],
  ];
  test.each(table)("tells %s", (_name, args, old, expected) => {
    expect(problemsOf(schema, args, old)).toEqual(expected.map(([property, reason]) => ({ property, reason })));
  });

  test("no value of a secret argument", () => {
    const deep = { x: { list: [{ word: "hidden" }] } };
    expect(problemsOf(schema, { id: "a", deep }, {}, (name) => name === "deep")).toEqual([
      { property: "deep.x.list.0.word", reason: 'must be one of "one", "two"' },
    ]);
  });
});
