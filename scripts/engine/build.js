/**
 * Builds the Pulumi CLI, its hosts for YAML and Node, the host of dynamic resources, and the generators of SDKs into .engine/bin. Does
 * nothing if the existing executables were built from the same sources.
 */
const { createHash } = require("node:crypto");
const { chmodSync, copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } = require("node:fs");
const { join, relative } = require("node:path");
const esbuild = require("esbuild");
const { compile, download } = require("./go");
const { modules, versionOf } = require("./modules");

const root = join(__dirname, "../..");
const home = join(root, ".engine");
const bin = join(home, "bin");
const keyFile = join(home, "key");

/** Returns a hash of the sources, including the checksums of all downloads. */
function sourceKey() {
  const hash = createHash("sha256").update(`${process.platform} ${process.arch}`);
  const files = readdirSync(__dirname, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  for (const file of files.map(({ parentPath, name }) => join(parentPath, name)).sort())
    hash.update(`${relative(__dirname, file)}\0`).update(readFileSync(file));
  return hash.digest("hex");
}

/** Prints the progress of a counter every ten seconds. */
function counter(text, otherwise) {
  let count = 0;
  let printed = 0;
  const timer = setInterval(() => {
    console.log(count === printed ? otherwise : text(count));
    printed = count;
  }, 10_000).unref();
  return { add: () => void count++, stop: () => clearInterval(timer) };
}

async function buildModule(module, folder) {
  const name = `${module.module} ${versionOf(module)}`;
  console.log(`${name}: downloading`);
  const downloads = counter((count) => `${name}: ${count} modules downloaded`, `${name}: reading the modules`);
  const packages = await download(module.folder, Object.values(module.commands), downloads.add);
  downloads.stop();
  console.log(`${name}: compiling, which takes minutes the first time`);
  const compiled = counter((count) => `${name}: ${count} of at most ${packages} packages compiled`, `${name}: linking`);
  for (const [executable, command] of Object.entries(module.commands))
    await compile(module.folder, command, join(folder, executable), `-X ${module.versionVariable}=v${versionOf(module)}`, compiled.add);
  compiled.stop();
}

/** Builds the engine if it is missing. Resolves with the directory of its executables. */
async function build() {
  const key = sourceKey();
  if (existsSync(keyFile) && readFileSync(keyFile, "utf8") === key) return bin;
  // Built in a different directory first, so that an interrupted build cannot be mistaken for an engine.
  const folder = join(home, `build-${process.pid}`);
  mkdirSync(folder, { recursive: true });
  try {
    for (const module of modules) await buildModule(module, folder);
    await esbuild.build({
      entryPoints: [join(__dirname, "host/main.ts")],
      outfile: join(folder, "pulumi-language-nodejs"),
      banner: { js: "#!/usr/bin/env node" },
      bundle: true,
      platform: "node",
      target: "node20",
      logLevel: "error",
    });
    for (const shim of readdirSync(join(__dirname, "shims"))) copyFileSync(join(__dirname, "shims", shim), join(folder, shim));
    for (const file of readdirSync(folder)) chmodSync(join(folder, file), 0o755);
    rmSync(keyFile, { force: true });
    rmSync(bin, { recursive: true, force: true });
    renameSync(folder, bin);
    writeFileSync(keyFile, key);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return bin;
}

module.exports = { build };
