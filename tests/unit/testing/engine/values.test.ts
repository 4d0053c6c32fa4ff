import {
  decode,
  encode,
  fromStruct,
  type Json,
  markSecret,
  type Properties,
  sameInputs,
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

  test("other special values, such as assets, are refused", () => {
    expect(() => decode({ [SIGNATURE]: "c44067f5952c0a294b673a41bacd8c17" })).toThrow("no special values but secrets and unknowns");
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

test.each<[sentence: string, olds: Properties, news: Properties, same: boolean]>([
  ["null equals an absent property", { a: { b: null } }, { a: {} }, true],
  ["a changed secret mark is no change", { a: secret(1) }, { a: 1 }, true],
  ["a changed secret is one", { a: secret(1) }, { a: secret(2) }, false],
  ["one null less in a list is one", { a: [null] }, { a: [] }, false],
  ["an unknown is one", { a: 1 }, { a: UNKNOWN }, false],
])("comparing inputs: %s", (_, olds, news, same) => expect(sameInputs(olds, news)).toBe(same));
