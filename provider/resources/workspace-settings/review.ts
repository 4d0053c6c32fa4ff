import { getIn, isObject, setIn } from "../../values/json";
import type { WorkspaceUpdate } from "../../../client";
import { consequencesOfFields, inBodies } from "../../describe/effects";
import { namesWhere, reviewFactsFrom, wireNames } from "../../describe/resource";
import { agentConfig, workspaceSettingsDescription } from "./description";
import { argumentOf as findArgument, fieldOf } from "../../values/names";
import { knownLater } from "../../values/unknowns";
import { type AnnouncedRequest, secretText, segment, workgroupPath, workspacePath } from "../../announce/lines";
import { agrees, type CostFactors, type ReviewFacts, type ShownValues } from "../../announce/review-facts";

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
  const fields = isObject(body) ? Object.entries(body) : [];
  return fields.reduce<ShownValues>((all, [field, value]) => {
    if (field === "addons" && Array.isArray(value)) return { ...all, addons: Object.fromEntries(value.flatMap(addonOf)) };
    if (field !== "agent_config" || !isObject(value)) return setIn(all, argumentOf(field)?.split(".") ?? [field], value) as ShownValues;
    const nameOf = (field: string) => (Object.hasOwn(agentConfigFields, field) ? agentConfigFields[field] : field);
    return { ...all, agentConfig: Object.fromEntries(Object.entries(value).map(([name, inner]) => [nameOf(name), inner])) };
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
