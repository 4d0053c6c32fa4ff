import { getIn, isObject, setIn } from "../../values/json";
import { argumentOf as findArgument, fieldOf, type FieldNames } from "../../values/names";
import { knownLater } from "../../values/unknowns";
import { type AnnouncedRequest, secretText, segment, workgroupPath, workspacePath } from "../../announce/lines";
import { agrees, type CostFactors, type ReviewFacts, type ShownValues } from "../../announce/review-facts";

/** Arguments that say how to behave: a change of these alone sends nothing. */
export const localArguments = ["waitForStatus", "timeoutSeconds", "onConflict", "deletionPolicy"] as const;

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

/** The fields of the body of endpoint 9 by their arguments. */
export const fields: FieldNames = {
  ...Object.fromEntries(Object.entries(scalarFields).map(([field, path]) => [path.join("."), field])),
  ...Object.fromEntries(Object.entries(agentConfigFields).map(([field, name]) => [`agentConfig.${name}`, `agent_config.${field}`])),
  agentConfig: "agent_config",
  addons: "addons",
};

/** The argument that declares a field of the body; undefined if none does. */
export function argumentOf(wireField: string): string | undefined {
  return findArgument(fields, wireField);
}

/** The path of the workspace in its workgroup by its name. */
export function namedAddress(workgroupId: unknown, name: unknown): string {
  return `${workgroupPath({ workgroupId })}/workspaces?name=${segment(name)}`;
}

export const workspaceSettingsFacts: ReviewFacts = {
  manages: "workspace",
  isUnique: true,
  adopts: true,
  compares: true,
  localArguments,
  addressedBy: ["workgroupId", "workspaceId"],
  replaceOnChanges: ["workgroupId", "workspaceId"],
  neverShown: "changes of `pause` and of other values that the service's records do not show",
  consequences: [
    {
      id: "workspace-deleted",
      method: "DELETE",
      gravity: "destroys",
      inShort: "a workspace is deleted for good",
      says: "Deletes the workspace permanently. The database cannot get another read-write workspace.",
      source: "docs/internals/api.md, endpoint 10; docs/internals/api.md, section 10.14",
    },
    {
      id: "resized",
      method: "PUT",
      field: "workspace_type_name",
      gravity: "offline",
      inShort: "a resize, offline for about two minutes",
      says: "The workspace is resized: it is offline for about two minutes, and only read-write workspaces can be resized.",
      source: "docs/internals/api.md, section 10.14",
    },
    {
      id: "paused",
      method: "PUT",
      field: "pause",
      value: true,
      gravity: "offline",
      inShort: "a pause, which stops queries",
      says: "The workspace is paused: requests sent while it is stopped are lost. Stopping was seen to take about three minutes.",
      source: "docs/internals/api.md, endpoint 9; docs/internals/api.md, sections 10.9 and 10.12",
    },
    {
      id: "version",
      method: "PUT",
      field: "desired_tg_version",
      gravity: "care",
      inShort: "the database moves to another version",
      says: "The database is upgraded or downgraded. The service does not document the effect on running queries.",
      source: "docs/internals/api.md, endpoint 9",
    },
    {
      id: "resumed",
      method: "PUT",
      field: "pause",
      value: false,
      gravity: "care",
      inShort: "a paused workspace starts",
      says: "If the workspace is paused it starts again, which was seen to take about a minute.",
      source: "docs/internals/api.md, endpoint 9; docs/internals/api.md, section 10.9",
    },
    {
      id: "no-auto-start",
      method: "PUT",
      field: "enable_auto_start",
      value: false,
      gravity: "care",
      inShort: "a stopped workspace no longer starts on access",
      says: "A stopped workspace no longer starts when it is accessed.",
      source: "docs/internals/api.md, endpoint 9; docs/internals/api.md, section 10.12",
    },
    {
      id: "workspace-deletion-declared",
      argument: "deletionPolicy",
      value: "delete",
      gravity: "risks",
      inShort: "a workspace that a later removal deletes",
      says: '`deletionPolicy: "delete"` is declared: from now on, removing the resource from the program deletes the workspace for good.',
      source: "docs/behaviour.md",
    },
  ],
  address: workspacePath,
  costFactors,
  addresses: (inputs, { name }) => [workspacePath(inputs), ...(name === undefined ? [] : [namedAddress(inputs["workgroupId"], name)])],
  subject: ({ workspaceId, workgroupId }, { name, databaseName, workgroupName }) => [
    ["workspace", name ?? workspaceId],
    ["database", databaseName],
    ["workgroup", workgroupName ?? workgroupId],
  ],
  isOwnRequest: ({ method, path, body }, inputs) => method === "PUT" && path === workspacePath(inputs) && declaresAll(inputs, body),
  argumentsOf,
  requestFor(changed, { inputs }) {
    const sent = changed.flatMap(({ path, value }) => {
      const [field = ""] = fieldOf(fields, path).split(".");
      if (argumentOf(field) === undefined) return [];
      // Nested values are sent whole, with what is not declared.
      return [[field, Object.hasOwn(scalarFields, field) ? value : "…"]];
    });
    return sent.length === 0 ? undefined : { method: "PUT", path: workspacePath(inputs), body: Object.fromEntries(sent) };
  },
  deletionRequest,
};

/** The request of a deletion. Anything but two words keeps the workspace, also a word that another version knew. */
export function deletionRequest(last: ShownValues): AnnouncedRequest | undefined {
  if (last.deletionPolicy === "delete") return { method: "DELETE", path: workspacePath(last) };
  return last.deletionPolicy === "pause" ? { method: "PUT", path: workspacePath(last), body: { pause: true } } : undefined;
}

function costFactors({ workspaceTypeName: size, enableHa, addons, pause, autoStopMinutes }: ShownValues): CostFactors {
  const switches = isObject(addons) ? Object.keys(addons).map((id) => [id, getIn(addons, [id, "enable"])] as const) : [];
  const values = {
    workspaceTypeName: [size],
    enableHa: [enableHa],
    addons: [addons, ...switches.map(([, value]) => value)],
    pause: [pause],
  };
  const isHidden = (value: unknown) => value === secretText || value === knownLater;
  const unknown = Object.entries(values).flatMap(([name, all]) => (all.some(isHidden) ? [name] : []));
  const enabled = switches.flatMap(([id, value]) => (value === true ? [id] : []));
  return {
    size: typeof size === "string" && size !== "" ? size : undefined,
    unknown,
    highAvailability: enableHa === true,
    addons: enabled.sort(),
    paused: pause === true,
    autoStopMinutes: typeof autoStopMinutes === "number" ? autoStopMinutes : undefined,
  };
}

/** The values of a body of endpoint 9 by their arguments. */
function argumentsOf(body: unknown): ShownValues {
  const known: Readonly<Record<string, string>> = agentConfigFields;
  const fields = isObject(body) ? Object.entries(body) : [];
  return fields.reduce<ShownValues>((all, [field, value]) => {
    if (field === "addons" && Array.isArray(value)) return { ...all, addons: Object.fromEntries(value.flatMap(addonOf)) };
    if (field !== "agent_config" || !isObject(value)) return setIn(all, argumentOf(field)?.split(".") ?? [field], value) as ShownValues;
    return {
      ...all,
      agentConfig: Object.fromEntries(
        Object.entries(value).map(([name, inner]) => [Object.hasOwn(known, name) ? known[name] : name, inner]),
      ),
    };
  }, {});
}

function addonOf(entry: unknown): [string, unknown][] {
  const id = getIn(entry, ["addons_id"]);
  if (typeof id !== "string") return [];
  return [[id, { enable: getIn(entry, ["enable"]), enableConfiguration: getIn(entry, ["enable_configuration"]) }]];
}

/** Returns true if every field of a body is declared as it is sent. Nested values are sent whole, with undeclared parts. */
function declaresAll(inputs: ShownValues, body: unknown): boolean {
  if (!isObject(body)) return false;
  return Object.entries(body).every(([field, value]) => {
    const [argument = field] = argumentOf(field)?.split(".") ?? [];
    if (value === secretText) return inputs[argument] !== undefined;
    const common = commonValues(inputs[argument], argumentsOf({ [field]: value })[argument]);
    return common.length > 0 && common.every(([declared, sent]) => agrees(declared, sent));
  });
}

/** The pairs of values at the places that both have: objects key by key at every depth. */
function commonValues(a: unknown, b: unknown): [unknown, unknown][] {
  if (isObject(a) !== isObject(b)) return [];
  if (!isObject(a) || !isObject(b)) return a === undefined || b === undefined ? [] : [[a, b]];
  return Object.keys(a).flatMap((key) => (Object.hasOwn(b, key) ? commonValues(a[key], b[key]) : []));
}
