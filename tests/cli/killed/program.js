// `before` is the program of the stored state; `after` creates, changes and deletes one of each resource.
const pulumi = require("@pulumi/pulumi");
const { AddonConfiguration, DatabaseUser, QueryRun, WorkspaceRefresh, WorkspaceSettings } = require("pulumi-graphplane");

const config = new pulumi.Config();
const { addon, host, phase, workgroupId, workspaceIds } = config.requireObject("scene");
const after = phase === "after";
const adopt = config.getBoolean("adopt");
const password = config.requireSecret("password");
const secret = config.requireSecret("databaseSecret");
const main = { workgroupId, workspaceId: workspaceIds.main };

const settings = (name, args) => new WorkspaceSettings(name, { workgroupId, workspaceId: workspaceIds[name], ...args });
const configuration = (configName, configValue) =>
  new AddonConfiguration(configName, { installedAddonId: addon, configName, configValue, deletionPolicy: "delete" });
const user = (username, args) => new DatabaseUser(username, { ...main, username, ...args });
// Idempotent, so that it may run again where its response was lost.
const query = (name, limit) =>
  new QueryRun(name, { host, graph: "movies", query: "top_rated", parameters: { limit }, secret, idempotent: true });

settings("main", { autoStopMinutes: after ? 45 : 30 });
if (after) settings("reporting", { autoStopMinutes: 90 });
else settings("sandbox", { deletionPolicy: "pause" });

configuration("changed", { theme: after ? "dark" : "light" });
configuration(after ? "created" : "deleted", { rows: 50 });

user("changed-user", { password: pulumi.interpolate`${password}-${phase}`, adopt: true });
// An adopted object is retained by default; the policy makes both endings equal.
user(after ? "created-user" : "deleted-user", { password, adopt: after ? adopt : true, deletionPolicy: "delete" });

new WorkspaceRefresh("changed-refresh", { ...main, triggers: [phase] });
if (after) new WorkspaceRefresh("created-refresh", { workgroupId, workspaceId: workspaceIds.reporting });

query("changed-query", after ? 5 : 3);
if (after) query("created-query", 7);
