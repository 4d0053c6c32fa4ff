// The requests of a provider that does nothing else: for `plain`, whose service is in the environment, and none for `floor`.
const http = require("node:http");

const { PLAIN_URL: url, PLAIN_KEY: key } = process.env;
const agent = new http.Agent({ keepAlive: true });
const reads = {};

function send(method, path, body) {
  const headers = { "x-api-key": key, ...(body && { "content-type": "application/json", "content-length": Buffer.byteLength(body) }) };
  return new Promise((resolve, reject) => {
    const request = http.request(`${url}/controller/v4/v2${path}`, { method, agent, headers }, (response) => {
      response.on("error", reject).on("end", response.statusCode < 400 ? resolve : () => reject(new Error(`HTTP ${response.statusCode}`)));
      response.resume();
    });
    request.on("error", reject).end(body);
  });
}

const workgroup = ({ workgroupId }) => `/workgroups/${workgroupId}`;

/** Sends the settings of a workspace. */
exports.put = async (args) => {
  const body = JSON.stringify({ auto_stop_minutes: args.autoStopMinutes });
  if (url !== undefined) await send("PUT", `${workgroup(args)}/workspaces/${args.workspaceId}`, body);
};

/** Reads a workgroup, once for all of its workspaces. */
exports.get = async (args) => {
  if (url !== undefined) await (reads[args.workgroupId] ??= send("GET", workgroup(args)));
};
