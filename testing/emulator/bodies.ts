import { z } from "zod";
import { Refusal } from "./envelope";
import { isObject } from "./values";

/** A strict schema rejects unknown keys and nulls. A lenient schema drops them. */
type Strictness = "strict" | "lenient";

const must = (be: string) => ({ error: ({ input }: { input?: unknown }) => (input === undefined ? "is required" : `must be ${be}`) });
const string = z.string(must("a string"));
const boolean = z.boolean(must("a boolean"));
const integer = z.int(must("an integer"));
const fromZero = must("an integer of at least 0");

/** Returns the request bodies of API endpoints 3, 4, 9 and 12, and of the calls of API 11. */
function bodiesOf(strictness: Strictness) {
  const isStrict = strictness === "strict";
  const object = <Required extends z.ZodRawShape, Optional extends z.ZodRawShape>(required: Required, optional: Optional) => {
    const fields = z.object({ ...required, ...z.object(optional).exactPartial().shape }, must("an object"));
    return z.preprocess(isStrict ? (value) => value : withoutNulls, isStrict ? fields.strict() : fields);
  };
  const freeObject = z.record(z.string(), z.unknown(), must("an object"));
  const addonEntry = object(
    { addons_id: string, enable: boolean },
    {
      enable_configuration: isStrict ? freeObject : z.union([freeObject, string], must("an object")),
      is_free: boolean,
      unique_name: string,
      workspace_id: string,
    },
  );
  const agentConfig = {
    catalog_activity_update_interval_seconds: integer,
    heartbeat_interval_seconds: integer,
    query_activity_update_interval_seconds: integer,
    topology_update_interval_seconds: integer,
    enable_topology_force_update: boolean,
  };
  /** The settings that are accepted both when a workspace is created and when it is updated. */
  const settings = {
    addons: z.array(addonEntry, must("an array")),
    auto_stop_minutes: z.int(fromZero).min(0, fromZero),
    enable_auto_start: boolean,
    enable_ha: boolean,
    maintenance_window_day_of_week: integer,
    maintenance_window_hour_of_day: integer,
    maintenance_window_interval_weeks: integer,
    maintenance_window_time_zone: string,
    update_strategy: string,
    workspace_type_name: string,
  };
  const updated = { auto_upgrade_state: string, desired_tg_version: string, pause: boolean, workspace_name: string };
  const flags = { enable_application_log: boolean, enable_encryption: boolean, shared_storage: boolean };
  return {
    configuration: object({ config_name: string, config_value: string }, {}),
    configurationValue: object({ config_value: string }, {}),
    workspace: object({}, { ...settings, ...updated, agent_config: object({}, agentConfig) }),
    newWorkspace: object({}, { ...settings, name: string, tg_version: string, tg_database_id: string, is_rw: boolean }),
    workgroup: object({}, { workgroup_name: string, enable_application_log: boolean, encryption_method: string }),
    newWorkgroup: object({ cloud_provider_id: string }, { name: string, platform: string, region: string, ...flags }),
    user: object({}, { username: string, password: string }),
    wholeUser: object({ username: string, password: string }, {}),
    schedule: object(
      { workspace_id: string, repeat: string, time: string, timezone: string },
      { id: string, repeat_on: string, date: string, workspace_type_name: string },
    ),
    allowedRange: object({ cidr: string }, { note: string }),
    backupSchedule: object(
      { schedule: string },
      { max_backup_files: integer, max_reserved_days: integer, max_retry: integer, pause: boolean },
    ),
    restore: object({ backup_id: string }, {}),
  };
}

const bodies = { strict: bodiesOf("strict"), lenient: bodiesOf("lenient") };

/** The validated bodies, keyed by name. */
export type Bodies = { [Kind in keyof typeof bodies.strict]: z.output<(typeof bodies.strict)[Kind]> };

/** Returns the validated body. Refuses an invalid body with a 400 `Bad-Request` that lists all invalid fields. */
export function checkBody<Kind extends keyof Bodies>(kind: Kind, body: unknown, strictness: Strictness): Bodies[Kind] {
  const { data, error } = bodies[strictness][kind].safeParse(body ?? null);
  if (error === undefined) return data as Bodies[Kind];
  const details = error.issues.flatMap((issue) => {
    const problems =
      issue.code === "unrecognized_keys"
        ? issue.keys.map((key) => ({ path: [...issue.path, key], reason: "is not a known field" }))
        : [{ path: issue.path, reason: issue.message }];
    return problems.map(({ path, reason }) => ({ FieldName: z.core.toDotPath(path) || "body", Reason: reason }));
  });
  throw new Refusal(400, "Bad-Request", "The request body is not valid.", details);
}

function withoutNulls(value: unknown): unknown {
  return isObject(value) ? Object.fromEntries(Object.entries(value).filter(([, inner]) => inner !== null)) : value;
}
