const { Script } = require("node:vm");
const { default: Runtime } = require("jest-runtime");

/**
 * Compiles a module once per worker, not once per test file. jest compiles it with a callback for `import()`, and V8 does not reuse code
 * with a callback. A module that calls `import()`, or does not compile, is left to jest. `executor` is private to jest: if it changes, tests
 * also pass without this `runtime`, but take longer.
 */
class ReusedCode extends Runtime {
  constructor(...args) {
    super(...args);
    const { executor } = this;
    const compile = executor.compile.bind(executor);
    const start = `(function (${executor.injectedModuleParameters.join(", ")}) {`;
    executor.compile = (source, filename) => {
      const context = executor.environment.getVmContext();
      if (context === null || source.includes("import(")) return compile(source, filename);
      try {
        return new Script(`${start}${source}\n})`, { filename, columnOffset: -start.length }).runInContext(context);
      } catch {
        return compile(source, filename);
      }
    };
  }
}

exports.__esModule = true;
exports.default = ReusedCode;
