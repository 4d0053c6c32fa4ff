import { applies, type Cells, type Row } from "./row";

/** One case of a cell; each begins with a stage of its own making. */
export interface Case {
  readonly name: string;
  readonly play: () => Promise<void>;
}

/** One protection, tried on every row to which it applies. */
export interface Column {
  /** The sentence that holds. */
  readonly name: string;
  /** False where the row says why the column does not apply to it. */
  readonly applies: (row: Row) => boolean;
  readonly cases: (row: Row) => readonly Case[];
}

type FixtureOf<Key extends keyof Cells> = Exclude<Cells[Key], { readonly none: string }>;

/** A column whose cases are made of the fixture of each cell. */
export function column<Key extends keyof Cells>(
  cell: Key,
  name: string,
  cases: (row: Row, fixture: FixtureOf<Key>) => readonly Case[],
): Column {
  const fixtureOf = ({ cells }: Row): Cells[Key] => cells[cell];
  return {
    name,
    applies: (row) => applies(fixtureOf(row)),
    cases: (row) => (applies(fixtureOf(row)) ? cases(row, fixtureOf(row) as FixtureOf<Key>) : []),
  };
}

/** A column that every row has, without a fixture of its own. */
export function everyRow(name: string, cases: (row: Row) => readonly Case[]): Column {
  return { name, applies: () => true, cases };
}

/** A column of the rows that have cases in it. */
export function someRows(name: string, cases: (row: Row) => readonly Case[]): Column {
  return { name, applies: (row) => cases(row).length > 0, cases };
}

/** The request that a cell needs, which the row has since the cell applies. */
export function required(cell: Row["shownBy"]): number | string {
  if (!applies(cell)) throw new Error(`a cell applies whose request does not: ${cell.none}`);
  return cell;
}
