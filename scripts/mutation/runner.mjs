/**
 * Stryker's jest runner with one difference: a mutant is tested by the test files that reach it, until one of them detects it, and
 * the part's other files are not even loaded. For this, a test's id starts with its file; the original uses only the test's
 * name.
 */
import { strykerPlugins as plugins } from "@stryker-mutator/jest-runner";
import { createRequire } from "node:module";

const [original] = plugins;
const separator = "\n";
const untilDetected = createRequire(import.meta.url).resolve("./until-detected.js");

const factory = (injector) => {
  const runner = original.factory(injector);
  const [dryRun, mutantRun, run, processTestResults] = ["dryRun", "mutantRun", "run", "processTestResults"].map((name) =>
    runner[name].bind(runner),
  );
  let trying = false;
  let testFiles;
  return Object.assign(runner, {
    async dryRun(options) {
      const result = await dryRun(options);
      const perTest = result.mutantCoverage?.perTest;
      if (perTest) {
        const reached = result.tests.filter(({ name }) => name in perTest).map(({ id, name }) => [id, perTest[name]]);
        result.mutantCoverage.perTest = Object.fromEntries(reached);
      }
      return result;
    },
    mutantRun({ testFilter = [], ...options }) {
      const tests = testFilter.map((id) => id.split(separator));
      trying = true;
      testFiles = tests.length === 0 ? undefined : [...new Set(tests.map(([file]) => file))];
      return mutantRun({ ...options, testFilter: tests.length === 0 ? undefined : tests.map(([, name]) => name) });
    },
    run: ({ jestConfig, ...settings }) =>
      run({ testFiles, ...settings, jestConfig: { ...jestConfig, ...(trying && { testRunner: untilDetected }) } }),
    processTestResults: (results) => processTestResults(results).map((test) => ({ ...test, id: test.fileName + separator + test.name })),
  });
};
factory.inject = original.factory.inject;

export const strykerPlugins = [{ ...original, name: "jest-by-file", factory }];
