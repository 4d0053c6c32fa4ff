import * as pulumi from "@pulumi/pulumi";
import { BackupSchedule } from "pulumi-graphplane";

const config = new pulumi.Config();

const nightly = new BackupSchedule("nightly", {
  workgroupId: config.require("workgroupId"),
  workspaceId: config.require("workspaceId"),
  schedule: "0 2 * * *",
  maxReservedDays: 14,
  // Pauses backups when the resource is deleted; by default they continue.
  deletionPolicy: "pause",
});

export const schedule = nightly.schedule;
