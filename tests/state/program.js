const pulumi = require("@pulumi/pulumi");
const { AddonConfiguration, DatabaseUser, QueryRun, WorkspaceRefresh } = require("pulumi-graphplane");

const workgroupId = "a1000000-0000-4000-8000-000000000001";
const workspaceId = "a3000000-0000-4000-8000-000000000004";
const password = pulumi.secret("a-password-for-tests");

new AddonConfiguration("configuration", {
  installedAddonId: "a4000000-0000-4000-8000-000000000003",
  configName: "assistant",
  configValue: { model: "small", limits: { tokens: 4096 } },
  adopt: false,
  deletionPolicy: "retain",
});
new DatabaseUser("user", { workgroupId, workspaceId, username: "reporting", password, adopt: true, deletionPolicy: "delete" });
new WorkspaceRefresh("refresh", { workgroupId, workspaceId, triggers: ["v1", 2], untilRefreshStatus: ["completed"], timeoutSeconds: 60 });
new QueryRun("query", {
  host: new pulumi.Config().require("host"),
  graph: "movies",
  query: "top_rated",
  parameters: { print_limit: 3 },
  secret: pulumi.secret("sample-database-secret"),
  triggers: ["v1"],
  idempotent: true,
  timeoutSeconds: 60,
});
