/**
 * Generates the SDKs for Python and Go, or for the given languages, from schema.json into sdks/ or the given directory. Uses the CLI from
 * `npm run engine` or, if it is missing, the one on PATH. Reports what it cannot generate and why.
 */
const { spawnSync } = require("node:child_process");
const { rmSync } = require("node:fs");
const { delimiter, join } = require("node:path");

const root = join(__dirname, "../..");
const [folder = join(root, "sdks"), ...chosen] = process.argv.slice(2);
const languages = chosen.length > 0 ? chosen : ["python", "go"];

process.env.PATH = [join(root, ".engine/bin"), process.env.PATH].join(delimiter);
if (spawnSync("pulumi", ["version"]).status !== 0) {
  console.log('SKIPPED: the Pulumi CLI ("pulumi") is not on PATH, so no SDK was generated.');
  process.exit(0);
}

const failed = languages.filter((language) => {
  rmSync(join(folder, language), { recursive: true, force: true });
  const args = ["package", "gen-sdk", join(root, "schema.json"), "--language", language, "--out", folder];
  const { status, stderr } = spawnSync("pulumi", args, { encoding: "utf8" });
  console.log(status === 0 ? join(folder, language) : `${language} was not generated: ${stderr.trim()}`);
  return status !== 0;
});
process.exit(failed.length === 0 ? 0 : 1);
