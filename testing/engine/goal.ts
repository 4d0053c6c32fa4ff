import { relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { type ReadResourceRequest, type RegisterResourceRequest } from "@pulumi/pulumi/proto/resource_pb";
import { EngineError, refusalError } from "./errors";
import { type Project } from "./project";
import { DYNAMIC_PACKAGE, isProvider, newState, packageOf, type Packages, type ResourceState } from "./state";
import { fromStruct } from "./values";

/** A resource as the program declares it: the state that it should have, and the options that lead there. */
export interface Goal extends Omit<ResourceState, "urn"> {
  name: string;
  /** Undefined leaves the decision to the provider. */
  deleteBeforeReplace: boolean | undefined;
  aliases: string[];
  /** The version of the plugin that the program asks for. */
  version: string | undefined;
}

/** A goal that is empty but for what is given. */
export function newGoal(known: Pick<Goal, "type" | "name" | "custom"> & Partial<Goal>): Goal {
  return { ...newState({ urn: "", ...known }), deleteBeforeReplace: undefined, aliases: [], version: undefined, ...known };
}

/** The goal in a request; refuses by name anything that the engine could not do as the CLI does. */
export function goalOf(request: RegisterResourceRequest, { root, plugins }: Pick<Project, "root" | "plugins">): Goal {
  // With `?.()`: older versions of the SDK lack these fields.
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
    "the option `providers`": [...request.getProvidersMap().keys()].filter((name) => !plugins.has(String(name))),
    "aliases in structured form": request.getAliasesList(),
  });
  refuseProvider(request, request.getCustom(), plugins);
  const ignoreChanges = request.getIgnorechangesList();
  const nested = ignoreChanges.find((path) => /[.[*]/.test(path));
  if (nested) throw unsupportedError(request, `the path "${nested}" in the option \`ignoreChanges\` (only names of inputs)`);
  const goal = newGoal({
    type: request.getType(),
    name: request.getName(),
    custom: request.getCustom(),
    parent: request.getParent() || undefined,
    inputs: fromStruct(request.getObject()),
    dependencies: request.getDependenciesList(),
    protect: request.getProtect() ?? false,
    retainOnDelete: request.getRetainondelete() ?? false,
    deleteBeforeReplace: request.getDeletebeforereplacedefined() ? request.getDeletebeforereplace() : undefined,
    ignoreChanges,
    additionalSecretOutputs: request.getAdditionalsecretoutputsList(),
    aliases: request.getAliasurnsList(),
    provider: request.getProvider() || undefined,
    version: request.getVersion() || undefined,
    importID: request.getImportid() || undefined,
    sourcePosition: placeOf(root, request.getSourceposition()?.toObject()),
  });
  if (isProvider(goal) && goal.version) goal.inputs.version = goal.version;
  request.getPropertydependenciesMap().forEach((dependencies, key) => (goal.propertyDependencies[key] = dependencies.getUrnsList()));
  return goal;
}

/** The goal in a request to read a resource that the stack does not own. */
export function readGoalOf(request: ReadResourceRequest, { plugins }: Pick<Project, "plugins">): Goal {
  if (request.getType() === "pulumi:pulumi:StackReference") throw unsupportedError(request, "StackReference");
  refuseProvider(request, true, plugins);
  return newGoal({
    type: request.getType(),
    name: request.getName(),
    custom: true,
    external: true,
    id: request.getId(),
    parent: request.getParent() || undefined,
    inputs: fromStruct(request.getProperties()),
    dependencies: request.getDependenciesList(),
    additionalSecretOutputs: request.getAdditionalsecretoutputsList(),
    provider: request.getProvider() || undefined,
    version: request.getVersion() || undefined,
  });
}

/** A place in the program's source, relative to the project's folder, as in states. */
function placeOf(root: string, position: { uri: string; line: number; column: number } | undefined): string | undefined {
  if (!position?.uri.startsWith("file:")) return undefined;
  const path = relative(root, fileURLToPath(position.uri)).split(sep).join("/");
  return `project:///${path}#${position.line},${position.column}`;
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
