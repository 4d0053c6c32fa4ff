import { getIn, isObject } from "../../values/json";
import type { WorkspaceUpdate } from "../../../client";
import { inBodies } from "../../describe/effects";
import { namesWhere, reviewFacts, wireNames } from "../../describe/resource";
import { workspaceSettingsDescription } from "./description";
import { argumentOf as findArgument } from "../../values/names";
import { knownLater } from "../../values/unknowns";
import { secretText, segment, workgroupPath, workspacePath } from "../../announce/lines";
import type { CostFactors, ShownValues } from "../../announce/review-facts";

const { arguments: declared } = workspaceSettingsDescription;

/** The fields of the body of endpoint 9 by their arguments. */
export const fields = wireNames(declared);

/** Body fields whose change takes minutes; the others apply at once. */
export const slowFields: ReadonlySet<string> = new Set(
  namesWhere(declared, ({ slow }) => slow === true).flatMap((name) => fields[name] ?? []),
);

/** A value that is compared and sent by itself: its place among the arguments, and in the body. */
export interface PlainValue {
  readonly path: readonly string[];
  readonly place: readonly [keyof WorkspaceUpdate, ...string[]];
}

/** Every plain value; add-ons have rules of their own. */
export const plainValues = Object.entries(fields)
  .filter(([name]) => name !== "agentConfig" && name !== "addons")
  .map(([name, field]) => ({ path: name.split("."), place: field.split(".") })) as unknown as readonly PlainValue[];

/** The plain values that are declared. */
export function declaredValues(args: object): readonly PlainValue[] {
  return plainValues.filter(({ path }) => getIn(args, path) !== undefined);
}

/** The argument that declares a field of the body; undefined if none does. */
export function argumentOf(wireField: string): string | undefined {
  return findArgument(fields, wireField);
}

/** The path of the workspace in its workgroup by its name. */
export function namedAddress(workgroupId: unknown, name: unknown): string {
  return `${workgroupPath({ workgroupId })}/workspaces?name=${segment(name)}`;
}

export const workspaceSettingsFacts = reviewFacts(workspaceSettingsDescription, {
  manages: "workspace",
  isUnique: true,
  adopts: true,
  neverShown: "changes of `pause` and of other values that the service's records do not show",
  sentBy: inBodies(fields, "PUT"),
  consequences: [
    {
      id: "workspace-deleted",
      method: "DELETE",
      gravity: "destroys",
      inShort: "a workspace is deleted for good",
      says: "Deletes the workspace permanently. The database cannot get another read-write workspace.",
      source: "docs/internals/api.md, endpoint 10; docs/internals/api.md, section 10.14",
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
  deletions: {
    delete: (last) => ({ method: "DELETE", path: workspacePath(last) }),
    pause: (last) => ({ method: "PUT", path: workspacePath(last), body: { pause: true } }),
  },
});

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
