import { getIn, isObject } from "../../values/json";
import type { WorkspaceUpdate } from "../../../client";
import { argumentOf as findArgument } from "../../values/names";
import { knownLater } from "../../values/unknowns";
import type { ConsequenceRow } from "../../messages/consequences";
import { secretText, segment, workgroupPath, workspacePath } from "../../messages/message";
import {
  choice,
  deletionPolicy,
  type Effect,
  flag,
  integer,
  openEnum,
  listOf,
  mapOf,
  type ServiceCause,
  object,
  objectOrJson,
  optional,
  type OutputsOf,
  parentId,
  text,
  timeout,
} from "../../describe/fields";
import { deletionDeclared, fieldsAlong } from "../../describe/effects";
import { autoUpgradeStates, desiredVersions, updateStrategies, workspaceStatuses, workspaceTypeNames } from "../../describe/open-enums";
import {
  type ArgumentsOf,
  type CostFactors,
  describe,
  namesWhere,
  type ShownValues,
  type StateOf,
  wireNames,
} from "../../describe/resource";
import type { MovedState } from "../../reconcile/moved";
import type { PendingState } from "../../reconcile/pending";

const maintenanceWindow = {
  name: "MaintenanceWindow",
  description: "The workspace's maintenance window. Each field is managed only if you set it.",
  fields: {
    dayOfWeek: optional(integer("Start day; 0 is Sunday.", { min: 0, max: 6 })),
    hourOfDay: optional(integer("Start hour.", { min: 0, max: 23 })),
    intervalWeeks: optional(integer("Weeks between windows.", { min: 1 })),
    timeZone: optional(
      text("Time zone, an IANA name such as `Europe/Berlin`. The preview warns if the machine that runs it does not know the name.", {
        format: "time zone",
      }),
    ),
  },
} as const;

const agentConfig = {
  name: "AgentConfig",
  description: "The intervals at which the workspace's agent reports, in seconds. Each field is managed only if you set it.",
  fields: {
    catalogActivityUpdateIntervalSeconds: optional(integer("Seconds between updates of the catalog activity.")),
    heartbeatIntervalSeconds: optional(integer("Seconds between heartbeats.")),
    queryActivityUpdateIntervalSeconds: optional(integer("Seconds between updates of the query activity.")),
    topologyUpdateIntervalSeconds: optional(integer("Seconds between updates of the topology.")),
    enableTopologyForceUpdate: optional(flag("Forces topology updates.")),
  },
} as const;

const addon = {
  name: "Addon",
  description: "One add-on of the workspace.",
  fields: {
    enable: flag("Enables the add-on."),
    enableConfiguration: optional(
      objectOrJson(
        "The add-on's configuration. In an object, each key is managed separately, and other keys are left unchanged. A string, which must contain a JSON object, is sent as the whole configuration. Other keys that the service keeps are not considered drift.",
      ),
    ),
  },
} as const;

const pauseEffects: readonly Effect[] = [
  {
    is: "offline",
    when: true,
    id: "paused",
    severity: "offline",
    summary: "paused, stops queries",
    headline: ["% is paused, which stops queries", "% workspaces are paused, which stops queries"],
    description: "The workspace is paused: requests sent while it is stopped are lost. Stopping took about three minutes in our tests.",
    source: "docs/internals/api.md, endpoint 9; docs/internals/api.md, sections 10.9 and 10.12",
  },
  {
    is: "none",
    when: false,
    id: "resumed",
    severity: "care",
    summary: "starts again",
    description: "If the workspace is paused, it starts again, which took about a minute in our tests.",
    source: "docs/internals/api.md, endpoint 9; docs/internals/api.md, section 10.9",
  },
];

/** The settings of a workspace that both `WorkspaceSettings` and `Workspace` manage. */
export const managedSettings = {
  workspaceTypeName: optional(
    openEnum(workspaceTypeNames, "The workspace's size. Functions return it as `workspaceType.typeName`, with its CPUs and memory.", {
      format: "size",
      shortName: "size",
      slow: true,
      changedBy: "timetable",
      effect: {
        is: "offline",
        id: "resized",
        severity: "offline",
        summary: "≈2 min offline",
        headline: ["% goes offline ≈2 min", "% workspaces go offline ≈2 min each"],
        description: "The workspace is offline for about two minutes. Only read-write workspaces can be resized.",
        source: "docs/internals/api.md, section 10.14",
      },
    }),
  ),
  autoStopMinutes: optional(
    integer("Idle time in minutes before the workspace stops automatically.", {
      min: 0,
      unit: "min",
      shortName: "auto-stop",
      effect: "none",
    }),
  ),
  autoUpgradeState: optional(openEnum(autoUpgradeStates, "The state of automatic database upgrades.")),
  desiredTgVersion: optional(
    openEnum(
      desiredVersions,
      "The database version to move the workspace to. graphplane waits until the service reports it as the running or target version.",
      {
        format: "version",
        shortName: "version",
        slow: true,
        changedBy: "upgrades",
        effect: [
          {
            is: "not documented",
            id: "version",
            severity: "care",
            summary: "version changes",
            description: "The database is upgraded or downgraded. The service does not document the effect on running queries.",
            source: "docs/internals/api.md, endpoint 9",
          },
          {
            is: "not documented",
            olderThan: "tg_version",
            id: "downgraded",
            severity: "risks",
            summary: "database downgraded",
            description:
              "The database runs a newer version and is downgraded. The service does not document whether the older version can read its data.",
            source: "docs/internals/api.md, endpoint 9",
          },
        ],
      },
    ),
  ),
  enableAutoStart: optional(
    flag("Starts the workspace when it is accessed.", {
      effect: {
        is: "offline",
        when: false,
        id: "no-auto-start",
        severity: "care",
        summary: "no longer starts on access",
        description: "A stopped workspace no longer starts when it is accessed.",
        source: "docs/internals/api.md, endpoint 9; docs/internals/api.md, section 10.12",
      },
    }),
  ),
  enableHa: optional(flag("Makes the workspace highly available.", { shortName: "high availability", slow: true })),
  updateStrategy: optional(openEnum(updateStrategies, "The update strategy.")),
  pause: optional(
    flag(
      "Pauses the workspace; false resumes it. Sent only when you change this argument. The service does not report the value, so drift is not detected.",
      { slow: true, neverShown: true, effect: pauseEffects },
    ),
  ),
  maintenanceWindow: optional(object(maintenanceWindow, "The workspace's maintenance window.", { wire: "maintenance_window_" })),
  agentConfig: optional(object(agentConfig, "The intervals at which the workspace's agent reports.")),
  addons: optional(
    mapOf(
      object(addon, "One add-on of the workspace."),
      "The add-ons, keyed by `addons_id`. Add-ons that you omit are left unchanged. The service does not document whether `addons_id` equals the `installedAddonId` of an `AddonConfiguration`.",
    ),
  ),
} as const;

export const statuses = listOf(openEnum(workspaceStatuses, "A status.", { notEmpty: true }), "", { notEmpty: true, providerOnly: true });

export const onConflict = optional(
  choice(
    ["overwrite", "fail"],
    "What to do if someone else changed a declared value: `overwrite` sends the declared value and prints a message; `fail` sends no request and prints a table of the values.",
    { providerOnly: true, decidesRequests: true, default: '"overwrite"' },
  ),
);

/** The facts about a workspace that do not change, which the state contains. Any of them can be missing. */
export const workspaceFactFields = {
  name: optional(text("The workspace's name; not set if `workspaceName` is a secret.", { changesWith: "workspaceName" })),
  host: optional(text("The host name of the workspace's data plane, without scheme and port.", { stable: true })),
  region: optional(text("The cloud region.", { stable: true })),
  databaseId: optional(text("The identifier of the attached database.", { stable: true })),
  databaseName: optional(text("The attached database's name.", { stable: true })),
  workgroupName: optional(text("The workgroup's name.", { stable: true })),
  isRw: optional(flag("True if the workspace accepts writes.", { stable: true })),
  tgVersion: optional(text("The database version that the workspace runs.", { changesWith: "desiredTgVersion" })),
  createdAt: optional(text("The time at which the workspace was created, in the service's format.", { stable: true })),
  creator: optional(text("The user who created the workspace.", { stable: true })),
  cloudProviderName: optional(text("The name of the cloud provider's configuration.", { stable: true })),
} as const;

/** The consequences of deleting a workspace, whichever kind manages it. */
export const workspaceDeleted = [
  {
    id: "workspace-deleted",
    method: "DELETE",
    unlessState: { isRw: false },
    severity: "destroys",
    summary: "data lost permanently",
    headline: ["Deletes workspace % and its data", "Deletes % workspaces and their data"],
    description: "Deletes the workspace permanently, with its users, backups and schedules.",
    source: "docs/internals/api.md, endpoint 10",
  },
  {
    id: "read-only-workspace-deleted",
    method: "DELETE",
    ifState: { isRw: false },
    severity: "destroys",
    summary: "users, backups lost",
    headline: ["Deletes read-only workspace %", "Deletes % read-only workspaces"],
    description: "Deletes the read-only workspace permanently, with its users, backups and schedules. The data belongs to its database.",
    source: "docs/internals/api.md, endpoint 10",
  },
  {
    id: "database-without-writer",
    method: "DELETE",
    unlessState: { isRw: false },
    severity: "risks",
    summary: "no new writer",
    description: "You cannot attach another read-write workspace to its database afterwards.",
    source: "docs/internals/api.md, section 10.14",
  },
] as const satisfies readonly ConsequenceRow[];

/** The facts for a review of a workspace, whichever kind manages it. */
export const workspaceReview = {
  manages: "workspace",
  neverShown: "changes to `pause` and other values that the service does not report",
  contents: "users, backups and schedules",
  costFactors,
  deletions: {
    delete: (last: ShownValues) => ({ method: "DELETE", path: workspacePath(last) }),
    pause: (last: ShownValues) => ({ method: "PUT", path: workspacePath(last), body: { pause: true } }),
  },
  deletionSets: { pause: { pause: true } },
  // A read-only workspace provides the data of another workspace. It is not documented whether a named database accepts a second read-write
  // workspace.
  lostParts: ({ databaseId }: ShownValues, { isRw }: ShownValues) => {
    const [has, open] = isRw === false ? [[], []] : databaseId === undefined ? [["data"], []] : [[], ["data", "database connection"]];
    return { has, mayHave: [...open, "backups", "users", "schedules", "backup schedule"] };
  },
} as const;

export const workspaceSettingsDescription = describe({
  kind: "WorkspaceSettings",
  description: [
    "The settings of an existing workspace. Creating the resource adopts the workspace and sends only the values that differ. Deleting the resource leaves the workspace unchanged, unless `deletionPolicy` says otherwise.",
  ],
  argumentsDescription: "Settings that you omit are not managed: graphplane never sends or compares them.",
  example: `
const analytics = new WorkspaceSettings("analytics", {
  workgroupId: config.require("workgroupId"),
  workspaceId: config.require("workspaceId"),
  autoStopMinutes: 30,
  maintenanceWindow: { dayOfWeek: 0, hourOfDay: 3 },
});
`,
  api: "endpoint 9",
  idFormat: "<workgroupId>/<workspaceId>",
  displayTemplate: "workspace <workspaceId> of workgroup <workgroupId>",
  identity: ["workgroupId", "workspaceId"],
  arguments: {
    workgroupId: parentId("The workgroup that contains the workspace."),
    workspaceId: parentId("The workspace."),
    workspaceName: optional(text("The workspace's name. Functions and outputs return it as `name`.", { notEmpty: true })),
    ...managedSettings,
    waitForStatus: optional({
      ...statuses,
      description:
        "The statuses to wait for after a change to the size, the version, high availability or `pause`. The workspace must report one of them in two consecutive reads. There is no default, because the service does not document its statuses.",
    }),
    timeoutSeconds: timeout("Seconds to wait until the service returns the new values.", {
      default: "120, or 1800 after a change to size, version, high availability or pause",
    }),
    onConflict,
    deletionPolicy: deletionPolicy(
      ["retain", "pause", "delete"],
      "The effect on the workspace when the resource is deleted: `retain` leaves it unchanged, `pause` pauses it, and `delete` deletes it, which cannot be undone.",
      { effect: deletionDeclared("workspace") },
    ),
  },
  outputs: workspaceFactFields,
  review: {
    ...workspaceReview,
    isUnique: true,
    adopts: true,
    sentBy: ["PUT"],
    consequences: workspaceDeleted,
    address: workspacePath,
    addresses: (inputs, { name }) => [workspacePath(inputs), ...(name === undefined ? [] : [namedAddress(inputs["workgroupId"], name)])],
    subject: ({ workspaceId, workgroupId }, { name, databaseName, workgroupName }) => [
      ["workspace", name ?? workspaceId],
      ["database", databaseName],
      ["workgroup", workgroupName ?? workgroupId],
    ],
  },
});

export type Arguments = ArgumentsOf<typeof workspaceSettingsDescription>;
/** The arguments that `WorkspaceSettings` and `Workspace` share, and the identifier of the workspace. */
export type Settings = Omit<Arguments, "deletionPolicy">;
export type WorkspaceFacts = OutputsOf<typeof workspaceFactFields>;
export type Ids = Pick<Arguments, "workgroupId" | "workspaceId">;
export type StateWith<Args extends Settings> = Args & WorkspaceFacts & PendingState & MovedState;
export type State = StateOf<typeof workspaceSettingsDescription> & PendingState & MovedState;

const { arguments: declared } = workspaceSettingsDescription;

/** The fields in the body of endpoint 9, keyed by argument. */
export const fields = wireNames(declared);

/** Fields of the body whose changes take minutes. Other changes take effect immediately. */
export const slowFields: ReadonlySet<string> = new Set(
  namesWhere(declared, ({ slow }) => slow === true).flatMap((name) => fields[name] ?? []),
);

/** Returns the reason why the service itself might change the argument at a path, if any. */
export function serviceCauseOf(path: readonly string[]): ServiceCause | undefined {
  return fieldsAlong(declared, path).at(-1)?.changedBy;
}

/** A value that is compared and sent separately, with its path in the arguments and its path in the body. */
export interface PlainValue {
  readonly path: readonly string[];
  readonly place: readonly [keyof WorkspaceUpdate, ...string[]];
}

/** All plain values. Add-ons have separate rules. */
export const plainValues = Object.entries(fields)
  .filter(([name]) => name !== "agentConfig" && name !== "addons")
  .map(([name, field]) => ({ path: name.split("."), place: field.split(".") })) as unknown as readonly PlainValue[];

export function declaredValues(args: object): readonly PlainValue[] {
  return plainValues.filter(({ path }) => getIn(args, path) !== undefined);
}

export function argumentOf(wireField: string): string | undefined {
  return findArgument(fields, wireField);
}

export function namedAddress(workgroupId: unknown, name: unknown): string {
  return `${workgroupPath({ workgroupId })}/workspaces?name=${segment(name)}`;
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
