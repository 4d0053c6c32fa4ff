import { workgroupPath, workspacePath } from "../../announce/lines";
import type { ReviewFacts, ShownValues } from "../../announce/review-facts";
import { reviewFacts, wireNames } from "../../describe/resource";
import type { FieldNames } from "../../values/names";
import { workspaceDescription } from "./description";
import { namedAddress, workspaceSettingsFacts } from "../workspace-settings/review";

/** The settings that only the PUT after a creation can set, as the service names them. */
export const followUpFields = {
  agentConfig: "agent_config",
  autoUpgradeState: "auto_upgrade_state",
  desiredTgVersion: "desired_tg_version",
  pause: "pause",
} as const satisfies FieldNames;

/** The fields of both bodies by their arguments. */
export const fields = wireNames(workspaceDescription.arguments);

/** The fields of the POST, by the arguments that declare them. */
export const ownFields: FieldNames = {
  workspaceName: "name",
  ...Object.fromEntries(Object.entries(fields).filter(([name]) => ["initialTgVersion", "databaseId", "isRw"].includes(name))),
};

export function workspacesPath(values: ShownValues): string {
  return `${workgroupPath(values)}/workspaces`;
}

/** The path of the workspace, by which lines name it; while its identifier is not known, that of all with its name. */
export function addressOf(values: ShownValues): string {
  const { workspaceId, workspaceName } = values;
  if (typeof workspaceId === "string" && workspaceId !== "") return workspacePath(values);
  return namedAddress(values["workgroupId"], workspaceName);
}

export const workspaceFacts: ReviewFacts = {
  ...workspaceSettingsFacts,
  ...reviewFacts(workspaceDescription, {
    isUnique: false,
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
    deletions: {
      delete: (last, { workspaceId }) => ({ method: "DELETE", path: workspacePath({ ...last, workspaceId }) }),
      pause: (last, { workspaceId }) => ({ method: "PUT", path: workspacePath({ ...last, workspaceId }), body: { pause: true } }),
    },
  }),
  consequences: [
    {
      id: "workspace-made",
      method: "POST",
      gravity: "care",
      inShort: "a workspace is created, which costs money",
      says: "A workspace is created. You pay for it, by size, until it is paused or deleted.",
      source: "docs/internals/api.md, section 11",
    },
    {
      id: "workspace-with-contents-deleted",
      method: "DELETE",
      gravity: "destroys",
      inShort: "a workspace is deleted for good",
      says: "Deletes the workspace permanently, with its users, schedules and backups. The database cannot get another read-write workspace.",
      source: "docs/internals/api.md, endpoint 10; docs/internals/api.md, section 10.14",
    },
    ...workspaceSettingsFacts.consequences.filter(({ id }) => id !== "workspace-deleted"),
  ],
};
