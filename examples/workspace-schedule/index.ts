import * as pulumi from "@pulumi/pulumi";
import { WorkspaceSchedule } from "pulumi-graphplane";

const config = new pulumi.Config();
const workspace = {
  workgroupId: config.require("workgroupId"),
  workspaceId: config.require("workspaceId"),
  repeat: "weekdays",
  timeZone: "Europe/Berlin",
};

// Large in office hours, small at night.
const mornings = new WorkspaceSchedule("mornings", {
  ...workspace,
  time: "07:00",
  workspaceTypeName: "TG-4",
});
new WorkspaceSchedule("evenings", {
  ...workspace,
  time: "19:00",
  workspaceTypeName: "TG-0",
});

export const scheduleId = mornings.scheduleId;
