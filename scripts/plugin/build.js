/**
 * Makes the plugin for machines without npm: plugin/pulumi-resource-graphplane, one file that Node runs, and its archive for
 * `pulumi plugin install resource graphplane <version> --file <archive>`.
 */
const { execFileSync } = require("node:child_process");
const { chmodSync, mkdirSync, rmSync, statSync } = require("node:fs");
const { join } = require("node:path");
const esbuild = require("esbuild");
const { version } = require("../../package.json");

const root = join(__dirname, "../..");
const name = "pulumi-resource-graphplane";

/** The bundle has no package.json beside it to read its version from. */
const fixedVersion = {
  name: "fixed-version",
  setup: ({ onLoad }) =>
    onLoad({ filter: /dist[/\\]client[/\\]version\.js$/ }, () => ({ contents: `exports.version = ${JSON.stringify(version)};` })),
};

async function build(folder) {
  const file = join(folder, name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  await esbuild.build({
    entryPoints: [join(root, "dist/provider/native/main.js")],
    outfile: file,
    bundle: true,
    platform: "node",
    target: "node20",
    minify: true,
    legalComments: "eof",
    plugins: [fixedVersion],
  });
  chmodSync(file, 0o755);
  const archive = `${name}-v${version}.tar.gz`;
  execFileSync("tar", ["-czf", archive, name], { cwd: folder });
  return [file, join(folder, archive)];
}

build(process.argv[2] ?? join(root, "plugin")).then((files) => {
  for (const file of files) console.log(`${file} ${(statSync(file).size / 1024 / 1024).toFixed(2)} MiB`);
});
