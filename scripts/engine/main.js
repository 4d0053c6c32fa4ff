/** `npm run engine` builds the engine. `--raise [version]` first pins a different version of the Pulumi CLI. The default is the latest version. */
const { relative } = require("node:path");
const { parseArgs } = require("node:util");
const { build } = require("./build");
const { EngineError } = require("./go");
const { raise } = require("./raise");

async function main() {
  const { values, positionals } = parseArgs({ options: { raise: { type: "boolean" } }, allowPositionals: true });
  if (values.raise) await raise(positionals[0]);
  const bin = await build();
  console.log(`The engine is in ${relative(process.cwd(), bin)}.`);
}

main().catch((error) => {
  console.error(error instanceof EngineError ? error.message : error);
  process.exit(1);
});
