import { compareInputs, invert, type PropertyDiff, showAt } from "../../../../testing/engine/diff";
import { EngineError } from "../../../../testing/engine/errors";
import {
  equal,
  hasSecrets,
  hasUnknowns,
  type Json,
  keepSecrets,
  type Properties,
  reveal,
  Secret,
  UNKNOWN,
  type Value,
} from "../../../../testing/engine/values";
import { decode, encode, fromStruct, markSecret, plainValue, toStruct } from "../../../../testing/engine/wire";

const secret = (value: Value) => new Secret(value);
const SIGNATURE = "4dabf18193072939515e22adb298388d";

describe("values on the wire", () => {
  test.each<[sentence: string, value: Value, json: Json]>([
    ["plain values are themselves", { a: [1, "x", null, true] }, { a: [1, "x", null, true] }],
    ["an unknown is its text", UNKNOWN, "04da6b54-80e4-46f7-96ec-b56ff0331ba9"],
    ["a secret is marked", secret(1), { [SIGNATURE]: "1b47061264138c4ac30d75fd1eb44270", value: 1 }],
    ["so is one inside", { a: [secret("s")] }, { a: [{ [SIGNATURE]: "1b47061264138c4ac30d75fd1eb44270", value: "s" }] }],
  ])("%s", (_, value, json) => {
    expect(encode(value, markSecret)).toEqual(json);
    expect(decode(json)).toEqual(value);
  });

  test("the host gets secrets as plain values", () => expect(encode({ a: secret({ b: secret(1) }) }, plainValue)).toEqual({ a: { b: 1 } }));
  test("messages carry them both ways", () => {
    const properties = { a: secret([1]), b: UNKNOWN, c: null };
    expect(fromStruct(toStruct(properties, markSecret))).toEqual(properties);
    expect(fromStruct(undefined)).toEqual({});
  });
  test.each([
    ["assets", "c44067f5952c0a294b673a41bacd8c17"],
    ["archives", "0def7320c3a5731c473e5ecbe6d01bc7"],
    ["resource references", "5cf8f73096256a8f31e491e813e4eb8e"],
    ["values with the signature what-else", "what-else"],
  ])("%s are refused by name", (name, signature) => {
    expect(() => decode({ [SIGNATURE]: signature })).toThrow(EngineError);
    expect(() => decode({ [SIGNATURE]: signature })).toThrow(name);
  });
});

test.each([{ name: "half \ud83d" }, { "half \ud83d": 1 }, { all: [{ name: "\ude00" }] }])(
  "what is not UTF-8 is refused in the CLI's words: %j",
  (properties) => {
    expect(() => fromStruct(toStruct(properties, markSecret))).toThrow(
      /^grpc: failed to unmarshal .* string field contains invalid UTF-8$/,
    );
  },
);

describe("looking into values", () => {
  test.each<[value: Value, secrets: boolean, unknowns: boolean]>([
    [{ a: [1, { b: "x" }] }, false, false],
    [{ a: [secret(1)] }, true, false],
    [[{ b: UNKNOWN }], false, true],
    [secret({ a: UNKNOWN }), true, true],
  ])("%j", (value, secrets, unknowns) => {
    expect(hasSecrets(value)).toBe(secrets);
    expect(hasUnknowns(value)).toBe(unknowns);
  });
  test.each<[sentence: string, left: Value, right: Value, same: boolean]>([
    ["equal in depth", { a: [1, { b: 2 }] }, { a: [1, { b: 2 }] }, true],
    ["a longer list is another", [1], [1, 2], false],
    ["an absent key is not null", { a: null }, {}, false],
    ["a secret is not its value", secret(1), 1, false],
    ["equal secrets are equal", secret([1]), secret([1]), true],
    ["a list is not an object", [], {}, false],
  ])("%s", (_, left, right, same) => expect(equal(left, right)).toBe(same));
  test("everything can be opened", () => expect(reveal({ a: secret([secret(1), 2]) })).toEqual({ a: [1, 2] }));
});

describe("what comes back from a provider is secret where what was sent was", () => {
  test.each<[sentence: string, returned: Properties, sent: Properties, expected: Properties]>([
    ["under the same name", { a: 1, b: 2 }, { a: secret(0) }, { a: secret(1), b: 2 }],
    ["not under another name", { b: 1 }, { a: secret(1) }, { b: 1 }],
    ["inside of objects, key by key", { a: { x: 1, y: 2 } }, { a: { x: secret(0), y: 0 } }, { a: { x: secret(1), y: 2 } }],
    ["lists as a whole", { a: [1, 2] }, { a: [secret(1), 2] }, { a: secret([1, 2]) }],
  ])("%s", (_, returned, sent, expected) => expect(keepSecrets(returned, sent)).toEqual(expected));
});

describe("what stands at a path", () => {
  const properties = { a: { "x.y": [1, { b: 2 }], 'q"': 3 }, hidden: { deep: secret({ b: 1 }) }, later: UNKNOWN };
  test.each<[path: string, expected: unknown]>([
    ["a", { "x.y": [1, { b: 2 }], 'q"': 3 }],
    ['a["x.y"][1].b', 2],
    ['a["q\\""]', 3],
    ["hidden.deep.b", "[secret]"],
    ["hidden", { deep: "[secret]" }],
    ["later.b", "[unknown]"],
    ["a.gone.b", undefined],
  ])("%s", (path, expected) => expect(showAt(properties, path)).toEqual(expected));
});

describe("comparing inputs", () => {
  test.each<[sentence: string, olds: Properties, news: Properties, diff: PropertyDiff]>([
    ["nothing changed", { a: { b: [1] } }, { a: { b: [1] } }, {}],
    ["null is as good as absent", { a: null }, {}, {}],
    ["a secret mark alone is no change", { a: secret(1) }, { a: 1 }, {}],
    [
      "added, deleted, updated",
      { a: 1, b: 1 },
      { b: 2, c: 3 },
      {
        a: { kind: "delete", old: 1 },
        b: { kind: "update", old: 1, new: 2 },
        c: { kind: "add", new: 3 },
      },
    ],
    ["paths into objects and lists", { a: { "x.y": [1] } }, { a: { "x.y": [1, 2] } }, { 'a["x.y"][1]': { kind: "add", new: 2 } }],
    ["a null more in a list", { a: [1] }, { a: [1, null] }, { "a[1]": { kind: "add" } }],
    ["a null less in a list", { a: [null] }, { a: [] }, { "a[0]": { kind: "delete" } }],
    ["another kind of value", { a: [1] }, { a: { b: 1 } }, { a: { kind: "update", old: [1], new: { b: 1 } } }],
    ["an unknown", { a: 1 }, { a: UNKNOWN }, { a: { kind: "update", old: 1, new: "[unknown]" } }],
    [
      "inside of a secret the path is shown and no value",
      { a: secret({ b: 1 }) },
      { a: { b: 2 } },
      {
        "a.b": { kind: "update", old: "[secret]", new: "[secret]" },
      },
    ],
    ["a secret inside of something new", {}, { a: { b: secret(1), c: 2 } }, { a: { kind: "add", new: { b: "[secret]", c: 2 } } }],
  ])("%s", (_, olds, news, diff) => expect(compareInputs(olds, news)).toEqual(diff));

  test("seen from the other side, what was added is deleted", () => {
    expect(invert({ a: { kind: "add", new: 1 }, b: { kind: "update", old: 1, new: 2 } })).toEqual({
      a: { kind: "delete", old: 1 },
      b: { kind: "update", old: 2, new: 1 },
    });
  });
});
