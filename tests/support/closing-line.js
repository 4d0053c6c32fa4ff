/** Ends a run of jest with the one line that continuous integration reads, `N passed, N failed`, and before it the cells of all fault matrices in one sum. */
class ClosingLine {
  constructor() {
    this.cells = [];
  }

  onTestResult(_test, { console: printed }) {
    for (const { message } of printed ?? []) {
      const [, ...figures] = /cells tried (\d+), cells held (\d+), cells not applicable (\d+)/.exec(message) ?? [];
      if (figures.length > 0) this.cells.push(figures.map(Number));
    }
  }

  onRunComplete(_contexts, results) {
    const failed = results.numFailedTests + results.numRuntimeErrorTestSuites;
    this.line =
      `${results.numPassedTests} passed, ${failed} failed` + (results.numPendingTests > 0 ? `, ${results.numPendingTests} skipped` : "");
  }

  /** Jest calls this last, after the other reporters have printed their summaries. */
  getLastError() {
    if (this.line === undefined) return;
    const [tried, held, notApplicable] = [0, 1, 2].map((index) => this.cells.reduce((sum, figures) => sum + figures[index], 0));
    if (tried > 0) process.stderr.write(`\nin all: cells tried ${tried}, cells held ${held}, cells not applicable ${notApplicable}\n`);
    process.stderr.write(`\n${this.line}\n`);
    this.line = undefined;
  }
}

module.exports = ClosingLine;
