/**
 * Stryker's runner for jest, with one difference: a mutant is tried by the test files that reach it, and the other files of the part are
 * not even loaded. For that the id of a test begins with its file; the original has the name of the test alone.
 */
import { strykerPlugins as plugins } from "@stryker-mutator/jest-runner";

const [original] = plugins;
const separator = "\n";

const factory = (injector) => {
  const runner = original.factory(injector);
  const [dryRun, mutantRun, run, processTestResults] = ["dryRun", "mutantRun", "run", "processTestResults"].map((name) =>
    runner[name].bind(runner),
  );
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
      testFiles = tests.length === 0 ? undefined : [...new Set(tests.map(([file]) => file))];
      return mutantRun({ ...options, testFilter: tests.length === 0 ? undefined : tests.map(([, name]) => name) });
    },
    run: (settings) => run({ testFiles, ...settings }),
    processTestResults: (results) => processTestResults(results).map((test) => ({ ...test, id: test.fileName + separator + test.name })),
  });
};
factory.inject = original.factory.inject;

export const strykerPlugins = [{ ...original, name: "jest-by-file", factory }];
