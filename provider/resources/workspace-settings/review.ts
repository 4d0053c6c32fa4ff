import { getIn, isObject } from "../../values/json";
import type { WorkspaceUpdate } from "../../../client";
import { consequencesOfFields, inBodies } from "../../describe/effects";
import { namesWhere, reviewFactsFrom, wireNames } from "../../describe/resource";
import { agentConfig, workspaceSettingsDescription } from "./description";
import { argumentOf as findArgument } from "../../values/names";
import { knownLater } from "../../values/unknowns";
import { type AnnouncedRequest, secretText, segment, workgroupPath, workspacePath } from "../../announce/lines";
import type { CostFactors, ReviewFacts, ShownValues } from "../../announce/review-facts";

const { arguments: declared } = workspaceSettingsDescription;

/** The fields of the body of endpoint 9 by their arguments. */
export const fields = wireNames(declared);

/** Body fields whose change takes minutes; the others apply at once. */
export const slowFields: ReadonlySet<string> = new Set(
  namesWhere(declared, ({ slow }) => slow === true).flatMap((name) => fields[name] ?? []),
);

type ScalarField = Exclude<keyof WorkspaceUpdate, "agent_config" | "addons">;

/** The arguments whose value is one field of the body, by that field. */
export const scalarFields = Object.fromEntries(
  Object.entries(fields).flatMap(([path, field]) => (/^(agent_config|addons)\b/.test(field) ? [] : [[field, path.split(".")]])),
) as unknown as Readonly<Record<ScalarField, readonly string[]>>;

/** The keys of `agentConfig` by those of `agent_config`. */
export const agentConfigFields: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(wireNames(agentConfig.fields)).map(([name, field]) => [field, name]),
);

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
  ...reviewFactsFrom(workspaceSettingsDescription),
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
    ...consequencesOfFields(declared, inBodies(fields, "PUT")),
  ],
  address: workspacePath,
  costFactors,
  addresses: (inputs, { name }) => [workspacePath(inputs), ...(name === undefined ? [] : [namedAddress(inputs["workgroupId"], name)])],
  subject: ({ workspaceId, workgroupId }, { name, databaseName, workgroupName }) => [
    ["workspace", name ?? workspaceId],
    ["database", databaseName],
    ["workgroup", workgroupName ?? workgroupId],
  ],
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
