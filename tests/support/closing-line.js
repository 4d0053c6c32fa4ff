/** Ends a run of jest with the one line that continuous integration reads, `N passed, N failed`, and before it the cases of all fault matrices in one sum. */
class ClosingLine {
  constructor({ testNamePattern }) {
    this.cases = [];
    // On the Pulumi CLI every test runs, unless a part of them was asked for.
    this.skipsFail = process.env.GRAPHPLANE_TESTS === "cli" && !testNamePattern;
  }

  onTestResult(_test, { console: printed }) {
    for (const { message } of printed ?? []) {
      const [, ...figures] = /(\d+) of (\d+) fault cases pass; (\d+) do not apply/.exec(message) ?? [];
      if (figures.length > 0) this.cases.push(figures.map(Number));
    }
  }

  onRunComplete(_contexts, { numPassedTests, numFailedTests, numPendingTests, numRuntimeErrorTestSuites }) {
    const skipped = this.skipsFail ? numPendingTests : 0;
    if (skipped > 0) process.stderr.write(`\n${skipped} skipped tests count as failed\n`);
    this.line = `${numPassedTests} passed, ${numFailedTests + numRuntimeErrorTestSuites + skipped} failed`;
  }

  /** Jest calls this last, after the other reporters have printed their summaries. */
  getLastError() {
    if (this.line === undefined) return;
    const [passed, tried, others] = [0, 1, 2].map((index) => this.cases.reduce((sum, figures) => sum + figures[index], 0));
    if (tried > 0)
      process.stderr.write(`\n${number(passed)} of ${number(tried)} fault cases pass; ${number(others)} do not apply (reasons listed)\n`);
    process.stderr.write(`\n${this.line}\n`);
    this.line = undefined;
  }
}

/** `2978` as `2,978`. */
function number(value) {
  return value.toLocaleString("en-US");
}

module.exports = ClosingLine;
