import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { EngineError, messageOf, refusalError } from "./errors";
import { DYNAMIC_PACKAGE, DYNAMIC_PROVIDER_TYPE, newState, type ResourceState } from "./state";
import { makeUrn, STACK_TYPE } from "./urn";
import { type Json } from "./values";
import { decodeAll } from "./wire";

/** One resource of an import file: with inputs and outputs, so that the provider is not asked. */
interface ImportEntry {
  type: string;
  name: string;
  logicalName?: string;
  id: string;
  inputs: { [key: string]: Json };
  outputs: { [key: string]: Json };
}

const entryKeys = new Set(["type", "name", "logicalName", "id", "inputs", "outputs"]);

/** Reads a file as `pulumi import --file` takes it; what is not supported of it is refused by name. */
export async function readImportFile(file: string): Promise<ImportEntry[]> {
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
  return json.resources.map((entry) => checkImport(entry, file));
}

function checkImport(entry: unknown, file: string): ImportEntry {
  const fields = (typeof entry === "object" && entry !== null ? entry : {}) as { [key: string]: unknown };
  const { type, name, id, inputs, outputs } = fields;
  const place = `the resource ${JSON.stringify(name)} of ${file}`;
  const lacking = Object.entries({ type, name, id }).find(([, value]) => typeof value !== "string" || value === "");
  if (lacking) throw new EngineError("bad-option", `A resource of ${file} (${JSON.stringify(name)}) has no \`${lacking[0]}\`.`);
  const other = Object.keys(fields).find((key) => !entryKeys.has(key));
  if (other) throw new EngineError("unsupported", refusalError(`\`${other}\` of ${place}`));
  if (typeof type !== "string" || !type.startsWith(`${DYNAMIC_PACKAGE}:dynamic`)) {
    throw new EngineError("unsupported", refusalError(`${place}, whose type is not that of a dynamic resource`));
  }
  if (!isMap(inputs) || !isMap(outputs)) {
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

/** The stack's states with the imported ones behind them; the stack itself and the provider are made where they are missing. */
export function withImported(
  before: readonly ResourceState[],
  entries: readonly ImportEntry[],
  { project, stack, protect }: { project: string; stack: string; protect: boolean },
): ResourceState[] {
  const time = new Date().toISOString();
  const states = [...before];
  const find = (urn: string) => states.find((state) => state.urn === urn && !state.delete);
  const ensure = (state: ResourceState) => {
    const there = find(state.urn);
    if (!there) states.push(state);
    return there ?? state;
  };
  const dates = { created: time, modified: time };
  const rootUrn = makeUrn(stack, project, undefined, STACK_TYPE, `${project}-${stack}`);
  const root = ensure(newState({ urn: rootUrn, type: STACK_TYPE, custom: false, ...dates }));
  const providerUrn = makeUrn(stack, project, undefined, DYNAMIC_PROVIDER_TYPE, "default");
  const provider = ensure(newState({ urn: providerUrn, type: DYNAMIC_PROVIDER_TYPE, custom: true, id: randomUUID(), ...dates }));
  for (const { type, name, logicalName, id, inputs, outputs } of entries) {
    const urn = makeUrn(stack, project, root.urn, type, logicalName ?? name);
    if (find(urn)) throw new EngineError("bad-option", `The stack has a resource ${urn} already; take it out of the import file.`);
    states.push(
      newState({
        urn,
        type,
        custom: true,
        id,
        parent: root.urn,
        provider: `${provider.urn}::${provider.id}`,
        inputs: decodeAll(inputs, refuseSecret),
        outputs: decodeAll(outputs, refuseSecret),
        protect,
        ...dates,
      }),
    );
  }
  return states;
}

function refuseSecret(): never {
  throw new EngineError("unsupported", refusalError("secrets in an import file"));
}
