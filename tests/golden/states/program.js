const pulumi = require("@pulumi/pulumi");
const {
  AddonConfiguration,
  AllowList,
  AllowListEntry,
  BackupSchedule,
  DatabaseUser,
  QueryRun,
  WorkspaceRefresh,
  WorkspaceSchedule,
  WorkspaceSettings,
} = require("pulumi-graphplane");

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
new AllowListEntry("office", { workgroupId, cidr: "203.0.113.0/24", note: "office", adopt: false, deletionPolicy: "delete", timeoutSeconds: 60 });
new AllowList("list", { workgroupId, enabled: true, allowLockout: true, timeoutSeconds: 60 });
new BackupSchedule("backups", {
  workgroupId,
  workspaceId,
  schedule: "0 2 * * *",
  maxBackupFiles: 4,
  maxReservedDays: 30,
  maxRetry: 2,
  pause: false,
  timeoutSeconds: 60,
  deletionPolicy: "pause",
});
new WorkspaceSchedule("start", {
  workgroupId,
  workspaceId,
  repeat: "custom",
  repeatOn: "monday,friday",
  date: "2026-06-15",
  time: "07:00",
  timeZone: "UTC",
  workspaceTypeName: "TG-00",
  deletionPolicy: "delete",
  timeoutSeconds: 60,
});
new WorkspaceSettings("main", {
  workgroupId: "production",
  workspaceId: "main",
  workspaceName: "main",
  workspaceTypeName: "TG-00",
  autoStopMinutes: 30,
  autoUpgradeState: "none",
  desiredTgVersion: "4.2.0",
  enableAutoStart: true,
  enableHa: false,
  updateStrategy: "update_strategy_never",
  pause: false,
  maintenanceWindow: { dayOfWeek: 0, hourOfDay: 2, intervalWeeks: 1, timeZone: "UTC" },
  agentConfig: {
    catalogActivityUpdateIntervalSeconds: 60,
    heartbeatIntervalSeconds: 30,
    queryActivityUpdateIntervalSeconds: 60,
    topologyUpdateIntervalSeconds: 300,
    enableTopologyForceUpdate: false,
  },
  addons: { insights: { enable: true, enableConfiguration: { theme: "light" } } },
  waitForStatus: ["Active"],
  timeoutSeconds: 60,
  onConflict: "overwrite",
  deletionPolicy: "retain",
});
