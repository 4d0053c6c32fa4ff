import { compareInputs, type PropertyDiff } from "../../../../testing/engine/diff";
import { EngineError } from "../../../../testing/engine/errors";
import {
  decode,
  encode,
  fromStruct,
  type Json,
  markSecret,
  type Properties,
  Secret,
  toStruct,
  UNKNOWN,
  type Value,
} from "../../../../testing/engine/values";

const secret = (value: Value) => new Secret(value);
const SIGNATURE = "4dabf18193072939515e22adb298388d";

describe("values on the wire", () => {
  test.each<[sentence: string, value: Value, json: Json]>([
    ["plain values are themselves", { a: [1, "x", null, true] }, { a: [1, "x", null, true] }],
    ["an unknown is its text", UNKNOWN, "04da6b54-80e4-46f7-96ec-b56ff0331ba9"],
    ["a secret is marked", secret(1), { [SIGNATURE]: "1b47061264138c4ac30d75fd1eb44270", value: 1 }],
    ["a nested secret is marked too", { a: [secret("s")] }, { a: [{ [SIGNATURE]: "1b47061264138c4ac30d75fd1eb44270", value: "s" }] }],
  ])("%s", (_, value, json) => {
    expect(encode(value, markSecret)).toEqual(json);
    expect(decode(json)).toEqual(value);
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
  "a text that is not UTF-8 is refused with the CLI's message: %j",
  (properties) => {
    expect(() => fromStruct(toStruct(properties, markSecret))).toThrow(
      /^grpc: failed to unmarshal .* string field contains invalid UTF-8$/,
    );
  },
);

describe("comparing inputs", () => {
  test.each<[sentence: string, olds: Properties, news: Properties, diff: PropertyDiff]>([
    ["null equals an absent property", { a: null }, {}, {}],
    ["a changed secret mark is no change", { a: secret(1) }, { a: 1 }, {}],
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
    ["one null less in a list", { a: [null] }, { a: [] }, { "a[0]": { kind: "delete" } }],
    ["an unknown", { a: 1 }, { a: UNKNOWN }, { a: { kind: "update", old: 1, new: "[unknown]" } }],
    [
      "inside a secret the path is shown without values",
      { a: secret({ b: 1 }) },
      { a: { b: 2 } },
      {
        "a.b": { kind: "update", old: "[secret]", new: "[secret]" },
      },
    ],
  ])("%s", (_, olds, news, diff) => expect(compareInputs(olds, news)).toEqual(diff));
});
