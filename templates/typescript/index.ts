import * as pulumi from "@pulumi/pulumi";
import { WorkspaceSettings } from "pulumi-graphplane";

const config = new pulumi.Config();

// Declaring an existing workspace adopts it.
// Settings that you do not declare keep their values.
const main = new WorkspaceSettings("main", {
  workgroupId: config.require("workgroupId"),
  workspaceId: config.require("workspaceId"),
  autoStopMinutes: 45,
});

export const host = main.host;
