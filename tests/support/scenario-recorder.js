/**
 * Loaded into every Node process of a run by NODE_OPTIONS: writes each call that a provider of this package gets as a line
 * `<pid> <call> <workgroup>/<workspace>` to the file named in SCENARIO_CALLS.
 */
const { appendFileSync } = require("node:fs");
const Module = require("node:module");

const file = process.env.SCENARIO_CALLS;
/** The object of a call: that of the state where there is one, else that of the program. */
const objects = {
  check: (_olds, news) => `${news.workgroupId}/${news.workspaceId}`,
  diff: (id) => id,
  create: (news) => `${news.workgroupId}/${news.workspaceId}`,
  read: (id) => id,
  update: (id) => id,
  delete: (id) => id,
};

function recorded(provider) {
  const wrapped = { configure: (request) => provider.configure(request) };
  for (const [call, objectOf] of Object.entries(objects)) {
    wrapped[call] = (...values) => {
      appendFileSync(file, `${process.pid} ${call} ${objectOf(...values)}\n`);
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
