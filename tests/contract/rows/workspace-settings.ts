import type { AddonEntry, AgentConfig, Emulator } from "../../../testing/emulator";
import { ids } from "../../support/tried-service";
import { longInteger } from "../../support/readings";
import type { HiddenPart, Row } from "../row";
import { emptyWorkgroups } from "./empty-reads";

const { workgroupId, workspaceId } = ids;
const place = { workgroupId, workspaceId };
const workspace = (emulator: Emulator) => emulator.workspace(workgroupId, workspaceId);

/** The live add-on that no program declares. */
const keptAddon = (configuration: object): AddonEntry => ({ addons_id: "kept", enable: true, enable_configuration: configuration });

const hiddenAddon = (name: string, configuration?: object): HiddenPart => ({
  name,
  program: { autoStopMinutes: undefined, agentConfig: undefined, addons: { insights: { enable: true } } },
  change: { addons: { insights: { enable: false } } },
  show: (record) => {
    const others = (record["addons"] as readonly AddonEntry[]).filter(({ addons_id: id }) => id !== "kept");
    return { ...record, addons: configuration && [...others, keptAddon(configuration)] };
  },
  field: /addons/,
});

const hiddenAgent = (name: string, configuration?: object): HiddenPart => ({
  name,
  program: { autoStopMinutes: undefined },
  change: { agentConfig: { heartbeatIntervalSeconds: 50 } },
  show: (record) => ({ ...record, agent_config: configuration && { heartbeat_interval_seconds: 45, ...configuration } }),
  field: /agent_?config/i,
});

/** The settings of a workspace that someone else made. */
export const workspaceSettings: Row = {
  kind: "WorkspaceSettings",
  service: { profile: "observed" },
  program: () => ({ ...place, autoStopMinutes: 60, agentConfig: { heartbeatIntervalSeconds: 45 }, timeoutSeconds: 20 }),
  change: { autoStopMinutes: 90 },
  createdBy: 9,
  changedBy: 9,
  shownBy: 7,
  removedBy: 10,
  removal: { deletionPolicy: "delete" },
  live: (emulator) => [workspace(emulator).auto_stop_minutes, workspace(emulator).workspace_type?.typeName],
  cells: {
    emptyRead: {
      ...emptyWorkgroups,
      undeclared: {
        put: (emulator) => emulator.changeWorkspace(workgroupId, workspaceId, { enable_ha: true, addons: [keptAddon({ theme: "light" })] }),
        read: (emulator) => [workspace(emulator).enable_ha, workspace(emulator).addons],
      },
    },
    gone: { take: (emulator) => emulator.deleteWorkspace(workgroupId, workspaceId) },
    makes: { none: "it adopts a workspace, so that it makes none; what a lost PUT sent is pending, as in an update" },
    rewritten: { none: "it makes nothing" },
    foreign: { none: "it makes nothing" },
    laggingReads: [{ workspaceTypeName: "TG-0" }, { workspaceTypeName: "TG-1" }],
    hiddenParts: [
      hiddenAddon("addons that the record does not return"),
      hiddenAddon("a live add-on that is masked", { theme: "***" }),
      hiddenAddon("a live add-on with an integer of too many digits", { theme: longInteger }),
      hiddenAgent("an agent's configuration that the record does not return"),
      hiddenAgent("an agent's configuration that is masked", { query_activity_update_interval_seconds: "***" }),
      hiddenAgent("an agent's configuration with an integer of too many digits", { trace_id: longInteger }),
    ],
    undeclaredSecrets: {
      plant({ emulator }, planted) {
        const agentConfig = { ...workspace(emulator).agent_config, ...planted } as unknown as AgentConfig;
        const addons = [keptAddon({ theme: "dark", ...planted }), { ...keptAddon({ level: 1, ...planted }), addons_id: "insights" }];
        emulator.changeWorkspace(workgroupId, workspaceId, { agent_config: agentConfig, addons, ...planted });
      },
      more: { addons: { insights: { enable: true, enableConfiguration: { level: 2 } } } },
    },
    owner: { make: () => undefined, adoption: {}, deletedByDefault: false, importId: `${workgroupId}/${workspaceId}` },
    secretArgument: "workspaceName",
    unfulfilled: ["creation", "update"],
    overwritten: { autoStopMinutes: 120 },
    turns: { none: "the workspace is one object, and a PUT holds only what differs" },
  },
};
