import * as pulumi from "@pulumi/pulumi";
import { AllowList, AllowListEntry, DatabaseUser, getCloudProviders, Workgroup, Workspace, WorkspaceSchedule } from "pulumi-graphplane";

const config = new pulumi.Config();

/** Creates a workgroup with one workspace, which `pulumi destroy` deletes again. */
async function main() {
  const [provider] = await getCloudProviders();

  const team = new Workgroup("team", {
    workgroupName: "team",
    cloudProviderId: config.get("cloudProviderId") ?? provider?.cloudProviderId ?? "",
    region: "us-east-1",
    // Without it, a destroy is refused.
    deletionPolicy: "delete",
  });
  const { workgroupId } = team;

  const analytics = new Workspace("analytics", {
    workgroupId,
    workspaceName: "analytics",
    workspaceTypeName: "TG-00",
    autoStopMinutes: 30,
    deletionPolicy: "delete",
  });
  const { workspaceId } = analytics;

  new DatabaseUser("reporting", { workgroupId, workspaceId, username: "reporting", password: config.requireSecret("reportingPassword") });
  new WorkspaceSchedule("morning", {
    workgroupId,
    workspaceId,
    repeat: "weekdays",
    time: "07:00",
    timeZone: "Europe/Berlin",
    workspaceTypeName: "TG-0",
  });

  // The address that pulumi runs from. Without it, graphplane refuses enforcement.
  const runner = new AllowListEntry("runner", { workgroupId, cidr: config.require("runnerAddress"), note: "CI" });
  new AllowList("enforced", { workgroupId, enabled: true, deletionPolicy: "disable" }, { dependsOn: [runner] });

  return { workgroupId, workspaceId, host: analytics.host };
}

export = main;
