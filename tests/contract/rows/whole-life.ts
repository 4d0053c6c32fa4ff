import type { Emulator } from "../../../testing/emulator";
import { ids } from "../../support/tried-service";
import type { Row } from "../row";
import { emptyLists, emptyWorkgroups } from "./empty-reads";

const { workgroupId, workspaceId } = ids;

/** The workspaces beside the one that every account of these tests has. */
const made = (emulator: Emulator) => emulator.workspaces(workgroupId).filter(({ workspace_id: id }) => id !== workspaceId);
const own = (emulator: Emulator) => made(emulator).filter(({ name }) => name !== "theirs");
const idOf = (emulator: Emulator) => String(own(emulator)[0]?.workspace_id);

/** A workspace for its whole life. */
export const workspace: Row = {
  kind: "Workspace",
  service: { profile: "observed", extensions: true },
  program: () => ({ workgroupId, workspaceName: "analytics", autoStopMinutes: 60, timeoutSeconds: 20, deletionPolicy: "delete" }),
  change: { autoStopMinutes: 90 },
  createdBy: "createWorkspace",
  changedBy: 9,
  shownBy: 7,
  removedBy: 10,
  removal: { deletionPolicy: "delete" },
  live: (emulator) => made(emulator).map(({ name, auto_stop_minutes: minutes, workspace_type: size }) => [name, minutes, size?.typeName]),
  cells: {
    emptyRead: {
      ...emptyWorkgroups,
      undeclared: {
        put: (emulator) => emulator.changeWorkspace(workgroupId, idOf(emulator), { enable_ha: true }),
        read: (emulator) => own(emulator).map(({ enable_ha: value }) => value),
      },
    },
    gone: { take: (emulator) => emulator.deleteWorkspace(workgroupId, idOf(emulator)) },
    makes: { other: { workspaceName: "other" }, namesOthers: true, pauses: true },
    rewritten: { none: "a workgroup shows it, and its name is a text that is shown as it was sent" },
    foreign: {
      add: ({ account }) => account.addWorkspace(workgroupId, { workspace_id: "theirs", name: "theirs", database_id: "d2" }),
      isThere: (emulator) => made(emulator).some(({ workspace_id: id }) => id === "theirs"),
    },
    laggingReads: [{ workspaceTypeName: "TG-0" }, { workspaceTypeName: "TG-1" }],
    hiddenParts: { none: "an update has the plan of WorkspaceSettings, whose row tries them" },
    undeclaredSecrets: {
      plant: ({ emulator }, planted) => {
        for (const { workspace_id: id } of own(emulator)) emulator.changeWorkspace(workgroupId, id, { ...planted });
      },
    },
    owner: {
      make: ({ emulator }) =>
        void emulator.account.addWorkspace(workgroupId, { name: "analytics", auto_stop_minutes: 60, database_id: "d1" }),
      adoption: { adopt: true },
      fixed: { isRw: true },
      deletedByDefault: false,
      importId: (emulator) => `${workgroupId}/${idOf(emulator)}`,
    },
    secretArgument: "workspaceName",
    unfulfilled: ["creation", "update"],
    overwritten: { autoStopMinutes: 120 },
    turns: { same: { workspaceName: "Analytics" }, others: [{ workgroupId: "other" }, { workspaceName: "other" }] },
  },
};

const groups = (emulator: Emulator) => emulator.workgroups().filter(({ workgroup_id: id }) => id !== workgroupId);
const ownGroups = (emulator: Emulator) => groups(emulator).filter(({ workgroup_id: id }) => id !== "theirs");
const groupOf = (emulator: Emulator) => String(ownGroups(emulator)[0]?.workgroup_id);
const cloudProviderId = "0b000000-0000-4000-8000-000000000001";

/** A workgroup for its whole life. */
export const workgroup: Row = {
  kind: "Workgroup",
  service: { profile: "observed", extensions: true },
  program: () => ({ workgroupName: "team", cloudProviderId, enableApplicationLog: false, timeoutSeconds: 20, deletionPolicy: "delete" }),
  change: { enableApplicationLog: true },
  createdBy: "createWorkgroup",
  changedBy: "updateWorkgroup",
  shownBy: 7,
  lookedForBy: "listWorkgroups",
  removedBy: "deleteWorkgroup",
  removal: { deletionPolicy: "delete" },
  live: (emulator) => groups(emulator).map(({ name, enable_application_log: log }) => [name, log]),
  cells: {
    emptyRead: {
      ...emptyLists,
      nothing: {},
      otherShapes: { null: () => null, '""': () => "", "{}": () => ({}), "[]": () => [] },
      undeclared: {
        put: (emulator) => emulator.changeWorkgroup(groupOf(emulator), { encryption_method: "other" }),
        read: (emulator) => ownGroups(emulator).map(({ encryption_method: method }) => method),
      },
    },
    gone: { take: (emulator) => emulator.deleteWorkgroup(groupOf(emulator)) },
    makes: { other: { workgroupName: "other" }, namesOthers: true },
    rewritten: { none: "its name is a text that is shown as it was sent" },
    foreign: {
      add: ({ account }) => account.addWorkgroup({ workgroup_id: "theirs", name: "theirs" }),
      isThere: (emulator) => groups(emulator).some(({ workgroup_id: id }) => id === "theirs"),
    },
    laggingReads: [{ enableApplicationLog: false }, { enableApplicationLog: true }],
    hiddenParts: { none: "a PUT holds only what differs" },
    undeclaredSecrets: {
      plant: ({ emulator }, planted) => {
        for (const { workgroup_id: id } of ownGroups(emulator)) emulator.changeWorkgroup(id, { ...planted });
      },
    },
    owner: {
      make: ({ emulator }) =>
        void emulator.account.addWorkgroup({ name: "team", cloud_provider_id: cloudProviderId, enable_application_log: false }),
      adoption: { adopt: true },
      fixed: { platform: "aws", region: "r", sharedStorage: true, enableEncryption: true },
      deletedByDefault: false,
      importId: groupOf,
    },
    secretArgument: "workgroupName",
    unfulfilled: ["creation", "update", "deletion"],
    overwritten: { none: "what can change is on or off, so that what differs from what was applied is what is declared" },
    turns: { same: { workgroupName: "Team" }, others: [{ workgroupName: "other" }] },
  },
};
