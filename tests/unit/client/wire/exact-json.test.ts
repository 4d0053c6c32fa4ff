import { fc } from "../../../support/random";
import { parseExactly } from "../../../../client/wire/exact-json";

describe("a number that JavaScript would round becomes a string of its own digits:", () => {
  test.each([
    ["2^53 + 1", "9007199254740993"],
    ["2^53, which could be a rounded one", "9007199254740992"],
    ["one below zero", "-9007199254740993"],
    ["the largest of 64 bits", "18446744073709551615"],
    ["one of 400 digits", "9".repeat(400)],
    ["one out of a double's range", "1e400"],
    ["one out of it below zero", "-1.5E+308999"],
    ["one out of it by its digits", `${"9".repeat(15)}e300`],
  ])("%s", (_, digits) => expect(parseExactly(`{"a":${digits},"list":[1,${digits}]}`)).toEqual({ a: digits, list: [1, digits] }));
});

describe("it stays unchanged:", () => {
  test.each([
    ["2^53 - 1", "9007199254740991"],
    ["a fraction of more digits than a double keeps", "0.1234567890123456789"],
    ["a double without a fraction", "9007199254740993.0"],
    ["a large double", "1.7e308"],
    ["the digits in a string", '"9007199254740993"'],
    ["the digits behind a quotation mark and a backslash", '"a\\"1e400, \\\\"'],
    ["a string that ends with a backslash", '["\\\\",1,"\\\\",1e300]'],
    ["the digits in a key", '{"9007199254740993":{"1e400":1}}'],
  ])("%s", (_, json) => {
    const text = `{"x":1e309,"a":${json},"b":12345678901234567}`;
    expect(parseExactly(text)).toEqual({ x: "1e309", a: JSON.parse(json) as unknown, b: "12345678901234567" });
  });
});

test("any JSON value is what JSON.parse makes of it, but for the integers that it may round", () => {
  const exact = (_: string, value: unknown) =>
    typeof value === "number" && /^-?\d+$/.test(String(value)) && !Number.isSafeInteger(value) ? String(value) : value;
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const json = JSON.stringify({ value, long: "1234567890123456" });
      expect(parseExactly(json)).toEqual(JSON.parse(json, exact));
    }),
    { numRuns: 300 },
  );
});

test("text that is not a JSON object is refused, whatever quotation marks would make of it", () => {
  for (const text of ["", "[1e400]", "1e400", "<html>", '{"a":01234567890123456789}', "{1e400:1}", '{"a":1e400', '{"a":-}'])
    expect([text, parseExactly(text)]).toEqual([text, undefined]);
});
