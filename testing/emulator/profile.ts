/**
 * Two ways in which the emulated service behaves, as one flat object of options each.
 * The documentation leaves much open: wherever it is silent the choice is a field here, so that a test can take the other reading.
 */

/** The named sets of defaults: the documented API (API 1), or what recorded answers show (API 10). */
export type ProfileName = "specified" | "observed";

/** How long something takes: at once (0), after so many further reads of the workgroup (a number or `reads`), or by the injected clock (`ms`). */
export type Delay = number | { readonly reads: number } | { readonly ms: number };

/** How a Result that API 4 calls "not shown" is shown (endpoints 1 to 5 and 10 to 12, and their extensions). */
export type ResultShape = "object" | "text" | "json-text" | "null" | "boolean";

/** One shape for all, or one for each endpoint by its number or extension name, with `default` for the others. */
export type ResultShapes = ResultShape | { readonly [endpoint: string]: ResultShape };

/** The words of `status` (API 3 shows none, so a program must work with any). */
export interface StatusNames {
  readonly creating: string;
  readonly running: string;
  readonly pausing: string;
  readonly stopped: string;
  readonly resuming: string;
  readonly deleting: string;
}

/** The names under which an add-on configuration shows itself (API 2.9: not shown). */
export interface ConfigurationKeys {
  readonly id: string;
  readonly name: string;
  readonly value: string;
}

/** Everything the emulated service can do in more than one way; a profile is a whole one. */
export interface Behaviour {
  /** Whether nested values of a PUT are merged into the live ones or take their place (API 4: not shown). */
  readonly nested: "merge" | "replace";
  /** Whether the calls of API 11 exist. */
  readonly extensions: boolean;
  /** How late a PUT of a workspace shows in reads; its own Result then still shows what was before. */
  readonly settleAfter: Delay;
  /** A delay of its own for single fields of the endpoint 9 body, by wire name. */
  readonly settleAfterField: Readonly<Record<string, Delay>>;
  /** How long creating, pausing, resuming, refreshing and a change of version take. */
  readonly statusAfter: Delay;
  /** How long a workspace that is being deleted still shows. */
  readonly deletedAfter: Delay;
  /** How many workspaces the organization may have. */
  readonly mostWorkspaces: number;
  /** The list of a workgroup that has no workspaces (API 11: not shown). */
  readonly emptyWorkspaces: "array" | "null";
  /** How a deletion of a workgroup that has workspaces is answered (API 11: not shown). */
  readonly workgroupInUse: "refuse" | "delete";
  /** What a reached `desired_tg_version` becomes in the record. */
  readonly desiredVersion: "kept" | "auto";
  readonly statusNames: StatusNames;
  /** Whether resuming a workspace that is still pausing is refused with a 500. */
  readonly resumeWhilePausing: "accept" | "refuse";
  readonly showResults: ResultShapes;
  /** `enable_configuration` is an object in the schema and a string in the samples (API 2.2). */
  readonly showEnableConfiguration: "object" | "string";
  readonly configurationKeys: ConfigurationKeys;
  /** Whether a configuration's value is shown as `***`. */
  readonly configurationValues: "shown" | "masked";
  /** `ErrorDetails` of a success: an empty array (API 7) or null. */
  readonly emptyErrorDetails: "array" | "null";
  /** `Result` of an error: absent (API 2.1) or null. */
  readonly errorResult: "absent" | "null";
  /** An empty `addons`: an empty array or null. */
  readonly emptyAddons: "array" | "null";
  /** Whether the PUT's Result lacks the `cloud_provider_*` names and the workgroup's name. */
  readonly putResult: "whole" | "poor";
  /** Strict refuses unknown keys and nulls with 400; lenient ignores both. Wrong types are refused either way. */
  readonly bodies: "strict" | "lenient";
  /** Fields of workspace records that are never shown. */
  readonly absentFields: readonly string[];
  /** Keys of workspace records, schedules and backup schedules, at any depth, whose values are shown as `***`. */
  readonly maskedFields: readonly string[];
  /** How many milliseconds reads lag behind the answers to writes: a GET shows what was held that long ago. */
  readonly readsLag: number;
  /** How times, time zones, address ranges and cron texts are kept: as they were sent, or in a form of the service's own (API 11: formats are unknown). */
  readonly texts: "as-sent" | "rewritten";
  /** The name of the host field (`proxy_host` is a neutral word). */
  readonly hostField: string;
  /** The address that requests come from, as the service sees it. */
  readonly callerAddress: string;
  /** The key under which the service says whether that address is on an allow list (API 11: with a leading space). */
  readonly isAllowedKey: string;
  /** Whether a deleted workspace leaves its workgroup or stays with a `deleted_at`. */
  readonly deleted: "gone" | "marked";
  /** The status for an unknown identifier; `documented` takes one that the service documents for the endpoint. */
  readonly unknownId: number | "documented";
  /** Whether an unknown identifier that is no UUID is a 500 instead. */
  readonly malformedId: "unknown" | "internal-error";
  /** The status for a wrong `x-api-key`; `documented` takes one from the endpoint's row. */
  readonly wrongKey: number | "documented";
  /** The status for a missing `x-api-key`. */
  readonly missingKey: number | "documented";
  /** The status for a known path with another method. */
  readonly wrongMethod: 404 | 405;
  /** Whether a path outside `/controller/v4/v2/` meets a gateway's 403 `Missing Authentication Token`. */
  readonly outsidePrefix: "not-found" | "gateway";
  /** The status of the HTML page that answers for a stopped workspace on the data plane. */
  readonly stoppedStatus: 200 | 502 | 503 | 504;
  /** How the token exchange shows `expiration`: seconds since the epoch, or a date and time. */
  readonly tokenExpiration: "epoch" | "text";
}

const statusNames: StatusNames = {
  creating: "Creating",
  running: "Active",
  pausing: "Pausing",
  stopped: "Idle",
  resuming: "Resuming",
  deleting: "Terminating",
};

/** The documented API (API 1). */
const specified: Behaviour = {
  nested: "merge",
  extensions: false,
  settleAfter: 0,
  settleAfterField: {},
  statusAfter: 1,
  deletedAfter: 0,
  mostWorkspaces: 100,
  emptyWorkspaces: "array",
  workgroupInUse: "refuse",
  desiredVersion: "kept",
  statusNames,
  resumeWhilePausing: "accept",
  showResults: "json-text",
  showEnableConfiguration: "object",
  configurationKeys: { id: "id", name: "config_name", value: "config_value" },
  configurationValues: "shown",
  emptyErrorDetails: "array",
  errorResult: "absent",
  emptyAddons: "array",
  putResult: "whole",
  bodies: "strict",
  absentFields: [],
  maskedFields: [],
  readsLag: 0,
  texts: "as-sent",
  hostField: "proxy_host",
  callerAddress: "198.51.100.7",
  isAllowedKey: "IsAllowed",
  deleted: "gone",
  unknownId: "documented",
  malformedId: "unknown",
  wrongKey: "documented",
  missingKey: "documented",
  wrongMethod: 405,
  outsidePrefix: "not-found",
  stoppedStatus: 502,
  tokenExpiration: "epoch",
};

/** The two profiles, whole: recorded answers (API 10) differ from the documentation in the fields that are listed. */
export const profiles: Readonly<Record<ProfileName, Behaviour>> = {
  specified,
  observed: {
    ...specified,
    extensions: true,
    desiredVersion: "auto",
    resumeWhilePausing: "refuse",
    showResults: "object",
    showEnableConfiguration: "string",
    emptyErrorDetails: "null",
    errorResult: "null",
    emptyAddons: "null",
    putResult: "poor",
    bodies: "lenient",
    absentFields: [
      "display_status",
      "vertex_count",
      "edge_count",
      "graph_topology_size_bytes",
      "last_maintenance",
      "maintenance_window_interval_weeks",
      "deleted_at",
      "snapshot_time",
    ],
    isAllowedKey: " IsAllowed",
    unknownId: 404,
    malformedId: "internal-error",
    wrongKey: 401,
    missingKey: 403,
    wrongMethod: 404,
    outsidePrefix: "gateway",
    stoppedStatus: 200,
    tokenExpiration: "text",
  },
};

/** Single fields of a behaviour; undefined means the profile's own. */
export type BehaviourOptions = { [K in keyof Behaviour]?: Behaviour[K] | undefined };

/** The profile's behaviour with single fields replaced; keys that are no behaviour are left out. */
export function behaviourOf(profile: ProfileName, overrides: BehaviourOptions): Behaviour {
  return { ...profiles[profile], ...knownOptions(overrides) };
}

/** The fields that are given and part of a behaviour. */
export function knownOptions(options: BehaviourOptions): Partial<Behaviour> {
  const known = Object.entries(options).filter(([name, value]) => name in profiles.specified && value !== undefined);
  return Object.fromEntries(known);
}
