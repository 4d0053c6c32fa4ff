import { z } from "zod";
import { getIn, parseObject, equals } from "../../json";
import { identifier, seconds } from "../../validation";
import { segment } from "../../messages";
import type { PendingState } from "../../pending";

const enableConfiguration = z.union([
  z.record(z.string(), z.unknown()),
  z.string().refine((text) => parseObject(text) !== undefined, "must be an object, or a string that holds a JSON object"),
]);

const addon = z.strictObject({
  enable: z.boolean(),
  enableConfiguration: enableConfiguration.optional(),
});

/** What a `WorkspaceSettings` may declare (API endpoint 9). */
export const workspaceSettingsArguments = z.strictObject({
  workgroupId: identifier,
  workspaceId: identifier,
  workspaceName: z.string().optional(),
  workspaceTypeName: z.string().optional(),
  autoStopMinutes: z.int().min(0).optional(),
  autoUpgradeState: z.string().optional(),
  desiredTgVersion: z.string().optional(),
  enableAutoStart: z.boolean().optional(),
  enableHa: z.boolean().optional(),
  updateStrategy: z.string().optional(),
  pause: z.boolean().optional(),
  maintenanceWindow: z
    .strictObject({
      dayOfWeek: z.int().min(0).max(6).optional(),
      hourOfDay: z.int().min(0).max(23).optional(),
      intervalWeeks: z.int().min(1).optional(),
      timeZone: z.string().optional(),
    })
    .optional(),
  agentConfig: z
    .strictObject({
      catalogActivityUpdateIntervalSeconds: z.int().optional(),
      heartbeatIntervalSeconds: z.int().optional(),
      queryActivityUpdateIntervalSeconds: z.int().optional(),
      topologyUpdateIntervalSeconds: z.int().optional(),
      enableTopologyForceUpdate: z.boolean().optional(),
    })
    .optional(),
  addons: z.record(z.string(), addon).optional(),
  waitForStatus: z.array(z.string().min(1)).min(1).optional(),
  timeoutSeconds: seconds.optional(),
  onConflict: z.enum(["overwrite", "fail"]).optional(),
  deletionPolicy: z.enum(["retain", "pause", "delete"]).optional(),
});
export type WorkspaceSettingsArguments = z.infer<typeof workspaceSettingsArguments>;

/** Arguments that say how to behave: a change of these alone sends nothing. */
export const behaviourArguments = ["waitForStatus", "timeoutSeconds", "onConflict", "deletionPolicy"] as const;

/** The stable facts of a workspace that state keeps; any may be missing. */
export interface WorkspaceFacts {
  readonly name?: string;
  readonly host?: string;
  readonly region?: string;
  readonly databaseId?: string;
  readonly databaseName?: string;
  readonly workgroupName?: string;
  readonly isRw?: boolean;
  readonly tgVersion?: string;
  readonly createdAt?: string;
  readonly creator?: string;
  readonly cloudProviderName?: string;
}

/** What state holds: what was declared and applied, and the facts. */
export interface WorkspaceSettingsState extends WorkspaceSettingsArguments, WorkspaceFacts {
  /** What was sent and is not seen yet; the next update goes on with it. */
  readonly __pending?: PendingState["__pending"];
}

/** Arguments whose value is one field of the endpoint 9 body. */
export const scalarFields = {
  workspace_name: ["workspaceName"],
  workspace_type_name: ["workspaceTypeName"],
  auto_stop_minutes: ["autoStopMinutes"],
  auto_upgrade_state: ["autoUpgradeState"],
  desired_tg_version: ["desiredTgVersion"],
  enable_auto_start: ["enableAutoStart"],
  enable_ha: ["enableHa"],
  update_strategy: ["updateStrategy"],
  pause: ["pause"],
  maintenance_window_day_of_week: ["maintenanceWindow", "dayOfWeek"],
  maintenance_window_hour_of_day: ["maintenanceWindow", "hourOfDay"],
  maintenance_window_interval_weeks: ["maintenanceWindow", "intervalWeeks"],
  maintenance_window_time_zone: ["maintenanceWindow", "timeZone"],
} as const satisfies Record<string, readonly string[]>;

/** The keys of `agent_config` and of `agentConfig`. */
export const agentConfigFields = {
  catalog_activity_update_interval_seconds: "catalogActivityUpdateIntervalSeconds",
  heartbeat_interval_seconds: "heartbeatIntervalSeconds",
  query_activity_update_interval_seconds: "queryActivityUpdateIntervalSeconds",
  topology_update_interval_seconds: "topologyUpdateIntervalSeconds",
  enable_topology_force_update: "enableTopologyForceUpdate",
} as const;

/** Body fields whose change takes minutes; the others apply at once. */
export const slowFields: ReadonlySet<string> = new Set(["workspace_type_name", "desired_tg_version", "enable_ha", "pause"]);

/** The path of the workspace, by which lines name it. */
export function addressOf({ workgroupId, workspaceId }: Partial<Record<"workgroupId" | "workspaceId", unknown>>): string {
  return `/workgroups/${segment(workgroupId)}/workspaces/${segment(workspaceId)}`;
}

/** The service's name of the field that a path of arguments declares. */
export function fieldOf(path: readonly string[]): string {
  const scalar = Object.entries(scalarFields).find(([, place]) => equals(place, path));
  const agent = path[0] === "agentConfig" ? Object.entries(agentConfigFields).find(([, argument]) => argument === path[1]) : undefined;
  return scalar?.[0] ?? (agent === undefined ? path.join(".") : `agent_config.${agent[0]}`);
}

/** The argument that a field of the service's body is declared by; undefined for fields of no argument. */
export function argumentOf(wireField: string): string | undefined {
  const scalar = getIn(scalarFields, [wireField]) as readonly string[] | undefined;
  if (scalar !== undefined) return scalar.join(".");
  const [outer, inner] = wireField.split(".");
  const agent = getIn(agentConfigFields, [inner ?? wireField]) as string | undefined;
  if (agent !== undefined && (inner === undefined || outer === "agent_config")) return `agentConfig.${agent}`;
  return getIn({ addons: "addons", agent_config: "agentConfig" }, [wireField]) as string | undefined;
}
