/** Whether everything is tried, as with `npm run test:full`, or as much as shows most mistakes in little time. */
export const whole = process.env["GRAPHPLANE_TESTS"] === "full";

/** How many values a property is tried with: a few, or many with `npm run test:full`. */
export function tries(few: number): { readonly numRuns: number } {
  return { numRuns: whole ? 10 * few : few };
}
