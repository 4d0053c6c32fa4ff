import type { AddonEntry, AgentConfig, Emulator } from "../../../testing/emulator";
import { ids } from "../../support/tried-service";
import { longInteger } from "../../support/readings";
import type { HiddenPart, Row } from "../row";
import { emptyWorkgroups, mapWorkspaces } from "./empty-reads";

const { workgroupId, workspaceId } = ids;
const place = { workgroupId, workspaceId };
const workspace = (emulator: Emulator) => emulator.workspace(workgroupId, workspaceId);

/** The live add-on that no program declares. */
const keptAddon = (configuration: object): AddonEntry => ({ addons_id: "kept", enable: true, enable_configuration: configuration });

const addonParts: readonly HiddenPart[] = (
  [
    ["addons that the record does not show", undefined],
    ["a live add-on that is masked", { theme: "***" }],
    ["a live add-on with an integer of too many digits", { theme: longInteger }],
  ] as const
).map(([name, configuration]) => ({
  name,
  program: { autoStopMinutes: undefined, agentConfig: undefined, addons: { insights: { enable: true } } },
  change: { addons: { insights: { enable: false } } },
  show: (result) =>
    mapWorkspaces(result, (record) => {
      const others = (record["addons"] as readonly AddonEntry[]).filter(({ addons_id: id }) => id !== "kept");
      return withField(record, "addons", configuration && [...others, keptAddon(configuration)]);
    }),
  field: /addons/,
}));

const agentParts: readonly HiddenPart[] = (
  [
    ["an agent's configuration that the record does not show", undefined],
    ["an agent's configuration that is masked", { heartbeat_interval_seconds: 45, query_activity_update_interval_seconds: "***" }],
    ["an agent's configuration with an integer of too many digits", { heartbeat_interval_seconds: 45, trace_id: longInteger }],
  ] as const
).map(([name, agentConfig]) => ({
  name,
  program: { autoStopMinutes: undefined },
  change: { agentConfig: { heartbeatIntervalSeconds: 50 } },
  show: (result) => mapWorkspaces(result, (record) => withField(record, "agent_config", agentConfig)),
  field: /agent_config|agentConfig/,
}));

function withField(record: Record<string, unknown>, name: string, value: unknown): object {
  const others = Object.fromEntries(Object.entries(record).filter(([field]) => field !== name));
  return value === undefined ? others : { ...others, [name]: value };
}

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
  turns: { none: "the workspace is one object, and a PUT holds only what differs" },
  removal: { deletionPolicy: "delete" },
  live: (emulator) => [workspace(emulator).auto_stop_minutes],
  cells: {
    emptyRead: {
      ...emptyWorkgroups,
      undeclared: {
        put: (emulator) => emulator.changeWorkspace(workgroupId, workspaceId, { enable_ha: true, addons: [keptAddon({ theme: "light" })] }),
        read: (emulator) => [workspace(emulator).enable_ha, workspace(emulator).addons],
      },
    },
    gone: {
      parents: [7],
      take: (emulator) => emulator.deleteWorkspace(workgroupId, workspaceId),
      waits: { none: "its deletion is documented, and a response of 200 is its proof" },
    },
    lostCreation: { makes: { none: "it adopts a workspace, so that it makes none; what a lost PUT sent is pending, as in an update" } },
    madeTwice: { none: "it makes nothing" },
    onItsWay: { dropped: "autoStopMinutes", isFirst: (emulator) => workspace(emulator).auto_stop_minutes === 60 },
    laggingReads: {
      first: { workspaceTypeName: "TG-0" },
      second: { workspaceTypeName: "TG-1" },
      isFirst: (emulator) => workspace(emulator).workspace_type?.typeName === "TG-0",
    },
    hiddenParts: [...addonParts, ...agentParts],
    undeclaredSecrets: {
      plant({ emulator }, planted) {
        const agentConfig = { ...workspace(emulator).agent_config, ...planted } as unknown as AgentConfig;
        const addons = [keptAddon({ theme: "dark", ...planted }), { ...keptAddon({ level: 1, ...planted }), addons_id: "insights" }];
        emulator.changeWorkspace(workgroupId, workspaceId, { agent_config: agentConfig, addons, ...planted });
      },
      more: { addons: { insights: { enable: true, enableConfiguration: { level: 2 } } } },
    },
    owner: { make: () => undefined, adoption: {}, deletedByDefault: false, importId: `${workgroupId}/${workspaceId}`, renamed: {} },
    otherService: { silentDeletion: true },
    secretArguments: { argument: "workspaceName", valueOf: (secret) => secret },
    unfulfilled: ["creation", "update"],
    overwritten: { autoStopMinutes: 120 },
    previews: {
      local: { timeoutSeconds: 30 },
      replaced: { none: "a deletion of the old workspace would be its loss: tried by its own tests" },
      makesAnother: false,
    },
  },
};
