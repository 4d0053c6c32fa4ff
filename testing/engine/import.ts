import { readFile } from "node:fs/promises";
import { type Deployment } from "./deployment";
import { EngineError, messageOf, refusalError } from "./errors";
import { newGoal } from "./goal";
import { type Planner } from "./planner";
import { DYNAMIC_PACKAGE, makeUrn, newState, packageOf, type Packages, providerType, type ResourceState, STACK_TYPE } from "./state";
import { importState } from "./steps";
import { decodeAll, type JsonObject } from "./values";

/** One resource of an import file. With inputs and outputs it is taken as it is; with only an id it is read. */
export interface ImportEntry {
  type: string;
  name: string;
  logicalName?: string;
  id: string;
  inputs?: JsonObject;
  outputs?: JsonObject;
}

const entryKeys = new Set(["type", "name", "logicalName", "id", "inputs", "outputs"]);

/** Reads a file for `pulumi import --file`; refuses by name anything unsupported. `packages` are those with a plugin. */
export async function readImportFile(file: string, packages: Packages): Promise<ImportEntry[]> {
  const text = await readFile(file, "utf8").catch((error: unknown) => {
    throw new EngineError("bad-option", `The import file ${file} cannot be read: ${messageOf(error)}`);
  });
  let json: { resources?: unknown; [key: string]: unknown };
  try {
    json = JSON.parse(text) as typeof json;
  } catch (error) {
    throw new EngineError("bad-option", `The import file ${file} is no JSON: ${messageOf(error)}`);
  }
  if (Object.keys(json.nameTable ?? {}).length > 0) throw new EngineError("unsupported", refusalError(`\`nameTable\` of ${file}`));
  if (!Array.isArray(json.resources)) throw new EngineError("bad-option", `The import file ${file} has no list of \`resources\`.`);
  return json.resources.map((entry) => checkImport(entry, file, packages));
}

function checkImport(entry: unknown, file: string, packages: Packages): ImportEntry {
  const fields = (typeof entry === "object" && entry !== null ? entry : {}) as Record<string, unknown>;
  const { type, name, id, inputs, outputs } = fields;
  const place = `the resource ${JSON.stringify(name)} of ${file}`;
  const lacking = Object.entries({ type, name, id }).find(([, value]) => typeof value !== "string" || value === "");
  if (lacking) throw new EngineError("bad-option", `A resource of ${file} (${JSON.stringify(name)}) has no \`${lacking[0]}\`.`);
  const other = Object.keys(fields).find((key) => !entryKeys.has(key));
  if (other) throw new EngineError("unsupported", refusalError(`\`${other}\` of ${place}`));
  const plugged = typeof type === "string" && packages.has(packageOf(type));
  if (typeof type !== "string" || !(plugged || type.startsWith(`${DYNAMIC_PACKAGE}:dynamic`))) {
    throw new EngineError("unsupported", refusalError(`${place}, whose type is not that of a dynamic resource`));
  }
  if (!(isMap(inputs) && isMap(outputs)) && !(plugged && inputs === undefined && outputs === undefined)) {
    throw new EngineError(
      "unsupported",
      `${refusalError(`${place} without \`inputs\` and \`outputs\``)} Dynamic resources have no import by id.`,
    );
  }
  return fields as unknown as ImportEntry;
}

function isMap(value: unknown): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Refuses entries that the stack, or the file, already has. */
export function assertNew(entries: readonly ImportEntry[], before: readonly ResourceState[], urnOf: (entry: ImportEntry) => string): void {
  const known = new Set(before.flatMap(({ urn, delete: goes }) => (goes ? [] : [urn])));
  for (const entry of entries) {
    const urn = urnOf(entry);
    if (known.has(urn)) throw new EngineError("bad-option", `The stack has a resource ${urn} already; take it out of the import file.`);
    known.add(urn);
  }
}

/** Adds resources to the state; creates the stack itself and the providers if they are missing. */
export async function importAll(
  deployment: Deployment,
  planner: Planner,
  { entries, protect }: { entries: readonly ImportEntry[]; protect: boolean },
): Promise<void> {
  const { snapshot, project, stack } = deployment;
  const before = [...snapshot.old];
  for (const old of before) snapshot.same(old, { ...old });
  const find = (type: string, name: string) => {
    const urn = makeUrn(stack, project.name, undefined, type, name);
    return before.find((state) => state.urn === urn && !state.delete);
  };
  const rootName = `${project.name}-${stack}`;
  const parent = (find(STACK_TYPE, rootName) ?? (await planner.register(newGoal({ type: STACK_TYPE, name: rootName, custom: false })))).urn;
  for (const { type, name, logicalName = name, id, inputs, outputs } of entries) {
    const known = find(providerType(packageOf(type)), "default");
    const provider = known ? `${known.urn}::${known.id}` : await planner.providerOf({ type });
    const urn = makeUrn(stack, project.name, parent, type, logicalName);
    const state = newState({ urn, type, custom: true, parent, provider, protect });
    if (inputs && outputs) {
      const created = new Date().toISOString();
      const given = { inputs: decodeAll(inputs, refuseSecret), outputs: decodeAll(outputs, refuseSecret) };
      await snapshot.end(state, { added: { ...state, id, created, modified: created, ...given } });
    } else await importRead(deployment, { ...state, importID: id });
  }
}

/** Reads a resource into the state. If its inputs do not pass the check, the user must correct them in the program. */
async function importRead(deployment: Deployment, state: ResourceState): Promise<void> {
  await importState(deployment, state);
  // Only a resource that a program imports keeps the id.
  state.importID = undefined;
  const host = await deployment.host(state);
  const { failures } = await host.check(state.urn, state.inputs, state.inputs);
  for (const { property, reason } of failures)
    deployment.report.say("warning", `${property ? `property ${property}: ` : ""}${reason}`, state.urn);
  await deployment.snapshot.save();
}

function refuseSecret(): never {
  throw new EngineError("unsupported", refusalError("secrets in an import file"));
}
