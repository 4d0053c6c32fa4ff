/** The behavior of the emulated service. Where the documentation is silent, an option selects one of the possible interpretations. */

/** The named sets of defaults: the documented API (API 1), or recorded responses (API 10). */
export type ProfileName = "specified" | "observed";

/** A delay: none (0), a number of further reads of the workgroup or add-on, or time on the injected clock (`ms`). */
export type Delay = number | { readonly ms: number };

/** The shape of a Result that API 4 lists as "not shown" (endpoints 1 to 5 and 10 to 12, and their extensions). */
export type ResultShape = "object" | "text" | "json-text" | "null" | "boolean";

/** One structure for all endpoints, or one for each endpoint, keyed by number or extension name. `default` applies to the others. */
export type ResultShapes = ResultShape | { readonly [endpoint: string]: ResultShape };

/** The field names of an add-on configuration (API 2.9: not documented). */
export type ConfigurationKeys = Readonly<Record<"id" | "name" | "value", string>>;

/** Defines an option with its value for the documented API and, where it differs, for recorded responses. */
const option = <Value>(specified: Value, observed = specified): Readonly<Record<ProfileName, Value>> => ({ specified, observed });

/** All behavior options of the emulated service. */
const options = {
  /** Whether nested values of a PUT are merged into the live values or replace them (API 4: not documented). */
  nested: option<"merge" | "replace">("merge"),
  /** Whether the calls of API 11 exist. */
  extensions: option<boolean>(false, true),
  /** The delay until reads include a workspace PUT. Until then, the Result of the PUT also contains the old values. */
  settleAfter: option<Delay>(0),
  /** The duration of creating, pausing, resuming, refreshing, and upgrading. */
  statusAfter: option<Delay>(1),
  /** Whether a workgroup with workspaces can be deleted (API 11: not documented). */
  workgroupInUse: option<"refuse" | "delete">("refuse"),
  /** The value of `desired_tg_version` once that version is running: it is kept, or becomes `auto`. */
  desiredVersion: option<"kept" | "auto">("kept", "auto"),
  /** Whether resuming a workspace that is still pausing is refused with a 500. */
  resumeWhilePausing: option<"accept" | "refuse">("accept", "refuse"),
  showResults: option<ResultShapes>("json-text", "object"),
  /** `enable_configuration` is an object in the schema and a string in the samples (API 2.2). */
  showEnableConfiguration: option<"object" | "string">("object", "string"),
  configurationKeys: option<ConfigurationKeys>({ id: "id", name: "config_name", value: "config_value" }),
  /** Whether the value of a configuration is returned as `***`. */
  configurationValues: option<"shown" | "masked">("shown"),
  /** `ErrorDetails` of a success: an empty array (API 7) or null. */
  emptyErrorDetails: option<"array" | "null">("array", "null"),
  /** `Result` of an error: absent (API 2.1) or null. */
  errorResult: option<"absent" | "null">("absent", "null"),
  /** An empty `addons`: an empty array or null. */
  emptyAddons: option<"array" | "null">("array", "null"),
  /** Whether the Result of a PUT is the whole record, or lacks the names of the cloud provider and the workgroup. */
  putResult: option<"whole" | "poor">("whole", "poor"),
  /** `strict` rejects unknown keys and nulls with 400; `lenient` ignores them. Both reject wrong types. */
  bodies: option<"strict" | "lenient">("strict", "lenient"),
  /** Fields omitted from workspace records. */
  absentFields: option<readonly string[]>(
    [],
    [
      "display_status",
      "vertex_count",
      "edge_count",
      "graph_topology_size_bytes",
      "last_maintenance",
      "maintenance_window_interval_weeks",
      "deleted_at",
      "snapshot_time",
    ],
  ),
  /** Keys of workspace records, schedules and backup schedules, at any depth, whose values are returned as `***`. */
  maskedFields: option<readonly string[]>([]),
  /** Milliseconds by which reads lag behind writes. A GET returns the state as of that long ago. */
  readsLag: option<number>(0),
  /** Whether times, time zones, address ranges, and cron expressions are kept as sent or normalized (API 11: formats are unknown). */
  texts: option<"as-sent" | "rewritten">("as-sent"),
  /** The name of the host field (`proxy_host` is a neutral word). */
  hostField: option<string>("proxy_host"),
  /** The client address that the service sees. */
  callerAddress: option<string>("198.51.100.7"),
  /** The key that reports whether that address is on an allow list (API 11: with a leading space). */
  isAllowedKey: option<string>("IsAllowed", " IsAllowed"),
  /** Whether a deleted workspace is removed from its workgroup, or remains with a `deleted_at`. */
  deleted: option<"gone" | "marked">("gone"),
  /** The status for an unknown identifier; `documented` uses a status that the service documents for the endpoint. */
  unknownId: option<number | "documented">("documented", 404),
  /** Whether an unknown identifier that is not a UUID returns a 500 instead. */
  malformedId: option<"unknown" | "internal-error">("unknown", "internal-error"),
  /** The status for a wrong `x-api-key`. `documented` selects one from the endpoint's row. */
  wrongKey: option<number | "documented">("documented", 401),
  /** The status for a missing `x-api-key`. */
  missingKey: option<number | "documented">("documented", 403),
  /** The status for a known path with an unknown method. */
  wrongMethod: option<404 | 405>(405, 404),
  /** Whether paths outside `/controller/v4/v2/` return a gateway's 403 `Missing Authentication Token`. */
  outsidePrefix: option<"not-found" | "gateway">("not-found", "gateway"),
  /** The status of the HTML page that the data plane of a stopped workspace returns. */
  stoppedStatus: option<200 | 502 | 503 | 504>(502, 200),
  /**
   * Whether the entries of a workspace's timetable resize it when they are due. Both profiles disable this and the next three options, so
   * that the service makes no automatic changes and tests do not depend on the date and time.
   */
  timetables: option<"run" | "ignored">("ignored"),
  /** Whether a timetable entry for a single date is removed from the list after it has run (API 2.7: not documented). */
  datedEntries: option<"vanish" | "stay">("vanish"),
  /** Whether a running workspace pauses once its data plane has had no request for `auto_stop_minutes`. */
  autoStop: option<"run" | "ignored">("ignored"),
  /** The versions offered. Workspaces upgrade to the newest in their maintenance window, unless `auto_upgrade_state` is `none`. */
  offeredVersions: option<readonly string[]>([]),
  /** The format of a token's `expiration`: seconds since the epoch, or a date and time. */
  tokenExpiration: option<"epoch" | "text">("epoch", "text"),
};

/** A value for every option, such as a profile. */
export type Behaviour = { readonly [Name in keyof typeof options]: (typeof options)[Name][ProfileName] };

/** The two profiles, in full. */
export const profiles: Readonly<Record<ProfileName, Behaviour>> = { specified: profileOf("specified"), observed: profileOf("observed") };

function profileOf(profile: ProfileName): Behaviour {
  const readings = Object.entries(options).map(([name, readingOf]) => [name, readingOf[profile]]);
  return Object.fromEntries(readings) as Behaviour;
}

/** Individual behavior options; undefined selects the profile's value. */
export type BehaviourOptions = { [K in keyof Behaviour]?: Behaviour[K] | undefined };

export function knownOptions(given: BehaviourOptions): Partial<Behaviour> {
  const known = Object.entries(given).filter(([name, value]) => name in options && value !== undefined);
  return Object.fromEntries(known);
}
