/**
 * Bundles both doors in `dist`, each into the file that an engine starts or a dynamic host loads: two hundred files and the whole of zod
 * would take as long to load as a hundred resources to read. The other packages stay outside.
 */
const { writeFileSync } = require("node:fs");
const { join } = require("node:path");
const { dependencies } = require("../../package.json");
const { licenseTexts } = require("../supply-chain/packages");
const { bundle } = require("./bundle");

const dist = join(__dirname, "../../dist");
const loaded = ["@pulumi/pulumi", ...Object.keys(dependencies)].filter((name) => name !== "zod");
const external = loaded.flatMap((name) => [name, `${name}/*`]);

async function bundleDoors() {
  for (const door of ["native/main", "dynamic/handler"]) {
    const packages = await bundle(`provider/${door}.ts`, join(dist, "provider", `${door}.js`), { external });
    writeFileSync(join(dist, "THIRD-PARTY-LICENSES.txt"), licenseTexts(packages));
  }
}

void bundleDoors();
