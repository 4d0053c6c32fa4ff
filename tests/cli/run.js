/**
 * Runs the tests on a Pulumi CLI: the one that `npm run engine` builds, else the one on PATH. Each test has its own home, backend and
 * service. With ACCEPT=1 the CLI's results become the golden records.
 */
const { spawnSync } = require("node:child_process");
const { delimiter, join } = require("node:path");

process.env.PATH = [join(__dirname, "../../.engine/bin"), process.env.PATH].join(delimiter);
const version = spawnSync("pulumi", ["version"], { encoding: "utf8" });
if (version.status !== 0) {
  console.error('There is no Pulumi CLI: run "npm run engine", which builds one with Go, or install one on PATH.');
  process.exit(1);
}
console.log(`running on pulumi ${version.stdout.trim()}`);
const jest = [require.resolve("jest/bin/jest"), "--config", "jest.cli.config.js", ...process.argv.slice(2)];
process.exit(spawnSync(process.execPath, jest, { stdio: "inherit" }).status ?? 1);
