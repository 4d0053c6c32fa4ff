import * as ratios from "../../bench/ratios.json";
import { readFigures } from "../support/figures";
import { readText } from "../support/repository";

/** The figures of the pages are those that the tests print. */

const { year, histories, "way back": wayBack } = readFigures();
const shown = (figures: Readonly<Record<string, number>>, names: readonly string[]) =>
  names.map((name) => (figures[name] ?? NaN).toLocaleString("en-US"));

const yearFigures = ["timetable", "auto-stop", "upgrade", "previews", "drift runs", "changes", "console changes found"];

test.each([
  ["a year of the service", "docs/review-trust.md", "In 52 weeks", shown(year, yearFigures)],
  ["the histories of a repository", "docs/review-trust.md", "random histories of a repository", shown(histories, ["histories", "runs"])],
  [
    "reverts",
    "docs/review-trust.md",
    "everything that the review did not name",
    shown(wayBack, [
      "arguments",
      "kinds",
      "reverts",
      "exact",
      "unknown",
      "lossy",
      "refused",
      "arguments exact",
      "arguments unknown",
      "arguments lossy",
    ]),
  ],
])("the figures of %s in %s are those of the record", (_, page, start, figures) => {
  const paragraph = readText(page)
    .split("\n\n")
    .find((text) => text.includes(start));
  const quoted = paragraph?.match(/\d[\d,]*\d/g) ?? [];
  expect(quoted).toEqual(expect.arrayContaining(figures));
});

/** The rows of a table of measurements.md whose columns are pairs and whose cells have a ratio for each size. */
const operations: Readonly<Record<string, string>> = {
  "first preview": "preview",
  create: "create",
  "preview, no changes": "preview unchanged",
  "update, no changes": "up unchanged",
  refresh: "refresh",
  "update one workspace": "change one",
  "update all workspaces": "change all",
  "state size": "state",
  review: "review",
  "review with policies": "review with policies",
};
const rows = readText("docs/internals/measurements.md")
  .split("\n")
  .map((line) =>
    line
      .split("|")
      .map((cell) => cell.trim())
      .slice(1, -1),
  );
const heads = rows.filter(([first]) => first === "operation");

test.each(Object.entries(operations))("the ratios of %s in measurements.md are those of the bench", (name, operation) => {
  const index = rows.findIndex(([first]) => first === name);
  const head = heads.findLast((row) => rows.indexOf(row) < index) ?? [];
  const recorded = (ratios as unknown as Record<string, Record<string, Record<string, string>>>)[operation];
  const quoted = head.slice(1).map((pair) => ["1", "100", "500"].map((size) => recorded?.[pair]?.[size] ?? "–").join(", "));
  expect(rows[index]?.slice(1)).toEqual(quoted);
});
