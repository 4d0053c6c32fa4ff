/** Pins other versions of the engine, and writes them where documents and workflow files name them. */
const { readFileSync, writeFileSync } = require("node:fs");
const { join } = require("node:path");
const { pin } = require("./go");
const { modules, versionOf } = require("./modules");

const root = join(__dirname, "../..");

/** The files that name the version of the Pulumi CLI that is tried on each change; a test compares them with the pins. */
const pinnedFiles = [
  "docs/support.md",
  ...["by-hand", "main", "matrix", "nightly", "pull-request"].map((name) => `examples/ci/github/${name}.yml`),
  "examples/ci/gitlab/.gitlab-ci.yml",
  ...["environment", "sweep"].map((name) => `examples/pull-request-environment/github/${name}.yml`),
  "examples/pull-request-environment/gitlab/.gitlab-ci.yml",
];

/** Pins the given version of the Pulumi CLI, or the latest, and the latest version of the host for YAML. */
async function raise(version = "latest") {
  const [cli] = modules;
  const before = versionOf(cli);
  for (const module of modules) {
    const [command] = Object.values(module.commands);
    await pin(module.folder, command, module === cli && version !== "latest" ? `v${version.replace(/^v/, "")}` : "latest");
  }
  const after = versionOf(cli);
  for (const file of pinnedFiles.map((path) => join(root, path))) writeFileSync(file, readFileSync(file, "utf8").replaceAll(before, after));
  console.log(`pulumi ${before} -> ${after}. Next: npm run test:cli`);
}

module.exports = { pinnedFiles, raise };
