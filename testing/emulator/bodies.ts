import { array, boolean, type Check, freeObject, integer, object, string } from "./checks";
import { Refusal } from "./envelope";

const agentConfig = object({
  catalog_activity_update_interval_seconds: integer(),
  heartbeat_interval_seconds: integer(),
  query_activity_update_interval_seconds: integer(),
  topology_update_interval_seconds: integer(),
  enable_topology_force_update: boolean,
});

const addonEntry = object(
  {
    addons_id: string,
    enable: boolean,
    enable_configuration: freeObject,
    is_free: boolean,
    unique_name: string,
    workspace_id: string,
  },
  ["addons_id", "enable"],
);

const schedule = {
  id: string,
  workspace_id: string,
  repeat: string,
  repeat_on: string,
  date: string,
  time: string,
  timezone: string,
  workspace_type_name: string,
};

/** The settings of a workspace that both its creation and its update take. */
const settings = {
  addons: array(addonEntry),
  auto_stop_minutes: integer(0),
  enable_auto_start: boolean,
  enable_ha: boolean,
  maintenance_window_day_of_week: integer(),
  maintenance_window_hour_of_day: integer(),
  maintenance_window_interval_weeks: integer(),
  maintenance_window_time_zone: string,
  update_strategy: string,
  workspace_type_name: string,
};

/** The request bodies of API endpoints 3, 4, 9 and 12, and of the calls of API 11. */
export const bodies = {
  configuration: object({ config_name: string, config_value: string }, ["config_name", "config_value"]),
  configurationValue: object({ config_value: string }, ["config_value"]),
  workspace: object({
    ...settings,
    agent_config: agentConfig,
    auto_upgrade_state: string,
    desired_tg_version: string,
    pause: boolean,
    workspace_name: string,
  }),
  newWorkspace: object({ ...settings, name: string, tg_version: string, tg_database_id: string, is_rw: boolean }),
  workgroup: object({ workgroup_name: string, enable_application_log: boolean, encryption_method: string }),
  newWorkgroup: object(
    {
      cloud_provider_id: string,
      name: string,
      platform: string,
      region: string,
      enable_application_log: boolean,
      enable_encryption: boolean,
      shared_storage: boolean,
    },
    ["cloud_provider_id"],
  ),
  user: object({ username: string, password: string }),
  wholeUser: object({ username: string, password: string }, ["username", "password"]),
  schedule: object(schedule, ["workspace_id", "repeat", "time", "timezone"]),
  allowedRange: object({ cidr: string, note: string }, ["cidr"]),
  backupSchedule: object(
    { schedule: string, max_backup_files: integer(), max_reserved_days: integer(), max_retry: integer(), pause: boolean },
    ["schedule"],
  ),
  restore: object({ backup_id: string }, ["backup_id"]),
} as const satisfies Readonly<Record<string, Check>>;

/** The body as the service takes it, or a refusal (400 `Bad-Request`) that names every field at fault. */
export function checkBody(kind: keyof typeof bodies, body: unknown, strictness: "strict" | "lenient"): Record<string, unknown> {
  const { problems, value } = bodies[kind](body, "", strictness === "lenient");
  if (problems.length === 0) return value as Record<string, unknown>;
  const details = problems.map(({ field, reason }) => ({ FieldName: field, Reason: reason }));
  throw new Refusal(400, "Bad-Request", "The request body is not valid.", details);
}
