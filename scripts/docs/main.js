/** Writes the files generated from the descriptions: `npm run docs`. */
const { readFileSync, writeFileSync } = require("node:fs");
const { join } = require("node:path");
const ts = require("typescript");

const root = join(__dirname, "../..");
const compilerOptions = { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022, esModuleInterop: true };
require.extensions[".ts"] = (module, file) =>
  module._compile(ts.transpileModule(readFileSync(file, "utf8"), { compilerOptions }).outputText, file);

async function write() {
  const { generatedFiles } = require("./files.ts");
  for (const [file, text] of Object.entries(await generatedFiles())) writeFileSync(join(root, file), text);
}
void write();
