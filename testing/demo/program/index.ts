import * as pulumi from "@pulumi/pulumi";
import { AddonConfiguration, DatabaseUser, WorkspaceSettings } from "pulumi-graphplane";

const config = new pulumi.Config();
const main = { workgroupId: "production", workspaceId: "main" };

// Declaring an existing workspace adopts it.
// Settings that you do not declare keep their values.
new WorkspaceSettings("main", {
  ...main,
  autoStopMinutes: 30,
  maintenanceWindow: { dayOfWeek: 0, hourOfDay: 3, timeZone: "UTC" },
});

new AddonConfiguration("assistant", {
  installedAddonId: "insights",
  configName: "assistant",
  configValue: { model: "small" },
});

new DatabaseUser("reporting", {
  ...main,
  username: "reporting",
  password: config.requireSecret("reportingPassword"),
});
