import { expectFigures } from "../support/figures";
import type { Row } from "./row";
import { rows } from "./rows";
import { type Case, casesOf, play, type Result } from "./way-back";

/** The result of every case so far. */
const results: { readonly row: Row; readonly one: Case; readonly result: Result }[] = [];

test.each(rows)("a review says what a revert restores, for every argument and deletion policy: $kind", async (row) => {
  const wrong: string[] = [];
  for (const one of casesOf(row)) {
    const result = await play(one);
    results.push({ row, one, result });
    wrong.push(...(result?.wrong ?? []).map((text) => `${one.name}: ${text}`));
  }
  expect(wrong).toEqual([]);
});

/** The outcome that a review states. */
function outcomeOf(result: Result): string {
  if (result === undefined) return "not applied";
  const { stated } = result;
  if (stated.some(({ is }) => is === "refused")) return "refused";
  if (stated.some(({ is }) => is === "lost" || is === "deleted")) return "lossy";
  return stated.length === 0 ? "exact" : "unknown";
}

test("the figures", () => {
  const count = (some: typeof results, outcome: string) => some.filter(({ result }) => outcomeOf(result) === outcome).length;
  const changed = results.filter(({ one }) => one.argument !== undefined && one.name.endsWith(": changed"));
  for (const { kind } of rows) {
    const own = changed.filter(({ row }) => row.kind === kind);
    const counts = ["exact", "unknown", "lossy", "refused", "not applied"].map((outcome) => `${count(own, outcome)} ${outcome}`);
    process.stdout.write(`${kind}: ${own.length} arguments, ${counts.join(", ")}\n`);
  }
  expectFigures("way back", {
    kinds: rows.length,
    arguments: changed.length,
    "arguments exact": count(changed, "exact"),
    "arguments unknown": count(changed, "unknown"),
    "arguments lossy": count(changed, "lossy"),
    "arguments refused": count(changed, "refused"),
    "arguments not applied": count(changed, "not applied"),
    reverts: results.length - count(results, "not applied"),
    exact: count(results, "exact"),
    unknown: count(results, "unknown"),
    lossy: count(results, "lossy"),
    refused: count(results, "refused"),
  });
});
