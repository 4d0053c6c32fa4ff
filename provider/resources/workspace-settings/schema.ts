import { z } from "zod";
import { isObject, parseJsonText, parseObject } from "../../values/json";
import { identifier, seconds } from "../../values/validation";
import type { PendingState } from "../../reconcile/pending";

const enableConfiguration = z.union([
  z.record(z.string(), z.unknown()),
  z.string().refine((text) => parseObject(text) !== undefined, "must be an object, or a string that holds a JSON object"),
]);

const addon = z.strictObject({
  enable: z.boolean(),
  enableConfiguration: enableConfiguration.optional(),
});

/** The arguments of `WorkspaceSettings` (API endpoint 9). */
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

/** The stable facts of a workspace that state keeps; any may be missing. */
export type WorkspaceFacts = {
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
};

/** The state: the arguments as they were declared and applied, and the facts. */
export type WorkspaceSettingsState = WorkspaceSettingsArguments & WorkspaceFacts & PendingState;

/** Body fields whose change takes minutes; the others apply at once. */
export const slowFields: ReadonlySet<string> = new Set(["workspace_type_name", "desired_tg_version", "enable_ha", "pause"]);

/** Arguments in the form in which equal meanings are equal: a configuration's JSON text as the object it holds. */
export function normalize(args: Partial<WorkspaceSettingsArguments>): Partial<WorkspaceSettingsArguments> {
  if (!isObject(args.addons)) return args;
  const addons = Object.entries(args.addons).map(([id, addon]) => [
    id,
    isObject(addon) ? { ...addon, enableConfiguration: configurationOf(addon.enableConfiguration) ?? addon.enableConfiguration } : addon,
  ]);
  return { ...args, addons: Object.fromEntries(addons) as WorkspaceSettingsArguments["addons"] };
}

/** The object that a configuration is, or that its text holds, also as JSON text in JSON text; undefined if there is none. */
export function configurationOf(value: unknown): Record<string, unknown> | undefined {
  const whole = parseJsonText(value);
  if (isObject(whole)) return whole;
  return typeof value === "string" ? parseObject(value) : undefined;
}
