// The same settings with a typical dynamic provider: every resource sends its own reads, and all of its settings.
const pulumi = require("@pulumi/pulumi");
const { settings } = require("../settings");

const config = new pulumi.Config("graphplane");
const baseUrl = config.require("baseUrl");
const apiKey = config.requireSecret("apiKey");

const request = async (apiKey, method, path, body) => {
  const axios = require("axios");
  const { data } = await axios.request({
    method,
    url: `${baseUrl}/controller/v4/v2${path}`,
    data: body,
    headers: { "x-api-key": apiKey },
  });
  if (data.Error) throw new Error(data.Message);
  return data.Result;
};

const find = async ({ apiKey, workgroupId, workspaceId }) => {
  const workgroup = await request(apiKey, "GET", `/workgroups/${workgroupId}`);
  const workspace = workgroup.workspaces.find((candidate) => candidate.workspace_id === workspaceId);
  if (!workspace) throw new Error(`workspace ${workspaceId} not found`);
  return workspace;
};

const put = ({ apiKey, workgroupId, workspaceId, ...settings }) =>
  request(apiKey, "PUT", `/workgroups/${workgroupId}/workspaces/${workspaceId}`, {
    auto_stop_minutes: settings.autoStopMinutes,
    enable_auto_start: settings.enableAutoStart,
    maintenance_window_day_of_week: settings.maintenanceWindow.dayOfWeek,
    maintenance_window_hour_of_day: settings.maintenanceWindow.hourOfDay,
  });

const provider = {
  async create(inputs) {
    await find(inputs);
    await put(inputs);
    return { id: inputs.workspaceId, outs: inputs };
  },
  async diff(id, olds, news) {
    const changed = ["autoStopMinutes", "enableAutoStart", "maintenanceWindow"].some(
      (key) => JSON.stringify(olds[key]) !== JSON.stringify(news[key]),
    );
    return { changes: changed };
  },
  async update(id, olds, news) {
    await put(news);
    return { outs: news };
  },
  async read(id, props) {
    const workspace = await find(props);
    return { id, props: { ...props, autoStopMinutes: workspace.auto_stop_minutes, enableAutoStart: workspace.enable_auto_start } };
  },
};

class Workspace extends pulumi.dynamic.Resource {
  constructor(name, args) {
    super(provider, name, { ...args, apiKey });
  }
}

for (const { name, ...args } of settings()) new Workspace(name, args);
