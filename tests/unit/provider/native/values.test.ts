import { type JavaScriptValue, Struct } from "google-protobuf/google/protobuf/struct_pb";
import { decodeProperties, encodeProperties, markedProperties, markSecrets } from "../../../../provider/native/values";
import { markSecret } from "../../../../provider/values/secret-marks";
import { unknownText } from "../../../support/provider";

const structOf = (properties: object) => Struct.fromJavaScript(properties as Record<string, JavaScriptValue>);

test("decoded properties have no mark of a secret, at any depth, and the names of those that contain one", () => {
  const marked = { a: markSecret("one"), b: { c: [markSecret({ d: markSecret("two") }), 1] }, e: { f: null }, g: unknownText };
  expect(decodeProperties(structOf(marked))).toEqual({
    properties: { a: "one", b: { c: [{ d: "two" }, 1] }, e: { f: null }, g: unknownText },
    secrets: ["a", "b"],
  });
  expect(decodeProperties(structOf({ a: [1] }))).toEqual({ properties: { a: [1] }, secrets: [] });
  expect(decodeProperties(undefined)).toEqual({ properties: {}, secrets: [] });
});

test("encoded properties have a mark for each secret, and none without a value", () => {
  const properties = { a: 1, b: undefined, c: null };
  const isSecret = (name: string) => ["a", "b"].includes(name);
  expect(encodeProperties(properties, isSecret).toJavaScript()).toEqual({ a: markSecret(1), c: null });
  expect(encodeProperties({ a: 1 }).toJavaScript()).toEqual({ a: 1 });
  expect(markedProperties({ a: 1, b: undefined, c: 2 }, isSecret)).toEqual({ a: markSecret(1), b: undefined, c: 2 });
});

test("the properties that are always secret are marked once, unless they are missing or unknown", () => {
  const struct = structOf({ a: "one", b: markSecret("two"), c: unknownText, d: null, e: "plain" });
  expect(markSecrets(struct, ["a", "b", "c", "d", "none"])?.toJavaScript()).toEqual({
    a: markSecret("one"),
    b: markSecret("two"),
    c: unknownText,
    d: null,
    e: "plain",
  });
  expect([markSecrets(structOf({ a: 1 }))?.toJavaScript(), markSecrets(undefined, ["a"])]).toEqual([{ a: 1 }, undefined]);
});
