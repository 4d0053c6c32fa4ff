import { relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { type ReadResourceRequest, type RegisterResourceRequest } from "@pulumi/pulumi/proto/resource_pb";
import { EngineError, refusalError } from "./errors";
import { DYNAMIC_PACKAGE, isProvider, packageOf, type Packages } from "./state";
import { type Properties } from "./values";
import { fromStruct } from "./wire";

/** What the program wants of one resource. */
export interface Goal {
  type: string;
  name: string;
  custom: boolean;
  parent: string | undefined;
  inputs: Properties;
  dependencies: string[];
  propertyDependencies: Record<string, string[]>;
  protect: boolean;
  retainOnDelete: boolean;
  /** Undefined leaves the decision to the provider. */
  deleteBeforeReplace: boolean | undefined;
  ignoreChanges: string[];
  additionalSecretOutputs: string[];
  aliases: string[];
  /** The provider that the program chose, as `<urn>::<id>`; else the package's default provider. */
  provider: string | undefined;
  /** The version of the plugin that the program asks for. */
  version: string | undefined;
  /** The identifier of an existing resource that is to be imported. */
  importId: string | undefined;
  sourcePosition: SourcePosition | undefined;
}

/** A goal with nothing in it but what is given. */
export function newGoal(known: Pick<Goal, "type" | "name" | "custom"> & Partial<Goal>): Goal {
  return {
    parent: undefined,
    inputs: {},
    dependencies: [],
    propertyDependencies: {},
    protect: false,
    retainOnDelete: false,
    deleteBeforeReplace: undefined,
    ignoreChanges: [],
    additionalSecretOutputs: [],
    aliases: [],
    provider: undefined,
    version: undefined,
    importId: undefined,
    sourcePosition: undefined,
    ...known,
  };
}

/** A place in the program's source. */
export interface SourcePosition {
  /** The address of a file. */
  uri: string;
  line: number;
  column: number;
}

/** A place as states hold it: below the project's folder, or beside it. */
export function placeOf(root: string, position: SourcePosition | undefined): string | undefined {
  if (!position?.uri.startsWith("file:")) return undefined;
  const path = relative(root, fileURLToPath(position.uri)).split(sep).join("/");
  return `project:///${path}#${position.line},${position.column}`;
}

/** What the program wants to read of a resource that it does not own. */
export type ReadGoal = { id: string } & Pick<
  Goal,
  "type" | "name" | "parent" | "inputs" | "dependencies" | "additionalSecretOutputs" | "provider" | "version"
>;

/** The goal in a request; anything the engine could not do as the CLI does is refused by name. `packages` are those with a plugin. */
export function goalOf(request: RegisterResourceRequest, packages: Packages = new Set()): Goal {
  // With `?.()` where older versions of the SDK have no such field.
  const timeouts = request.getCustomtimeouts()?.toObject() ?? {};
  refuse(request, {
    "component providers (remote components)": request.getRemote(),
    "the option `replaceOnChanges`": request.getReplaceonchangesList(),
    "the option `deletedWith`": request.getDeletedwith(),
    "the option `replaceWith`": request.getReplaceWithList?.(),
    "the option `replacementTrigger`": request.hasReplacementTrigger?.(),
    "the option `customTimeouts`": Object.values(timeouts).filter(Boolean),
    "the option `hideDiffs`": request.getHidediffsList?.(),
    "the option `transforms`": request.getTransformsList(),
    "resource hooks (the option `hooks`)": Object.values(request.getHooks?.()?.toObject() ?? {}).flat(),
    "the option `envVarMappings`": [...(request.getEnvvarmappingsMap?.().keys() ?? [])],
    "the option `providers`": [...request.getProvidersMap().keys()].filter((name) => !packages.has(String(name))),
    "aliases in structured form": request.getAliasesList(),
  });
  refuseProvider(request, request.getCustom(), packages);
  const ignoreChanges = request.getIgnorechangesList();
  const nested = ignoreChanges.find((path) => /[.[*]/.test(path));
  if (nested) throw unsupportedError(request, `the path "${nested}" in the option \`ignoreChanges\` (only names of inputs)`);
  const goal: Goal = {
    type: request.getType(),
    name: request.getName(),
    custom: request.getCustom(),
    parent: request.getParent() || undefined,
    inputs: fromStruct(request.getObject()),
    dependencies: request.getDependenciesList(),
    propertyDependencies: {},
    protect: request.getProtect() ?? false,
    retainOnDelete: request.getRetainondelete() ?? false,
    deleteBeforeReplace: request.getDeletebeforereplacedefined() ? request.getDeletebeforereplace() : undefined,
    ignoreChanges,
    additionalSecretOutputs: request.getAdditionalsecretoutputsList(),
    aliases: request.getAliasurnsList(),
    provider: request.getProvider() || undefined,
    version: request.getVersion() || undefined,
    importId: request.getImportid() || undefined,
    sourcePosition: request.getSourceposition()?.toObject(),
  };
  if (isProvider(goal) && goal.version) goal.inputs.version = goal.version;
  request.getPropertydependenciesMap().forEach((dependencies, key) => (goal.propertyDependencies[key] = dependencies.getUrnsList()));
  return goal;
}

/** The same for a resource that is only read. */
export function readGoalOf(request: ReadResourceRequest, packages: Packages = new Set()): ReadGoal {
  if (request.getType() === "pulumi:pulumi:StackReference") throw unsupportedError(request, "StackReference");
  refuseProvider(request, true, packages);
  return {
    type: request.getType(),
    name: request.getName(),
    id: request.getId(),
    parent: request.getParent() || undefined,
    inputs: fromStruct(request.getProperties()),
    dependencies: request.getDependenciesList(),
    additionalSecretOutputs: request.getAdditionalsecretoutputsList(),
    provider: request.getProvider() || undefined,
    version: request.getVersion() || undefined,
  };
}

const NO_PLUGIN = "without a plugin in Pulumi.yaml (`plugins: providers:`)";

type Named = { getName(): string; getType(): string };

function refuse(request: Named, features: Record<string, unknown>): void {
  for (const [feature, used] of Object.entries(features)) {
    if (Array.isArray(used) ? used.length > 0 : used) throw unsupportedError(request, feature);
  }
}

function refuseProvider(request: Named & (RegisterResourceRequest | ReadResourceRequest), custom: boolean, packages: Packages): void {
  const type = request.getType();
  refuse(request, { "parameterized packages": request.getPackageref() });
  if (!custom) return;
  refuse(request, { "the option `pluginDownloadURL`": request.getPlugindownloadurl() });
  const plugged = packages.has(packageOf(type));
  if (isProvider({ type }) && !plugged) throw unsupportedError(request, `explicit providers of ${packageOf(type)} ${NO_PLUGIN}`);
  if (plugged) return;
  if (packageOf(type) !== DYNAMIC_PACKAGE)
    throw unsupportedError(request, `resources that are not dynamic ones (type ${type}) ${NO_PLUGIN}`);
  refuse(request, {
    "the option `import` of dynamic resources": "getImportid" in request && request.getImportid(),
    "explicit providers (the option `provider`)": request.getProvider(),
    "the option `version`": request.getVersion(),
  });
}

function unsupportedError(request: Named, feature: string): EngineError {
  return new EngineError("unsupported", `${request.getName()} (${request.getType()}): ${refusalError(feature)}`);
}
