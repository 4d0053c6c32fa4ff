/**
 * Runs on the Pulumi CLI on PATH, with a home and a backend of their own, what else runs on the embedded engine. With ACCEPT=1
 * what the CLI does becomes the golden record. Without a CLI it says so and is content: a machine without one still has the
 * embedded engine.
 */
const { spawnSync } = require("node:child_process");

const version = spawnSync("pulumi", ["version"], { encoding: "utf8" });
if (version.status !== 0) {
  console.log('\nSKIPPED: there is no "pulumi" on PATH, so nothing was run on the Pulumi CLI.');
  console.log('The embedded engine is held against the records in tests/golden/ with "npm test".\n');
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
