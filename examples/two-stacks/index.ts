import * as pulumi from "@pulumi/pulumi";
import { WorkspaceSettings } from "pulumi-graphplane";

const config = new pulumi.Config();
const production = pulumi.getStack() === "prod";

// Pulumi.dev.yaml and Pulumi.prod.yaml hold what differs; what is the same stands here.
const graph = new WorkspaceSettings("graph", {
  workgroupId: config.require("workgroupId"),
  workspaceId: config.require("workspaceId"),
  workspaceTypeName: config.require("size"),
  autoStopMinutes: production ? 0 : 15,
  enableAutoStart: true,
  updateStrategy: "update_strategy_auto_maintenance",
  // In production an update that would overwrite somebody's change fails, unless a refresh was kept before it (`up --refresh`
  // too): the live value counts as the last applied one then.
  onConflict: production ? "fail" : "overwrite",
});

export const size = graph.workspaceTypeName;
