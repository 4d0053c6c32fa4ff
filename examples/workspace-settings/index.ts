import * as pulumi from "@pulumi/pulumi";
import { WorkspaceSettings } from "pulumi-graphplane";

const config = new pulumi.Config();

// Declaring an existing workspace adopts it, and sends only the fields that differ.
const analytics = new WorkspaceSettings("analytics", {
  workgroupId: config.require("workgroupId"),
  workspaceId: config.require("workspaceId"),

  // Settings that are not declared here keep their values.
  autoStopMinutes: config.getNumber("autoStopMinutes") ?? 30,
  enableAutoStart: true,
  maintenanceWindow: { dayOfWeek: 0, hourOfDay: 3, timeZone: "UTC" },
});

/** The host of the workspace's data plane. */
export const host = analytics.host;
