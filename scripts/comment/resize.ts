import { WorkspaceSettings } from "pulumi-graphplane";

const workgroupId = "a1000000-0000-4000-8000-000000000001";

new WorkspaceSettings("main", {
  workgroupId,
  workspaceId: "a3000000-0000-4000-8000-000000000004",
  workspaceTypeName: "TG-1",
  autoStopMinutes: 30,
});

new WorkspaceSettings("reporting", {
  workgroupId,
  workspaceId: "a3000000-0000-4000-8000-000000000005",
  autoStopMinutes: 60,
  enableAutoStart: true,
});
