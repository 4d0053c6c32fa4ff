/**
 * Builds the plugin for machines without Node, for the current platform: the executable plugin/pulumi-resource-graphplane, the licenses of
 * its contents, the archive for `pulumi plugin install resource graphplane <version> --file <archive>`, and a bill of materials.
 */
const { execFileSync } = require("node:child_process");
const { copyFileSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } = require("node:fs");
const { tmpdir } = require("node:os");
const { join } = require("node:path");
const { version } = require("../../package.json");
const { billOfMaterials, licenseTexts } = require("../supply-chain/packages");
const { bundlePlugin } = require("./bundle");
const { makeExecutable, nodeLicense, target } = require("./executable");

const root = join(__dirname, "../..");
const name = "pulumi-resource-graphplane";

async function build(folder) {
  const executable = process.platform === "win32" ? `${name}.exe` : name;
  const licenses = { LICENSE: join(root, "LICENSE"), "NODE-LICENSE.txt": nodeLicense() };
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const [file, from] of Object.entries(licenses)) copyFileSync(from, join(folder, file));
  const scratch = mkdtempSync(join(tmpdir(), `${name}-`));
  try {
    const main = join(scratch, "main.js");
    const packages = await bundlePlugin(main);
    await makeExecutable(main, join(folder, executable), scratch);
    writeFileSync(join(folder, "THIRD-PARTY-LICENSES.txt"), licenseTexts(packages));
    const materials = `${name}-${target}.cdx.json`;
    writeFileSync(join(folder, materials), JSON.stringify(materialsOf(packages), undefined, 2));
    const archive = `${name}-v${version}-${target}.tar.gz`;
    execFileSync("tar", ["-czf", archive, executable, ...Object.keys(licenses), "THIRD-PARTY-LICENSES.txt"], { cwd: folder });
    return [executable, archive, materials].map((file) => join(folder, file));
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** Returns the bill of materials of the packages and of Node itself. */
function materialsOf(packages) {
  const bill = billOfMaterials({ type: "application", name }, packages);
  const purl = `pkg:generic/node@${process.versions.node}`;
  const node = { type: "platform", "bom-ref": purl, name: "node", version: process.versions.node, licenses: [{ expression: "MIT" }], purl };
  return { ...bill, components: [...bill.components, node] };
}

build(process.argv[2] ?? join(root, "plugin")).then((files) => {
  for (const file of files) console.log(`${file} ${(statSync(file).size / 1024 / 1024).toFixed(2)} MiB`);
});
