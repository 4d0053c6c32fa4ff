/** The behaviour of the emulated service. Wherever the documentation is silent, an option lets a test take the other reading. */

/** The named sets of defaults: the documented API (API 1), or what recorded answers show (API 10). */
export type ProfileName = "specified" | "observed";

/** A delay: none (0), a number of further reads of the workgroup or add-on, or time on the injected clock (`ms`). */
export type Delay = number | { readonly ms: number };

/** The form of a Result that API 4 calls "not shown" (endpoints 1 to 5 and 10 to 12, and their extensions). */
export type ResultShape = "object" | "text" | "json-text" | "null" | "boolean";

/** One shape for all, or one for each endpoint by its number or extension name, and `default` for the others. */
export type ResultShapes = ResultShape | { readonly [endpoint: string]: ResultShape };

/** The names under which an add-on configuration shows itself (API 2.9: not shown). */
export type ConfigurationKeys = Readonly<Record<"id" | "name" | "value", string>>;

/** One option, with the reading of the documented API, and that of recorded answers if it is another. */
const option = <Value>(specified: Value, observed = specified): Readonly<Record<ProfileName, Value>> => ({ specified, observed });

/** Everything that the emulated service can do in more than one way. */
const options = {
  /** Whether nested values of a PUT are merged into the live ones or take their place (API 4: not shown). */
  nested: option<"merge" | "replace">("merge"),
  /** Whether the calls of API 11 exist. */
  extensions: option<boolean>(false, true),
  /** The delay after which reads show a PUT of a workspace; its own Result then still shows the old values. */
  settleAfter: option<Delay>(0),
  /** The duration of creating, pausing, resuming, refreshing and a change of version. */
  statusAfter: option<Delay>(1),
  /** Whether a workgroup that has workspaces can be deleted (API 11: not shown). */
  workgroupInUse: option<"refuse" | "delete">("refuse"),
  /** The value of `desired_tg_version` once that version runs: kept, or `auto`. */
  desiredVersion: option<"kept" | "auto">("kept", "auto"),
  /** Whether resuming a workspace that is still pausing is refused with a 500. */
  resumeWhilePausing: option<"accept" | "refuse">("accept", "refuse"),
  showResults: option<ResultShapes>("json-text", "object"),
  /** `enable_configuration` is an object in the schema and a string in the samples (API 2.2). */
  showEnableConfiguration: option<"object" | "string">("object", "string"),
  configurationKeys: option<ConfigurationKeys>({ id: "id", name: "config_name", value: "config_value" }),
  /** Whether a configuration's value is shown as `***`. */
  configurationValues: option<"shown" | "masked">("shown"),
  /** `ErrorDetails` of a success: an empty array (API 7) or null. */
  emptyErrorDetails: option<"array" | "null">("array", "null"),
  /** `Result` of an error: absent (API 2.1) or null. */
  errorResult: option<"absent" | "null">("absent", "null"),
  /** An empty `addons`: an empty array or null. */
  emptyAddons: option<"array" | "null">("array", "null"),
  /** Whether the PUT's Result lacks the `cloud_provider_*` names and the workgroup's name. */
  putResult: option<"whole" | "poor">("whole", "poor"),
  /** Strict refuses unknown keys and nulls with 400; lenient ignores both. Wrong types are refused either way. */
  bodies: option<"strict" | "lenient">("strict", "lenient"),
  /** Fields of workspace records that are never shown. */
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
  /** Keys of workspace records, schedules and backup schedules, at any depth, whose values are shown as `***`. */
  maskedFields: option<readonly string[]>([]),
  /** The milliseconds by which reads lag behind the responses to writes: a GET shows the state of that long ago. */
  readsLag: option<number>(0),
  /** Whether times, time zones, address ranges and cron texts are kept as sent or rewritten in the service's form (API 11: formats are unknown). */
  texts: option<"as-sent" | "rewritten">("as-sent"),
  /** The name of the host field (`proxy_host` is a neutral word). */
  hostField: option<string>("proxy_host"),
  /** The address that requests come from, as the service sees it. */
  callerAddress: option<string>("198.51.100.7"),
  /** The key under which the service says whether that address is on an allow list (API 11: with a leading space). */
  isAllowedKey: option<string>("IsAllowed", " IsAllowed"),
  /** Whether a deleted workspace leaves its workgroup or stays with a `deleted_at`. */
  deleted: option<"gone" | "marked">("gone"),
  /** The status for an unknown identifier; `documented` takes one that the service documents for the endpoint. */
  unknownId: option<number | "documented">("documented", 404),
  /** Whether an unknown identifier that is not a UUID is a 500 instead. */
  malformedId: option<"unknown" | "internal-error">("unknown", "internal-error"),
  /** The status for a wrong `x-api-key`; `documented` takes one from the endpoint's row. */
  wrongKey: option<number | "documented">("documented", 401),
  /** The status for a missing `x-api-key`. */
  missingKey: option<number | "documented">("documented", 403),
  /** The status for a known path with another method. */
  wrongMethod: option<404 | 405>(405, 404),
  /** Whether a path outside `/controller/v4/v2/` meets a gateway's 403 `Missing Authentication Token`. */
  outsidePrefix: option<"not-found" | "gateway">("not-found", "gateway"),
  /** The status of the HTML page that answers for a stopped workspace on the data plane. */
  stoppedStatus: option<200 | 502 | 503 | 504>(502, 200),
  /**
   * Whether the entries of a workspace's timetable set its size when they are due. This and the next three are off in both profiles: the
   * service then only answers, and a test passes on every day and at every hour.
   */
  timetables: option<"run" | "ignored">("ignored"),
  /** Whether a timetable's entry for one date leaves the list once it has run (API 2.7: not shown). */
  datedEntries: option<"vanish" | "stay">("vanish"),
  /** Whether a running workspace pauses once its data plane has had no request for `auto_stop_minutes`. */
  autoStop: option<"run" | "ignored">("ignored"),
  /** The versions to which workspaces move in their maintenance window, each to the newest, unless `auto_upgrade_state` is `none`. */
  offeredVersions: option<readonly string[]>([]),
  /** The form in which the token exchange shows `expiration`: seconds since the epoch, or a date and time. */
  tokenExpiration: option<"epoch" | "text">("epoch", "text"),
};

/** A reading of every option; a profile is one. */
export type Behaviour = { readonly [Name in keyof typeof options]: (typeof options)[Name][ProfileName] };

/** The two profiles, whole. */
export const profiles: Readonly<Record<ProfileName, Behaviour>> = { specified: profileOf("specified"), observed: profileOf("observed") };

function profileOf(profile: ProfileName): Behaviour {
  const readings = Object.entries(options).map(([name, readingOf]) => [name, readingOf[profile]]);
  return Object.fromEntries(readings) as Behaviour;
}

/** Single fields of a behaviour; undefined means the profile's own. */
export type BehaviourOptions = { [K in keyof Behaviour]?: Behaviour[K] | undefined };

/** Returns the options that are given and known. */
export function knownOptions(given: BehaviourOptions): Partial<Behaviour> {
  const known = Object.entries(given).filter(([name, value]) => name in options && value !== undefined);
  return Object.fromEntries(known);
}
