/** The tests of what `npm run mutants` mutates at the moment, by patterns in MUTATION_TESTS; its files are in MUTATED_FILES. */
const { reporters: _, ...config } = require("./jest.config.js");

module.exports = {
  ...config,
  testMatch: (process.env.MUTATION_TESTS ?? "").split(";").map((pattern) => `<rootDir>/${pattern}`),
  setupFilesAfterEnv: [...config.setupFilesAfterEnv, "<rootDir>/scripts/mutation/load-mutated.js"],
  testSequencer: "<rootDir>/scripts/mutation/shortest-first.js",
};
