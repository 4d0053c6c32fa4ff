import * as pulumi from "@pulumi/pulumi";
import { WorkspaceSettings } from "pulumi-graphplane/native";

const config = new pulumi.Config();

// The same class as in "pulumi-graphplane"; the three lines under "plugins" in Pulumi.yaml name the plugin.
const settings = new WorkspaceSettings("analytics", {
  workgroupId: config.require("workgroupId"),
  workspaceId: config.require("workspaceId"),
  autoStopMinutes: 45,
});

export const host = settings.host;
