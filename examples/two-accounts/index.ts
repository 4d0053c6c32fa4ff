import * as pulumi from "@pulumi/pulumi";
import { Provider, WorkspaceSettings } from "pulumi-graphplane/native";

const config = new pulumi.Config();

// Resources without a provider belong to the account of the stack's configuration.
new WorkspaceSettings("own", {
  workgroupId: config.require("workgroupId"),
  workspaceId: config.require("workspaceId"),
  autoStopMinutes: 45,
});

// pulumi config set --secret partnerApiKey
const partner = new Provider("partner", {
  baseUrl: config.require("partnerBaseUrl"),
  apiKey: config.requireSecret("partnerApiKey"),
});

// If the service refuses a provider's key, only that provider's resources fail.
new WorkspaceSettings(
  "partners",
  {
    workgroupId: config.require("partnerWorkgroupId"),
    workspaceId: config.require("partnerWorkspaceId"),
    autoStopMinutes: 15,
  },
  { provider: partner },
);
