/** Ends a run of jest with the one line that continuous integration reads: `N passed, N failed`. */
class ClosingLine {
  onRunComplete(_contexts, results) {
    const failed = results.numFailedTests + results.numRuntimeErrorTestSuites;
    this.line =
      `${results.numPassedTests} passed, ${failed} failed` + (results.numPendingTests > 0 ? `, ${results.numPendingTests} skipped` : "");
  }

  /** Jest calls this last, after the other reporters have printed their summaries. */
  getLastError() {
    if (this.line !== undefined) process.stderr.write(`\n${this.line}\n`);
    this.line = undefined;
  }
}

module.exports = ClosingLine;
