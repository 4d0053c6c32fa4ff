import { type Part, partOf, wholeLifeId } from "./part";

/** The resources that make a workgroup and a workspace, and delete them again. */

const timeoutSeconds = 20;

const workspace = partOf({
  kind: "Workspace",
  fixed: () => ({ workgroupId: wholeLifeId, adopt: true, timeoutSeconds }),
  values: {
    workspaceName: ["analytics", "reports"],
    autoStopMinutes: [60, 90],
    workspaceTypeName: ["TG-00", "TG-1"],
    enableAutoStart: [true, false],
    deletionPolicy: ["delete", "retain", "pause", "protect"],
  },
  required: ["workspaceName", "deletionPolicy"],
  identity: "workspaceName",
  renames: true,
  whenDropped: "delete",
  seed: (account) => {
    account.addWorkgroup({ workgroup_id: wholeLifeId });
    account.addWorkspace(wholeLifeId, { name: "theirs", database_id: "theirs" });
  },
  live: (emulator) =>
    emulator.workspaces(wholeLifeId).map((record) => ({
      id: record.workspace_id,
      identity: record.name ?? "",
      values: {
        autoStopMinutes: record.auto_stop_minutes,
        workspaceTypeName: record.workspace_type?.typeName,
        enableAutoStart: record.enable_auto_start,
        "high availability": record.enable_ha,
      },
      isPaused: ["Pausing", "Idle"].includes(record.status ?? ""),
    })),
  console: { autoStopMinutes: [15, 240], "high availability": [true, false] },
  change: (emulator, id, name, value) =>
    emulator.changeWorkspace(wholeLifeId, id, { [name === "autoStopMinutes" ? "auto_stop_minutes" : "enable_ha"]: value }),
  add: (account, name) => void account.addWorkspace(wholeLifeId, { name, database_id: `of the console's ${name}` }),
  take: (emulator) => emulator.workspaces(wholeLifeId).forEach(({ workspace_id: id }) => emulator.deleteWorkspace(wholeLifeId, id)),
  importId: ({ id }) => `${wholeLifeId}/${id}`,
  managed: ({ workspaceId }) => workspaceId,
});

const workgroup = partOf({
  kind: "Workgroup",
  fixed: () => ({ cloudProviderId: "0b000000-0000-4000-8000-000000000001", adopt: true, timeoutSeconds }),
  values: {
    workgroupName: ["team", "another team"],
    enableApplicationLog: [true, false],
    encryptionMethod: ["SSE", "KMS"],
    deletionPolicy: ["delete", "retain", "protect"],
  },
  required: ["workgroupName", "deletionPolicy"],
  identity: "workgroupName",
  renames: true,
  whenDropped: "delete",
  seed: (account) => void account.addWorkgroup({ name: "theirs" }),
  live: (emulator) =>
    emulator.workgroups().map((record) => ({
      id: record.workgroup_id,
      identity: record.name ?? "",
      values: { enableApplicationLog: record.enable_application_log, encryptionMethod: record.encryption_method },
    })),
  console: { enableApplicationLog: [true, false], encryptionMethod: ["of the console"] },
  change: (emulator, id, name, value) =>
    emulator.changeWorkgroup(
      id,
      name === "encryptionMethod" ? { encryption_method: String(value) } : { enable_application_log: value === true },
    ),
  add: (account, name) => void account.addWorkgroup({ name, cloud_provider_id: "0b000000-0000-4000-8000-000000000001" }),
  take: (emulator) => emulator.workgroups().forEach(({ workgroup_id: id }) => emulator.deleteWorkgroup(id)),
  importId: ({ id }) => id,
  managed: ({ workgroupId }) => workgroupId,
});

export const wholeLifeParts: readonly Part[] = [workspace, workgroup];
