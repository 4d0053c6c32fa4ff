/**
 * Makes the plugin for machines without npm: plugin/pulumi-resource-graphplane, one file that Node runs; the licenses of what is in it;
 * its archive for `pulumi plugin install resource graphplane <version> --file <archive>`; and a bill of materials.
 */
const { execFileSync } = require("node:child_process");
const { chmodSync, copyFileSync, mkdirSync, rmSync, statSync, writeFileSync } = require("node:fs");
const { join } = require("node:path");
const esbuild = require("esbuild");
const { version } = require("../../package.json");
const { billOfMaterials, licenseTexts } = require("../supply-chain/packages");

const root = join(__dirname, "../..");
const name = "pulumi-resource-graphplane";

/** The bundle has no package.json beside it to read its version from. */
const fixedVersion = {
  name: "fixed-version",
  setup: ({ onLoad }) =>
    onLoad({ filter: /dist[/\\]client[/\\]http[/\\]version\.js$/ }, () => ({ contents: `exports.version = ${JSON.stringify(version)};` })),
};

/** The packages of which something is in the bundle, by their folders. */
function packagesOf({ inputs }) {
  const folders = Object.keys(inputs).flatMap((path) => /^.*node_modules\/(@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? []);
  return [...new Set(folders)].sort();
}

async function build(folder) {
  const file = join(folder, name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const { metafile } = await esbuild.build({
    absWorkingDir: root,
    entryPoints: [join(root, "dist/provider/native/main.js")],
    outfile: file,
    bundle: true,
    platform: "node",
    target: "node20",
    minify: true,
    legalComments: "eof",
    metafile: true,
    external: ["supports-color"], // which is tried, for colours in a debug log, and no dependency
    plugins: [fixedVersion],
  });
  chmodSync(file, 0o755);
  const packages = packagesOf(metafile);
  copyFileSync(join(root, "LICENSE"), join(folder, "LICENSE"));
  writeFileSync(join(folder, "THIRD-PARTY-LICENSES.txt"), licenseTexts(packages));
  const materials = join(folder, `${name}.cdx.json`);
  writeFileSync(materials, JSON.stringify(billOfMaterials({ type: "application", name }, packages), undefined, 2));
  const archive = `${name}-v${version}.tar.gz`;
  execFileSync("tar", ["-czf", archive, name, "LICENSE", "THIRD-PARTY-LICENSES.txt"], { cwd: folder });
  return [file, join(folder, archive), materials];
}

build(process.argv[2] ?? join(root, "plugin")).then((files) => {
  for (const file of files) console.log(`${file} ${(statSync(file).size / 1024 / 1024).toFixed(2)} MiB`);
});
