/**
 * Loaded into every Node process of a run by NODE_OPTIONS: writes each call that a provider of this package gets as one
 * line of JSON to the file named in SCENARIO_CALLS. Configuration is not written: it holds the key.
 */
const { appendFileSync } = require("node:fs");
const Module = require("node:module");

const file = process.env.SCENARIO_CALLS;
const argumentNames = {
  check: ["olds", "news"],
  diff: ["id", "olds", "news"],
  create: ["news"],
  read: ["id", "state"],
  update: ["id", "olds", "news"],
  delete: ["id", "state"],
};

function recorded(provider) {
  const wrapped = { configure: (request) => provider.configure(request) };
  for (const [call, names] of Object.entries(argumentNames)) {
    wrapped[call] = (...values) => {
      const given = Object.fromEntries(names.map((name, index) => [name, values[index]]));
      appendFileSync(file, `${JSON.stringify({ pid: process.pid, call, ...given })}\n`);
      return provider[call](...values);
    };
  }
  return wrapped;
}

if (file) {
  const load = Module._load;
  Module._load = function (request, ...rest) {
    const loaded = load.call(this, request, ...rest);
    return request === "pulumi-graphplane/handler" ? { handler: (kind) => recorded(loaded.handler(kind)) } : loaded;
  };
}
