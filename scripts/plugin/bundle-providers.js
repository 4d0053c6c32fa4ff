/**
 * Bundles both providers in `dist`, each into the file that an engine starts or a dynamic host loads. Loading three hundred files, and zod
 * with its texts in fifty languages, would take as long as reading a hundred resources.
 */
const { writeFileSync } = require("node:fs");
const { join } = require("node:path");
const { licenseTexts } = require("../supply-chain/packages");
const { bundle } = require("./bundle");

const dist = join(__dirname, "../../dist");

/** The packages that the program's SDK also loads. It must share the classes of messages with the providers. */
const external = ["@pulumi/pulumi", "@grpc/grpc-js", "google-protobuf"];

async function bundleProviders() {
  for (const entry of ["native/main", "dynamic/handler"]) {
    const packages = await bundle(`provider/${entry}.ts`, join(dist, "provider", `${entry}.js`), { external });
    writeFileSync(join(dist, "THIRD-PARTY-LICENSES.txt"), licenseTexts(packages));
  }
}

void bundleProviders();
