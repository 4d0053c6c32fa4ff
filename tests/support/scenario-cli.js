/**
 * Runs the scenarios, and the faults through real processes, on the Pulumi CLI on PATH, with a home and a backend of their own.
 * With ACCEPT=1 what it does becomes the golden record. Without a CLI it says so and is content: a machine without one still
 * has the embedded engine.
 */
const { spawnSync } = require("node:child_process");

const version = spawnSync("pulumi", ["version"], { encoding: "utf8" });
if (version.status !== 0) {
  console.log('\nSKIPPED: there is no "pulumi" on PATH, so the scenarios were not run on the Pulumi CLI.');
  console.log('They run on the embedded engine, against the records in tests/golden/, with "npm test".\n');
  process.exit(0);
}
console.log(`running the scenarios on pulumi ${version.stdout.trim()}`);
const jest = require.resolve("jest/bin/jest");
const run = spawnSync(
  process.execPath,
  [
    jest,
    "--maxWorkers=2",
    "tests/e2e/scenarios",
    "tests/e2e/adopt/cli",
    "tests/e2e/examples",
    "tests/faults/real-processes",
    ...process.argv.slice(2),
  ],
  {
    stdio: "inherit",
    env: { ...process.env, SCENARIO_ENGINE: "cli" },
  },
);
process.exit(run.status ?? 1);
