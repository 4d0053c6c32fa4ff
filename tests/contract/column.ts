import { applies, type Cells, type Row } from "./row";
import { isWhole, rows } from "./rows";

type FixtureOf<Key extends keyof Cells> = Exclude<Cells[Key], { readonly none: string }>;

/** Declares the tests of one protection, which the sentence states, for every row to which its cell applies. */
export function column<Key extends keyof Cells>(
  cell: Key,
  sentence: string,
  declareTests: (row: Row, fixture: FixtureOf<Key>) => void,
): void {
  const applied = rows.filter(({ cells }) => applies<Cells[Key]>(cells[cell]));
  declare(sentence, applied, (row) => declareTests(row, row.cells[cell] as FixtureOf<Key>));
}

/** The same for a protection of every resource. */
export function everyRow(sentence: string, declareTests: (row: Row) => void): void {
  declare(sentence, rows, declareTests);
}

let columns = 0;

/** With `npm test`, every third row, starting with a different one in each column. */
function declare(sentence: string, applied: readonly Row[], declareTests: (row: Row) => void): void {
  const step = isWhole ? 1 : Math.min(3, applied.length);
  const first = columns++;
  const tried = applied.filter((_, index) => index % step === first % step);
  if (tried.length > 0) describe(sentence, () => describe.each(tried)("$kind", declareTests));
}
