import { getIn, canonicalJson, isObject, parseObject, equals } from "../../provider/json";
import { segment } from "../../provider/messages";
import { addressOf as configurationAddress } from "../../provider/resources/addon-configuration/schema";
import { addressOf as userAddress } from "../../provider/resources/database-user/schema";
import { addressOf as queryAddress, behaviourArguments as queryBehaviour } from "../../provider/resources/query-run/schema";
import { addressOf as refreshAddress, behaviourArguments as refreshBehaviour } from "../../provider/resources/workspace-refresh/schema";
import {
  addressOf as workspacePath,
  agentConfigFields,
  argumentOf,
  behaviourArguments,
  scalarFields,
} from "../../provider/resources/workspace-settings/schema";
import type { Request } from "./model";
import { type Leaf, leavesOf } from "./values";

export type Inputs = Readonly<Record<string, unknown>>;

/** What review knows of one kind of this package's resources: what it is in the service, and which requests are its own. */
export interface Kind {
  /** Declaring one takes over what exists already. */
  readonly adopts: boolean;
  /** The provider compares what is declared with what is live, so that what it does not announce is as declared. */
  readonly compares: boolean;
  /** Arguments that say how to behave: a change of these alone sends nothing. */
  readonly behaviour: readonly string[];
  /** Arguments without which the provider knows no object to look at. */
  readonly identity: readonly string[];
  /** What the provider's lines call it. */
  address(inputs: Inputs): string;
  /** The part of its paths that names it, as `objectIn` finds it in the path of a request. */
  object(inputs: Inputs): string;
  /** What it is, in words and values. */
  subject(inputs: Inputs, outputs: Inputs): (readonly [string, unknown])[];
  /** Whether a request is about this object. */
  claims(request: Request, inputs: Inputs): boolean;
  /** Whether the request's body says what is declared: the engine has lines told that are not those of the update. */
  fits(request: Request, inputs: Inputs): boolean;
  /** A body's values by the arguments that declare them. */
  arguments(body: unknown): Leaf[];
  /** What changed arguments lead to where the provider could not look. */
  expected(changed: readonly Leaf[], inputs: Inputs, outputs: Inputs, exists: boolean): Omit<Request, "later"> | undefined;
  /** What deleting the resource sends; undefined where nothing is sent. */
  onDelete(inputs: Inputs, outputs: Inputs): Omit<Request, "later"> | undefined;
}

const secret = "[secret]";

function request(method: Request["method"], path: string, body?: unknown): Omit<Request, "later"> {
  return { method, path, announced: false, ...(body === undefined ? {} : { body }) };
}

/** A declared value is what the body holds, as far as both may be seen. */
function agrees(declared: unknown, sent: unknown): boolean {
  return declared !== undefined && (declared === secret || sent === secret || equals(declared, sent));
}

const workspaceSettings: Kind = {
  adopts: true,
  compares: true,
  behaviour: behaviourArguments,
  identity: ["workgroupId", "workspaceId"],
  address: workspacePath,
  object: workspacePath,
  subject: (inputs, outputs) => [
    ["workspace", outputs.name ?? inputs.workspaceId],
    ["database", outputs.databaseName],
    ["workgroup", outputs.workgroupName ?? inputs.workgroupId],
  ],
  claims: ({ method, path }, inputs) => method === "PUT" && path === workspacePath(inputs),
  fits({ body }, inputs) {
    if (!isObject(body)) return false;
    return Object.entries(body).every(([field, value]) => {
      const argument = argumentOf(field)?.split(".")[0] ?? field;
      if (value === secret) return inputs[argument] !== undefined;
      const sent = settingsLeaves({ [field]: value });
      const declared = leavesOf(inputs[argument], [argument]).filter(({ path }) => sent.some((leaf) => equals(leaf.path, path)));
      // Nested values are sent whole, with what is not declared: the declared ones must be in them as they are declared.
      return (
        declared.length > 0 && declared.every((leaf) => sent.some(({ path, value: v }) => equals(path, leaf.path) && agrees(leaf.value, v)))
      );
    });
  },
  arguments: settingsLeaves,
  expected(changed, inputs) {
    const fields = changed.flatMap(({ path, value }): [string, unknown][] => {
      const scalar = Object.entries(scalarFields).find(([, place]) => equals(place, path));
      if (scalar !== undefined) return [[scalar[0], value]];
      const nested = { agentConfig: "agent_config", addons: "addons" }[path[0] ?? ""];
      return nested === undefined ? [] : [[nested, "…"]];
    });
    return fields.length === 0 ? undefined : request("PUT", workspacePath(inputs), Object.fromEntries(fields));
  },
  onDelete(inputs) {
    if (inputs.deletionPolicy === "delete") return request("DELETE", workspacePath(inputs));
    return inputs.deletionPolicy === "pause" ? request("PUT", workspacePath(inputs), { pause: true }) : undefined;
  },
};

/** The values of a body of endpoint 9 by their arguments; an add-on's configuration key by key. */
function settingsLeaves(body: unknown): Leaf[] {
  if (!isObject(body)) return [];
  return Object.entries(body).flatMap(([field, value]) => {
    const argument = argumentOf(field)?.split(".") ?? [field];
    if (field === "agent_config" && isObject(value)) return agentLeaves(value);
    if (field === "addons" && Array.isArray(value)) return value.flatMap(addonLeaves);
    return [{ path: argument, value }];
  });
}

function agentLeaves(value: Record<string, unknown>): Leaf[] {
  const known: Readonly<Record<string, string>> = agentConfigFields;
  return Object.entries(value).map(([wire, inner]) => ({ path: ["agentConfig", known[wire] ?? wire], value: inner }));
}

function addonLeaves(entry: unknown): Leaf[] {
  const id = getIn(entry, ["addons_id"]);
  if (typeof id !== "string") return [];
  return [
    { path: ["addons", id, "enable"], value: getIn(entry, ["enable"]) },
    ...leavesOf(getIn(entry, ["enable_configuration"]), ["addons", id, "enableConfiguration"]),
  ];
}

const configurationFields: Readonly<Record<string, string>> = { config_name: "configName", config_value: "configValue" };

const addonConfiguration: Kind = {
  adopts: false,
  compares: true,
  behaviour: ["adopt", "deletionPolicy"],
  identity: ["installedAddonId", "configName"],
  address: configurationAddress,
  object: ({ installedAddonId }) => `/add-ons/${segment(installedAddonId)}`,
  subject: (inputs) => [
    ["configuration", inputs.configName],
    ["installed add-on", inputs.installedAddonId],
  ],
  claims({ method, path, body }, inputs) {
    const all = `/add-ons/${segment(inputs.installedAddonId)}/configs`;
    if (method === "POST") return path === all && agrees(inputs.configName, getIn(body, ["config_name"]));
    return method === "PUT" && path.startsWith(`${all}/`);
  },
  fits({ body }, { configValue }) {
    const sent = getIn(body, ["config_value"]);
    return sent === undefined || agrees(typeof configValue === "string" ? configValue : canonicalText(configValue), sent);
  },
  arguments: configurationLeaves,
  expected(changed, inputs, outputs, exists) {
    const all = `/add-ons/${segment(inputs.installedAddonId)}/configs`;
    const value = { config_value: typeof inputs.configValue === "string" ? inputs.configValue : canonicalText(inputs.configValue) };
    if (!exists) return request("POST", all, { config_name: inputs.configName, ...value });
    return changed.some(({ path }) => path[0] === "configValue") ? request("PUT", `${all}/${segment(outputs.configId)}`, value) : undefined;
  },
  onDelete(inputs, outputs) {
    if (inputs.deletionPolicy !== "delete") return undefined;
    return request("DELETE", `/add-ons/${segment(inputs.installedAddonId)}/configs/${segment(outputs.configId)}`);
  },
};

/** The values of a configuration's body by their arguments: one that is the text of an object also key by key, as it may be declared. */
function configurationLeaves(body: unknown): Leaf[] {
  const value = getIn(body, ["config_value"]);
  const object = typeof value === "string" ? parseObject(value) : undefined;
  return [...renamed(body, configurationFields), ...leavesOf(object, ["configValue"])];
}

/** An object as it is sent: a text. A secret inside makes all of it one. */
function canonicalText(value: unknown): string {
  const text = canonicalJson(value ?? null);
  return text.includes(JSON.stringify(secret)) ? secret : text;
}

const databaseUser: Kind = {
  adopts: false,
  compares: false,
  behaviour: ["adopt", "deletionPolicy"],
  identity: ["workgroupId", "workspaceId", "username"],
  address: userAddress,
  object: workspacePath,
  subject: (inputs) => [
    ["user", inputs.username],
    ["workspace", inputs.workspaceId],
  ],
  claims: ({ path, body }, inputs) => path === `${workspacePath(inputs)}/dbuser` && agrees(inputs.username, getIn(body, ["username"])),
  fits: () => true,
  arguments: (body) => renamed(body, {}),
  expected(changed, inputs, _outputs, exists) {
    const named = changed.some(({ path }) => path[0] === "password" || path[0] === "username");
    if (!named) return undefined;
    return request(exists ? "PUT" : "POST", `${workspacePath(inputs)}/dbuser`, { username: inputs.username, password: secret });
  },
  onDelete(inputs) {
    if (inputs.deletionPolicy === "retain") return undefined;
    return request("DELETE", `${workspacePath(inputs)}/dbuser`, { username: inputs.username });
  },
};

const workspaceRefresh: Kind = {
  adopts: false,
  compares: false,
  behaviour: refreshBehaviour,
  identity: ["workgroupId", "workspaceId"],
  address: refreshAddress,
  object: workspacePath,
  subject: (inputs) => [
    ["workspace", inputs.workspaceId],
    ["workgroup", inputs.workgroupId],
  ],
  claims: ({ method, path }, inputs) => method === "POST" && path === refreshAddress(inputs),
  fits: () => true,
  arguments: () => [],
  expected: (_changed, inputs) => request("POST", refreshAddress(inputs)),
  onDelete: () => undefined,
};

const queryRun: Kind = {
  adopts: false,
  compares: false,
  behaviour: queryBehaviour,
  identity: ["host", "graph", "query"],
  address: queryAddress,
  object: ({ graph, query }) => `/restpp/query/${segment(graph)}/${segment(query)}`,
  subject: (inputs) => [
    ["query", inputs.query],
    ["graph", inputs.graph],
    ["host", inputs.host],
  ],
  claims: ({ method, path }, inputs) => method === "POST" && path === queryAddress(inputs),
  fits: ({ body }, { parameters }) => typeof body === "string" || agrees(parameters ?? {}, body),
  arguments: () => [],
  expected: (_changed, inputs) => request("POST", queryAddress(inputs), inputs.parameters ?? {}),
  onDelete: () => undefined,
};

function renamed(body: unknown, names: Readonly<Record<string, string>>): Leaf[] {
  return isObject(body) ? Object.entries(body).map(([field, value]) => ({ path: [names[field] ?? field], value })) : [];
}

/** Every kind of this package, by its name. */
const kinds: Readonly<Record<string, Kind>> = {
  AddonConfiguration: addonConfiguration,
  DatabaseUser: databaseUser,
  QueryRun: queryRun,
  WorkspaceRefresh: workspaceRefresh,
  WorkspaceSettings: workspaceSettings,
};

/** The kind of this package that a type names; undefined for other packages' types. */
export function kindName(type: string): string | undefined {
  return /^pulumi-nodejs:dynamic\/graphplane:(\w+)$/.exec(type)?.[1];
}

/** What is known of a type; undefined also for a kind of another version of this package. */
export function kindOf(type: string): Kind | undefined {
  const name = kindName(type) ?? "";
  return Object.hasOwn(kinds, name) ? kinds[name] : undefined;
}
