import type { ShownValue } from "../../../../cli/review/model";
import { areWhole, briefTexts, longValues, valueTexts } from "../../../../cli/review/render-values";
import { longField, numbers } from "./constructed";

const shown = (...values: readonly unknown[]): ShownValue[] => values.map((value) => ({ is: "value", value }));
const plain = (text: string | undefined) =>
  text
    ?.replace(/<\/?code>|<wbr>/g, "")
    .replaceAll("&#34;", '"')
    .replaceAll("&#40;", "(")
    .replaceAll("&#41;", ")");
const [b, c] = ["b".repeat(60), "c".repeat(60)];

test.each<[string, readonly unknown[], readonly (string | undefined)[]]>([
  ["no long value", ["a", 1], [undefined, undefined]],
  ["a single long value", ["x".repeat(80), 1], [`"${"x".repeat(31)}…`, undefined]],
  ["equal long values", ["x".repeat(80), "x".repeat(80)], [`"${"x".repeat(31)}…`, `"${"x".repeat(31)}…`]],
  [
    "values that differ after 19 characters",
    [`${"a".repeat(18)}${b}`, `${"a".repeat(18)}${c}`],
    [`"${"a".repeat(18)}${"b".repeat(13)}…`, `"${"a".repeat(18)}${"c".repeat(13)}…`],
  ],
  [
    "values that differ after 20 characters",
    [`${"a".repeat(19)}${b}`, `${"a".repeat(19)}${c}`],
    [`…${"a".repeat(10)}${"b".repeat(21)}…`, `…${"a".repeat(10)}${"c".repeat(21)}…`],
  ],
  ["a value that another one continues", ["a".repeat(70), "a".repeat(80)], [`…${"a".repeat(10)}"`, `…${"a".repeat(20)}"`]],
  [
    "three values, of which two differ later",
    ["b", "c"].map((end) => `${"a".repeat(50)}${end.repeat(20)}`).concat(`${"a".repeat(30)}${"d".repeat(40)}`),
    [`…${"a".repeat(30)}b…`, `…${"a".repeat(30)}c…`, `…${"a".repeat(10)}${"d".repeat(21)}…`],
  ],
  [
    "parts of 32 characters",
    [`${"a".repeat(50)}${"b".repeat(20)}`, `${"a".repeat(50)}${"c".repeat(20)}`],
    [`…${"a".repeat(10)}${"b".repeat(20)}"`, `…${"a".repeat(10)}${"c".repeat(20)}"`],
  ],
  [
    "parts of 33 characters",
    [`${"a".repeat(50)}${"b".repeat(21)}`, `${"a".repeat(50)}${"c".repeat(21)}`],
    [`…${"a".repeat(10)}${"b".repeat(21)}…`, `…${"a".repeat(10)}${"c".repeat(21)}…`],
  ],
])("the table has the first characters that differ: %s", (_, values, expected) => expect(briefTexts(shown(...values))).toEqual(expected));

test("the details have up to 60 characters of a value, from the first difference", () => {
  const values = [`${"a".repeat(30)}${b}`, `${"a".repeat(30)}${c}`, "short"];
  expect(valueTexts(shown(...values)).map(plain)).toEqual([
    `…${"a".repeat(10)}${"b".repeat(49)}… (72 characters)`,
    `…${"a".repeat(10)}${"c".repeat(49)}… (72 characters)`,
    '`"short"`',
  ]);
});

const lines = (count: number, before = "") => numbers(count, before).join("\n");
const wide = (length: number, end: string) => `${"w".repeat(length - 1)}${end}`;
test.each<[string, unknown, unknown, boolean]>([
  ["150 lines", undefined, lines(150), true],
  ["151 lines", undefined, lines(151), false],
  ["a changed line of 298 characters", undefined, wide(298, "x"), true],
  ["a changed line of 299 characters", undefined, wide(299, "x"), false],
  ["a changed line of 299 characters beside a short one", undefined, `1\n${wide(299, "x")}`, false],
  ["changed lines whose common beginning is left out", wide(400, "x"), wide(400, "y"), true],
  ["long lines that do not change", `${wide(400, "x")}\n1`, `${wide(400, "x")}\n2`, true],
  ["a short value", 1, 2, true],
])("%s are shown whole, or not", (_, before, after, expected) => expect(areWhole([longField(before, after)])).toBe(expected));

const foldOf = (before: unknown, after: unknown, live = before) => {
  const [fold = ""] = longValues([longField(before, after, live)]);
  return fold.split("\n").slice(3, -3);
};

const everySecond = (count: number) =>
  numbers(count)
    .map((line, index) => (index % 2 === 0 ? `x${line}` : line))
    .join("\n");
test.each<[string, readonly string[], readonly string[]]>([
  ["a comparison of 1,000 changed lines", foldOf(lines(1_000), everySecond(1_000)).slice(0, 3), ["- 0", "+ x0", "  1"]],
  ["no comparison of 1,002 changed lines", foldOf(lines(1_002), everySecond(1_002)).slice(0, 3), ["- 0", "- 1", "- 2"]],
  ["the beginning of a long new value", foldOf(undefined, lines(1_100)).slice(0, 2), ["+ 0", "+ 1"]],
  [
    "lines near a change",
    foldOf(lines(30), numbers(30).with(15, "x").join("\n")),
    ["  … 12 equal lines", "  12", "  13", "  14", "- 15", "+ x", "  16", "  17", "  18", "  … 11 equal lines"],
  ],
  [
    "six lines between changes, and seven in short",
    foldOf(lines(40), numbers(40).with(0, "x").with(7, "y").with(15, "z").with(39, "w").join("\n")),
    [
      "- 0",
      "+ x",
      ...numbers(7)
        .slice(1)
        .map((line) => `  ${line}`),
      "- 7",
      "+ y",
      "  8",
      "  9",
      "  10",
      "  … 1 equal line",
      "  12",
      "  13",
      "  14",
      "- 15",
      "+ z",
      "  16",
      "  17",
      "  18",
      "  … 17 equal lines",
      "  36",
      "  37",
      "  38",
      "- 39",
      "+ w",
    ],
  ],
  ["all lines if nothing differs", foldOf(lines(30), lines(30)), numbers(30).map((line) => `  ${line}`)],
  ["what changes from the live value", foldOf(lines(30), lines(32), lines(31)), ["  … 28 equal lines", "  28", "  29", "  30", "+ 31"]],
  [
    "what changes from the code if the new value is live",
    foldOf(lines(30), lines(31), lines(31)),
    ["  … 27 equal lines", "  27", "  28", "  29", "+ 30"],
  ],
  [
    "no common beginning of lines that are too long",
    foldOf(wide(400, "x"), wide(400, "y")),
    [`- …${"w".repeat(10)}x`, `+ …${"w".repeat(10)}y`],
  ],
  [
    "no common beginning of a line that becomes too long",
    foldOf(wide(200, "w"), wide(350, "w")),
    [`- …${"w".repeat(10)}`, `+ …${"w".repeat(160)}`],
  ],
  ["both beginnings of lines that fit", foldOf(wide(298, "x"), wide(298, "y")), [`- ${wide(298, "x")}`, `+ ${wide(298, "y")}`]],
  ["a removed line that is too long, in short", foldOf(`${wide(400, "x")}\n1`, "1"), [`- ${"w".repeat(298)}… (402 characters)`, "  1"]],
  ["JSON line by line", foldOf(`{"a":1,"b":"${b}"}`, { a: 2, b }), ["  {", '-   "a": 1,', '+   "a": 2,', `    "b": "${b}"`, "  }"]],
  ["150 lines, and the number of the others", foldOf(undefined, lines(152)).slice(-2), ["+ 149", "… and 2 more lines"]],
])("the fold of a long value has %s", (_, actual, expected) => expect(actual).toEqual(expected));
