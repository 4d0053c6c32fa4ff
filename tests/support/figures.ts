import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

type Figures = Readonly<Record<string, number>>;

const file = join(__dirname, "../figures.json");

/** The figures that the pages quote: `tests/figures.json`. */
export const readFigures = () => JSON.parse(readFileSync(file, "utf8")) as Readonly<Record<"year" | "histories" | "way back", Figures>>;

/** Prints the figures of a whole run and expects those of the record; `ACCEPT=1` writes them. Another seed has other figures. */
export function expectFigures(name: keyof ReturnType<typeof readFigures>, figures: Figures): void {
  const shown = Object.entries(figures).map(([what, count]) => `${what}: ${count}`);
  process.stdout.write(`${name}: ${shown.join(", ")}\n`);
  if (process.env["GRAPHPLANE_SEED"] !== undefined) return;
  if (process.env["ACCEPT"] === "1") writeFileSync(file, `${JSON.stringify({ ...readFigures(), [name]: figures }, null, 2)}\n`);
  expect(figures).toEqual(readFigures()[name]);
}
