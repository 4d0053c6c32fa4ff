/**
 * Loaded into every Node process of a run by NODE_OPTIONS: writes each call that a provider of this package receives as a line
 * `<pid> <call> <workgroup>/<workspace>` to the file named in SCENARIO_CALLS, except calls that only the plugin receives, in a preview.
 */
const { appendFileSync } = require("node:fs");
const Module = require("node:module");

const file = process.env.SCENARIO_CALLS;
/** The object of a call: that of the state if there is one, else that of the program. */
const objects = {
  check: (_olds, news) => `${news.workgroupId}/${news.workspaceId}`,
  diff: (id) => id,
  create: (news) => `${news.workgroupId}/${news.workspaceId}`,
  read: (id) => id,
  update: (id) => id,
  delete: (id) => id,
};

const note = (call, object) => appendFileSync(file, `${process.pid} ${call} ${object}\n`);

/** The plugin, which gets messages. */
function recordedPlugin(Plugin) {
  const plain = (struct) => (struct === undefined ? {} : struct.toJavaScript());
  return class extends Plugin {
    handlers() {
      const wrap = ([call, handle]) => {
        if (!(call in objects)) return [call, handle];
        return [
          call,
          (message, callback) => {
            const { request } = message;
            const { workgroupId, workspaceId } = plain((request.getNews ?? request.getProperties).call(request));
            if (request.getPreview?.() !== true) note(call, request.getId?.() || `${workgroupId}/${workspaceId}`);
            return handle(message, callback);
          },
        ];
      };
      return Object.fromEntries(Object.entries(super.handlers()).map(wrap));
    }
  };
}

function recorded(provider) {
  const wrapped = { configure: (request) => provider.configure(request) };
  for (const [call, objectOf] of Object.entries(objects)) {
    wrapped[call] = (...values) => {
      note(call, objectOf(...values));
      return provider[call](...values);
    };
  }
  return wrapped;
}

if (file) {
  const load = Module._load;
  Module._load = function (request, ...rest) {
    const loaded = load.call(this, request, ...rest);
    if (request === "pulumi-graphplane/handler") return { handler: (kind) => recorded(loaded.handler(kind)) };
    return request === "./server" && "Plugin" in loaded ? { Plugin: recordedPlugin(loaded.Plugin) } : loaded;
  };
}
