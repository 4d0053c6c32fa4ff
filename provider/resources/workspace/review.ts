import { type AnnouncedRequest, segment, workgroupPath, workspacePath } from "../../announce/lines";
import { agrees, type ReviewFacts, type ShownValues } from "../../announce/review-facts";
import { getIn, isObject, omit } from "../../values/json";
import { reviewFactsFrom, wireNames } from "../../describe/resource";
import { argumentsIn, fieldOf, type FieldNames } from "../../values/names";
import { workspaceDescription } from "./description";
import { isUnknown, knownLater } from "../../values/unknowns";
import {
  deletionRequest,
  fields as settingsFields,
  namedAddress,
  scalarFields,
  workspaceSettingsFacts,
} from "../workspace-settings/review";

/** The settings that only the PUT after a creation can set, as the service names them. */
export const followUpFields = {
  agentConfig: "agent_config",
  autoUpgradeState: "auto_upgrade_state",
  desiredTgVersion: "desired_tg_version",
  pause: "pause",
} as const satisfies FieldNames;

/** The settings that the POST takes, as the service names them: it has another name for `workspace_name`. */
export const creationFields: readonly string[] = Object.keys(
  omit({ ...scalarFields, addons: ["addons"] }, ["workspace_name", ...Object.values(followUpFields)]),
);

/** The fields of both bodies by their arguments. */
export const fields = wireNames(workspaceDescription.arguments);

/** The fields of the POST, by the arguments that declare them. */
export const ownFields: FieldNames = {
  workspaceName: "name",
  ...Object.fromEntries(Object.entries(fields).filter(([name]) => ["initialTgVersion", "databaseId", "isRw"].includes(name))),
};

/** The path of all workspaces of the workgroup. */
export function workspacesPath(values: ShownValues): string {
  return `${workgroupPath(values)}/workspaces`;
}

/** The path of the workspace, by which lines name it; while its identifier is not known, that of all with its name. */
export function addressOf(values: ShownValues): string {
  const { workspaceId, workspaceName } = values;
  if (typeof workspaceId === "string" && workspaceId !== "") return workspacePath(values);
  return namedAddress(values["workgroupId"], workspaceName);
}

/** The end of the path of a workspace that is not made yet. */
const laterEnd = `/${segment(knownLater)}`;

/** Returns true for a path in the workgroup, as far as that is known. */
function isIn(path: string, inputs: ShownValues): boolean {
  return isUnknown(inputs["workgroupId"]) || path.startsWith(workspacesPath(inputs));
}

/** Returns true for a PUT, to any workspace, whose values are declared as they are sent. */
function declaresAll(request: AnnouncedRequest, inputs: ShownValues): boolean {
  const ids = { ...inputs, workspaceId: "" };
  return workspaceSettingsFacts.isOwnRequest({ ...request, path: workspacePath(ids) }, ids, {});
}

export const workspaceFacts: ReviewFacts = {
  ...workspaceSettingsFacts,
  isUnique: false,
  adopts: false,
  ...reviewFactsFrom(workspaceDescription),
  consequences: [
    {
      id: "workspace-made",
      method: "POST",
      gravity: "care",
      inShort: "a workspace is created, which costs money from then on",
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
  isOwnRequest(request, inputs, outputs) {
    const { method, path, body } = request;
    if (!isIn(path, inputs)) return false;
    if (method === "POST") return path.endsWith("/workspaces") && agrees(inputs["workspaceName"], getIn(body, ["name"]));
    const { workspaceId } = outputs;
    // If it is adopted by its name, only the line shows its id.
    if (workspaceId === undefined) return !path.endsWith(laterEnd) && declaresAll(request, inputs);
    return workspaceSettingsFacts.isOwnRequest(request, { ...inputs, workspaceId }, outputs);
  },
  isFollowUp(request, inputs) {
    const sent = workspaceSettingsFacts.argumentsOf(request.body, inputs);
    const isSent = (argument: string) => inputs[argument] === undefined || inputs[argument] === false || Object.hasOwn(sent, argument);
    return (
      isIn(request.path, inputs) &&
      request.path.endsWith(laterEnd) &&
      Object.keys(followUpFields).every(isSent) &&
      declaresAll(request, inputs)
    );
  },
  argumentsOf(body, inputs) {
    const settings = omit(isObject(body) ? body : {}, Object.values(ownFields));
    return { ...workspaceSettingsFacts.argumentsOf(settings, inputs), ...argumentsIn(ownFields, body) };
  },
  requestFor(changed, { inputs, outputs, exists }) {
    const shown = { ...inputs, workspaceId: outputs["workspaceId"] };
    if (exists) return workspaceSettingsFacts.requestFor(changed, { inputs: shown, outputs, exists });
    const taken = changed.flatMap(({ path: [name = "", ...inner], value }) => {
      const [field = "", ...nested] = (ownFields[name] ?? fieldOf(settingsFields, [name, ...inner])).split(".");
      return Object.hasOwn(ownFields, name) || creationFields.includes(field) ? [[field, nested.length === 0 ? value : "…"]] : [];
    });
    return { method: "POST", path: workspacesPath(inputs), body: Object.fromEntries(taken) };
  },
  deletionRequest: (last, outputs): AnnouncedRequest | undefined => deletionRequest({ ...last, workspaceId: outputs["workspaceId"] }),
};
