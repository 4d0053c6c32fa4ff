import { applies, type Cells, type Row } from "./row";
import { rows } from "./rows";

type FixtureOf<Key extends keyof Cells> = Exclude<Cells[Key], { readonly none: string }>;

/** Declares the tests of one protection, which the sentence states, for every row to which its cell applies. */
export function column<Key extends keyof Cells>(
  cell: Key,
  sentence: string,
  declareTests: (row: Row, fixture: FixtureOf<Key>) => void,
): void {
  everyRow(sentence, (row) => {
    const fixture: Cells[Key] = row.cells[cell];
    if (applies(fixture)) declareTests(row, fixture as FixtureOf<Key>);
  });
}

/** The same for a protection of every resource. */
export function everyRow(sentence: string, declareTests: (row: Row) => void): void {
  describe(sentence, () => describe.each(rows)("$kind", declareTests));
}
