/** Plays a test file as jest does, and passes over those that are left once one has detected the mutant. */
const { createEmptyTestResult } = require("@jest/test-result");
const { default: circus } = require("jest-circus/runner");

let detected;

module.exports = async (globalConfig, config, environment, runtime, file, ...rest) => {
  const mutant = process.env.__STRYKER_ACTIVE_MUTANT__;
  if (mutant !== undefined && mutant === detected) return { ...createEmptyTestResult(), testFilePath: file, skipped: true };
  const result = await circus(globalConfig, config, environment, runtime, file, ...rest);
  if (result.numFailingTests > 0) detected = mutant;
  return result;
};
