/** Generates the SDKs for Python and Go from schema.json into sdks/, by the Pulumi CLI on PATH; says what it cannot do and why. */
const { spawnSync } = require("node:child_process");
const { rmSync } = require("node:fs");
const { join } = require("node:path");

const root = join(__dirname, "../..");
const languages = ["python", "go"];

if (spawnSync("pulumi", ["version"]).status !== 0) {
  console.log('SKIPPED: there is no "pulumi" on PATH, so no SDK was generated.');
  process.exit(0);
}

const failed = languages.filter((language) => {
  rmSync(join(root, "sdks", language), { recursive: true, force: true });
  const args = ["package", "gen-sdk", join(root, "schema.json"), "--language", language, "--out", join(root, "sdks")];
  const { status, stderr } = spawnSync("pulumi", args, { encoding: "utf8" });
  console.log(status === 0 ? `sdks/${language}` : `${language} was not generated: ${stderr.trim()}`);
  return status !== 0;
});
process.exit(failed.length === 0 ? 0 : 1);
