import {
  fromStruct,
  keepSecrets,
  plain,
  type Properties,
  sameInputs,
  secret,
  shown,
  toStruct,
  UNKNOWN,
} from "../../../../testing/engine/values";

const values: Properties = { a: [1, "x", null, true, UNKNOWN], b: { c: secret({ d: [secret("s")] }) } };

test("values are received as they were sent", () => expect(fromStruct(toStruct(values))).toEqual(values));

test("secrets are opened for a provider that accepts only plain values, and marked where values are shown", () => {
  expect(plain(values)).toEqual({ a: [1, "x", null, true, UNKNOWN], b: { c: { d: ["s"] } } });
  expect(shown(values)).toEqual({ a: [1, "x", null, true, "[unknown]"], b: { c: "[secret]" } });
});

test("returned properties are secret where the sent ones were, lists as a whole", () => {
  const sent = { a: secret(1), b: { c: secret(2), d: 3 }, e: [secret(4)] };
  expect(keepSecrets(plain(sent), sent)).toEqual({ a: secret(1), b: { c: secret(2), d: 3 }, e: secret([4]) });
});

test.each([{ name: "half \ud83d" }, { "half \ud83d": 1 }, { all: [{ name: "\ude00" }] }])(
  "a text that is not UTF-8 is refused with the CLI's message: %j",
  (properties) => {
    expect(() => fromStruct(toStruct(properties))).toThrow(/^grpc: failed to unmarshal .* string field contains invalid UTF-8$/);
  },
);

test.each<[sentence: string, olds: Properties, news: Properties, same: boolean]>([
  ["null equals an absent property", { a: { b: null } }, { a: {} }, true],
  ["a changed secret mark is no change", { a: secret(1) }, { a: 1 }, true],
  ["a changed secret is one", { a: secret(1) }, { a: secret(2) }, false],
  ["one null less in a list is one", { a: [null] }, { a: [] }, false],
  ["an unknown is one", { a: 1 }, { a: UNKNOWN }, false],
])("comparing inputs: %s", (_, olds, news, same) => expect(sameInputs(olds, news)).toBe(same));
