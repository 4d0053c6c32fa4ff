/** Writes the bill of materials of an installation to the given file, and prints a summary. */
const { writeFileSync } = require("node:fs");
const { billOfMaterials, runtimePaths, summaryOf } = require("./packages");

const [file] = process.argv.slice(2);
if (file === undefined) {
  console.error("Pass the output file: npm run sbom -- sbom.cdx.json");
  process.exit(2);
}
const paths = runtimePaths();
writeFileSync(file, JSON.stringify(billOfMaterials({ type: "library", name: "pulumi-graphplane" }, paths), undefined, 2));
console.log(summaryOf(paths));
