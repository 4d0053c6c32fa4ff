import * as pulumi from "@pulumi/pulumi";
import { DatabaseUser } from "pulumi-graphplane";

const config = new pulumi.Config();

// pulumi config set --secret reportingPassword
const reporting = new DatabaseUser("reporting", {
  workgroupId: config.require("workgroupId"),
  workspaceId: config.require("workspaceId"),
  username: "reporting",
  // Changing it updates the password in place. It is encrypted in the state, and never shown.
  password: config.requireSecret("reportingPassword"),
});

export const username = reporting.username;
