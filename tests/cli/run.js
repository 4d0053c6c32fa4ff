/**
 * Runs on the Pulumi CLI that `npm run engine` builds, else on that on PATH, with its own home and backend, the tests that also run on the embedded engine. With ACCEPT=1
 * the CLI's results become the golden records. Without a CLI it prints a note and succeeds: a machine without one still has
 * the embedded engine.
 */
const { spawnSync } = require("node:child_process");
const { delimiter, join } = require("node:path");

process.env.PATH = [join(__dirname, "../../.engine/bin"), process.env.PATH].join(delimiter);
const version = spawnSync("pulumi", ["version"], { encoding: "utf8" });
if (version.status !== 0) {
  console.log('\nSKIPPED: there is no "pulumi" on PATH, so nothing was run on the Pulumi CLI.');
  console.log('"npm test" checks the embedded engine against the records in tests/golden/.\n');
  process.exit(0);
}
console.log(`running on pulumi ${version.stdout.trim()}`);
for (const language of ["python", "yaml"]) {
  const host = `pulumi-language-${language}`;
  if (spawnSync(host, ["--version"]).error !== undefined)
    console.log(`SKIPPED: there is no "${host}" on PATH, so nothing is run in that language.`);
}
const jest = [require.resolve("jest/bin/jest"), "--config", "jest.cli.config.js", ...process.argv.slice(2)];
process.exit(spawnSync(process.execPath, jest, { stdio: "inherit" }).status ?? 1);
