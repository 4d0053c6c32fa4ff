/** Runs a test file the way jest does, and skips the remaining files once one has detected the mutant. */
const { createEmptyTestResult } = require("@jest/test-result");
const { default: circus } = require("jest-circus/runner");

// jest treats a file without tests as an error.
const testResults = [{ ancestorTitles: [], title: "", fullName: "", status: "pending", failureMessages: [] }];

let detected;

module.exports = async (globalConfig, config, environment, runtime, file, ...rest) => {
  const mutant = process.env.__STRYKER_ACTIVE_MUTANT__;
  if (mutant !== undefined && mutant === detected) return { ...createEmptyTestResult(), testFilePath: file, skipped: true, testResults };
  const result = await circus(globalConfig, config, environment, runtime, file, ...rest);
  if (result.numFailingTests > 0) detected = mutant;
  return result;
};
