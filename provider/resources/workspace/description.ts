import { workgroupPath, workspacePath } from "../../messages/message";
import type { FieldNames } from "../../values/names";
import { deletionDeclared } from "../../describe/effects";
import { deletionPolicy, flag, identifier, optional, parentId, optInFlag, text, timeout } from "../../describe/fields";
import { type ArgumentsOf, describe, type ShownValues, type StateOf, wireNames } from "../../describe/resource";
import type { MovedState } from "../../reconcile/moved";
import type { PendingState } from "../../reconcile/pending";
import { omit } from "../../values/json";
import {
  managedSettings,
  namedAddress,
  onConflict,
  statuses,
  workspaceDeleted,
  workspaceFactFields,
  workspaceReview,
  workspaceSettingsDescription,
} from "../workspace-settings/description";

const hostDescription = `${workspaceFactFields.host.description} Always set for a workspace that graphplane created; undefined for a workspace that was read or adopted while the service returned no host.`;

export const workspaceDescription = describe({
  kind: "Workspace",
  description: [
    "Creates, updates and deletes a workspace. To manage only the settings of a workspace that was created elsewhere, use `WorkspaceSettings`; do not declare the same workspace with both.",
    "graphplane sends the create request only once, and waits until the workspace is ready. If the wait fails, the resource stays in the state, and the next `pulumi up` resumes the wait. graphplane refuses to delete the workspace unless `deletionPolicy` allows it. The call that creates a workspace is not part of the documented API, so not every service supports it.",
  ],
  argumentsDescription: "The service chooses the value of any setting that you omit: graphplane never sends or compares it.",
  example: `
const analytics = new Workspace("analytics", {
  workgroupId: team.workgroupId,
  workspaceName: "analytics",
  workspaceTypeName: "TG-00",
  autoStopMinutes: 30,
});
`,
  api: "endpoint 9, and section 11",
  idFormat: "<workgroupId>/<workspaceId>",
  displayTemplate: "workspace <workspaceName> of workgroup <workgroupId>",
  identity: ["workgroupId", "workspaceName"],
  arguments: {
    workgroupId: parentId("The id of the workgroup that contains the workspace."),
    workspaceName: text("The workspace's name, unique in its workgroup. Changing this renames the workspace.", { notEmpty: true }),
    databaseId: optional(
      identifier("The id of the database to attach. If you omit it, the service creates a new database.", {
        wire: "tg_database_id",
        replaces: true,
        optionalComputed: true,
        output: { description: workspaceFactFields.databaseId.description },
      }),
    ),
    isRw: optional(
      flag("Makes the workspace read-write. Each database has one read-write workspace.", {
        replaces: true,
        optionalComputed: true,
        output: { description: workspaceFactFields.isRw.description },
      }),
    ),
    initialTgVersion: optional(
      text(
        "The initial database version. It cannot be changed later; to move the workspace to a different version, use `desiredTgVersion`.",
        { notEmpty: true, wire: "tg_version", providerOnly: true, format: "version" },
      ),
    ),
    ...managedSettings,
    adopt: optInFlag("Adopts an existing workspace with this name instead of failing."),
    waitForStatus: optional({
      ...statuses,
      description:
        "The statuses to wait for after the workspace is created, or its size, version or high availability changes. graphplane waits for a pause only if this is set.",
      default: '["Active"]; for a change to a stopped workspace, also "Idle"; none if the service returns no status',
    }),
    timeoutSeconds: timeout("Seconds to wait for a creation, a deletion or an update.", {
      default: "1800, or 120 for an update that changes none of size, version, high availability and pause",
    }),
    onConflict,
    deletionPolicy: deletionPolicy(
      ["protect", "delete", "retain", "pause"],
      "The effect on the workspace when the resource is deleted or replaced: `protect` refuses, `delete` deletes the workspace permanently, `retain` leaves it unchanged, and `pause` pauses it. The value in the state applies, so run `pulumi up` after changing it.",
      { effect: deletionDeclared("workspace") },
    ),
  },
  outputs: {
    workspaceId: text("The workspace's identifier.", { stable: true }),
    ...omit(workspaceFactFields, ["databaseId", "isRw"]),
    host: { ...workspaceFactFields.host, output: { description: hostDescription, isOptional: false } },
  },
  review: {
    protects: true,
    ...workspaceReview,
    existing: "refused",
    remains: ({ databaseId }) => (databaseId === undefined ? ["database"] : []),
    consequences: [
      {
        id: "workspace-made",
        method: "POST",
        severity: "care",
        summary: "costs money",
        headline: ["New workspace % costs money", "% new workspaces cost money"],
        description: "A workspace is created. You are billed for it, based on its size, until it is paused or deleted.",
        source: "docs/internals/api.md, section 11",
      },
      ...workspaceDeleted,
      ...workspaceSettingsDescription.review.consequences.filter((row) => "method" in row && row.method === "PUT"),
    ],
    address: addressOf,
    addresses: (inputs, { workspaceId }) => [
      addressOf(inputs),
      ...(workspaceId === undefined ? [] : [addressOf({ ...inputs, workspaceId })]),
    ],
    subject: ({ workspaceName, workgroupId }, { databaseName, workgroupName }) => [
      ["workspace", workspaceName],
      ["database", databaseName],
      ["workgroup", workgroupName ?? workgroupId],
    ],
  },
});

export type Arguments = ArgumentsOf<typeof workspaceDescription>;
/** `workspaceId` is empty as long as it is unknown which workspace the POST created. */
export type State = StateOf<typeof workspaceDescription> & PendingState & MovedState;

/** The settings that are accepted only by the PUT after a creation, with the names of the service. */
export const followUpFields = {
  agentConfig: "agent_config",
  autoUpgradeState: "auto_upgrade_state",
  desiredTgVersion: "desired_tg_version",
  pause: "pause",
} as const satisfies FieldNames;

/** The fields of the POST and PUT bodies, keyed by argument. */
export const fields = wireNames(workspaceDescription.arguments);

/** The fields of the POST, keyed by argument. */
export const ownFields: FieldNames = {
  workspaceName: "name",
  ...Object.fromEntries(Object.entries(fields).filter(([name]) => ["initialTgVersion", "databaseId", "isRw"].includes(name))),
};

export function workspacesPath(values: ShownValues): string {
  return `${workgroupPath(values)}/workspaces`;
}

/** Returns the path, which identifies the workspace in messages. While the identifier is unknown, the path contains the name. */
export function addressOf(values: ShownValues): string {
  const { workspaceId, workspaceName } = values;
  if (typeof workspaceId === "string" && workspaceId !== "") return workspacePath(values);
  return namedAddress(values["workgroupId"], workspaceName);
}
