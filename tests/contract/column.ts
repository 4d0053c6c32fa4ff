import { applies, type Cells, type Row } from "./row";

/** One case of a cell; each begins with a stage of its own making. */
export interface Case {
  readonly name: string;
  readonly play: () => Promise<void>;
}

/** One protection, tried on every row to which it applies. */
export interface Column<Key extends keyof Cells = keyof Cells> {
  readonly cell: Key;
  /** The sentence that holds. */
  readonly name: string;
  readonly cases: (row: Row) => readonly Case[];
}

/** A column whose cases are made of the fixture of each cell. */
export function column<Key extends keyof Cells>(
  cell: Key,
  name: string,
  cases: (row: Row, fixture: Exclude<Cells[Key], { readonly none: string }>) => readonly Case[],
): Column {
  return {
    cell,
    name,
    cases: (row) => (applies(row.cells[cell]) ? cases(row, row.cells[cell] as Exclude<Cells[Key], { none: string }>) : []),
  };
}

/** What is known to apply, since a cell that needs it does. */
export function required<T>(cell: T | { readonly none: string }): T {
  if (!applies(cell)) throw new Error(`a cell applies whose request does not: ${(cell as { none: string }).none}`);
  return cell;
}
