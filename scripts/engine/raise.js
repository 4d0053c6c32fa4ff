/** Pins different versions of the engine, and updates them in documents and workflow files. */
const { readFileSync, writeFileSync } = require("node:fs");
const { join } = require("node:path");
const { pin } = require("./go");
const { modules, pinnedFiles, versionOf } = require("./modules");

const root = join(__dirname, "../..");

/** Pins the given version of the Pulumi CLI, or the latest one, and the latest version of the YAML language host. */
async function raise(version = "latest") {
  const [cli] = modules;
  const before = versionOf(cli);
  for (const module of modules) {
    const [command] = Object.values(module.commands);
    await pin(module.folder, command, module === cli && version !== "latest" ? `v${version.replace(/^v/, "")}` : "latest");
  }
  const after = versionOf(cli);
  for (const file of pinnedFiles().map((pinned) => join(root, pinned.file)))
    writeFileSync(file, readFileSync(file, "utf8").replaceAll(before, after));
  console.log(`pulumi ${before} -> ${after}. Next: npm run test:cli`);
}

module.exports = { raise };
