/** What `npm test` leaves out: `npm run test:full`. */
process.env.GRAPHPLANE_TESTS ??= "full";
// The types of the examples are checked by themselves, and not again at every start of a program.
process.env.PULUMI_NODEJS_TRANSPILE_ONLY ??= "true";

/** Files that test a part in `npm test`, and see by the variable that they are to test the rest, or everything. */
const rest = ["contract/contract", "faults/{matrix,model,hostile-*,killed}", "unit/cli/review/size", "resources/*/body"];

module.exports = {
  ...require("./jest.config.js"),
  testMatch: ["**/tests/package/**/*.test.ts", "**/*.slow.test.ts", ...rest.map((file) => `<rootDir>/tests/${file}.test.ts`)],
  testPathIgnorePatterns: [],
};
