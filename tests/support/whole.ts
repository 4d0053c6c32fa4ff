/** Whether everything is tried, as with `npm run test:full`, or as much as shows most mistakes in little time. */
export const whole = process.env["GRAPHPLANE_TESTS"] === "full";

/** Whether `npm run mutants` runs the tests: it plays every table as a whole. */
export const isMutated = process.env["MUTATION_TESTS"] !== undefined;

/** The rows of a table that are run: with `npm test` the `usual` ones, with `npm run test:full` the others, and with `npm run mutants` all. */
export const chosen = <Row>(table: readonly Row[], usual: (row: Row) => boolean): readonly Row[] =>
  table.filter((row) => isMutated || usual(row) !== whole);

/** The number of values with which a property is tried: a few, or many with `npm run test:full`. */
export const tries = (few: number, many = 10 * few): { readonly numRuns: number } => ({ numRuns: whole ? many : few });
