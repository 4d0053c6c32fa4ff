/** What `npm test` leaves out: `npm run test:full`. Files that test a part in `npm test` see by the variable that they are to test the rest. */
process.env.GRAPHPLANE_TESTS ??= "full";
// The types of the examples are checked by themselves, and not again at every start of a program.
process.env.PULUMI_NODEJS_TRANSPILE_ONLY ??= "true";

module.exports = {
  ...require("./jest.config.js"),
  testMatch: ["**/tests/long/**/*.test.ts"],
  testPathIgnorePatterns: [],
};
