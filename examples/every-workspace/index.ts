import * as pulumi from "@pulumi/pulumi";
import { getWorkgroup, WorkspaceSettings } from "pulumi-graphplane";

const config = new pulumi.Config();

/** Every workspace of the workgroup stops after 45 idle minutes and is maintained on Sunday nights. */
export = async () => {
  const { workgroupId, workspaces } = await getWorkgroup({ workgroupId: config.require("workgroupId") });
  for (const { workspaceId, name } of workspaces) {
    new WorkspaceSettings(name ?? workspaceId, {
      workgroupId,
      workspaceId,
      autoStopMinutes: 45,
      maintenanceWindow: { dayOfWeek: 0, hourOfDay: 2, timeZone: "UTC" },
    });
  }
  return { workspaces: workspaces.length };
};
