/**
 * Bundles both providers in `dist`, each into the file that an engine starts or a dynamic host loads. Loading three hundred files, and zod
 * with its texts in fifty languages, would take as long as reading a hundred resources.
 */
const { writeFileSync } = require("node:fs");
const { join } = require("node:path");
const { licenseTexts } = require("../supply-chain/packages");
const { bundle } = require("./bundle");

const dist = join(__dirname, "../../dist");

/** The bundles, with the packages that each leaves out: the dynamic host's own, whose classes of messages the provider must share with it. */
const bundles = { "native/main": [], "dynamic/handler": ["@pulumi/pulumi", "@grpc/grpc-js", "google-protobuf"] };

async function bundleProviders() {
  const packages = new Set();
  for (const [entry, external] of Object.entries(bundles)) {
    const bundled = await bundle(`provider/${entry}.ts`, join(dist, "provider", `${entry}.js`), { external });
    bundled.forEach((path) => packages.add(path));
  }
  writeFileSync(join(dist, "THIRD-PARTY-LICENSES.txt"), licenseTexts([...packages].sort()));
}

void bundleProviders();
