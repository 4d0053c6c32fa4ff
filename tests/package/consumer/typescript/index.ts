import * as pulumi from "@pulumi/pulumi";
import { WorkspaceSettings } from "pulumi-graphplane";

const config = new pulumi.Config();
const settings = new WorkspaceSettings("settings", {
  workgroupId: config.require("workgroupId"),
  workspaceId: config.require("workspaceId"),
  autoStopMinutes: 25,
});
export const host = settings.host;
