const pulumi = require("@pulumi/pulumi");
const { WorkspaceSettings } = require("pulumi-graphplane");

const config = new pulumi.Config();
const settings = new WorkspaceSettings("settings", {
  workgroupId: config.require("workgroupId"),
  workspaceId: config.require("workspaceId"),
  autoStopMinutes: 25,
});
exports.host = settings.host;
