import * as pulumi from "@pulumi/pulumi";
import { DatabaseUser } from "pulumi-graphplane";

const config = new pulumi.Config();

// pulumi config set --secret reportingPassword
const reporting = new DatabaseUser("reporting", {
  workgroupId: config.require("workgroupId"),
  workspaceId: config.require("workspaceId"),
  username: "reporting",
  // Another password is set in place; it is encrypted in the state and shown nowhere.
  password: config.requireSecret("reportingPassword"),
});

export const username = reporting.username;
