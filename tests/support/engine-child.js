// Runs an `up` of the embedded engine in a process of its own, from its TypeScript sources.
const { readFileSync } = require("node:fs");
const { join } = require("node:path");
const typescript = require("typescript");

require.extensions[".ts"] = (module, file) => {
  const compilerOptions = { module: typescript.ModuleKind.CommonJS, target: typescript.ScriptTarget.ES2022, esModuleInterop: true };
  module._compile(typescript.transpileModule(readFileSync(file, "utf8"), { compilerOptions }).outputText, file);
};

const { openStack } = require(join(__dirname, "../../testing/engine/index.ts"));
void openStack(JSON.parse(process.argv[2])).then((stack) => stack.up({ skipPreview: true }));
