import * as pulumi from "@pulumi/pulumi";
import { WorkspaceSettings } from "pulumi-graphplane";

const config = new pulumi.Config();
const production = pulumi.getStack() === "prod";

// Pulumi.dev.yaml and Pulumi.prod.yaml contain what differs; the rest is here.
const graph = new WorkspaceSettings("graph", {
  workgroupId: config.require("workgroupId"),
  workspaceId: config.require("workspaceId"),
  workspaceTypeName: config.require("size"),
  autoStopMinutes: production ? 0 : 15,
  enableAutoStart: true,
  updateStrategy: "update_strategy_auto_maintenance",
  // In production, an update that would overwrite someone else's change fails, except after a refresh that was saved in the
  // state (such as that of `up --refresh`): the live value then counts as last applied.
  onConflict: production ? "fail" : "overwrite",
});

export const size = graph.workspaceTypeName;
