/** Whether everything is tried, as with `npm run test:full`, or as much as shows most mistakes in little time. */
export const whole = process.env["GRAPHPLANE_TESTS"] === "full";

/** Declares a test that `npm test` leaves to `npm run test:full`, and to the CLI. */
export const longTest = process.env["GRAPHPLANE_TESTS"] === undefined ? () => undefined : test;

/** The number of values with which a property is tried: a few, or many with `npm run test:full`. */
export function tries(few: number, many = 10 * few): { readonly numRuns: number } {
  return { numRuns: whole ? many : few };
}
