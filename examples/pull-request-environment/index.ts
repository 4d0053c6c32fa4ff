import * as pulumi from "@pulumi/pulumi";
import { Workspace } from "pulumi-graphplane";

const config = new pulumi.Config();
const databaseId = config.get("databaseId");

// Named after its stack: pr-123.
const workspace = new Workspace("workspace", {
  workgroupId: config.require("workgroupId"),
  workspaceName: pulumi.getStack(),
  // A read-only workspace has the data of the test database; without a databaseId, a new, empty database is created.
  ...(databaseId !== undefined && { databaseId, isRw: false }),
  workspaceTypeName: "TG-00",
  autoStopMinutes: 20,
  // Everything in it is temporary.
  deletionPolicy: "delete",
});

export const { host, workspaceId } = workspace;
