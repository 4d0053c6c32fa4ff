import { EngineError, refusalError } from "./errors";
import { type Crypter } from "./secrets";
import {
  decode,
  decodeAll,
  encode,
  encodeAll,
  type Json,
  type JsonObject,
  type Properties,
  SECRET,
  Secret,
  SIGNATURE,
  type WriteSecret,
} from "./values";

/** The type of the root resource of every stack. */
export const STACK_TYPE = "pulumi:pulumi:Stack";

/** The package of dynamic resources, whose provider is part of the SDK. */
export const DYNAMIC_PACKAGE = "pulumi-nodejs";

const PROVIDERS = "pulumi:providers:";

/** Names of packages. */
export type Packages = Pick<ReadonlySet<string>, "has">;

/** One resource of a checkpoint, in memory: values decoded, secrets opened. Its identity is the object's. */
export interface ResourceState {
  urn: string;
  type: string;
  custom: boolean;
  inputs: Properties;
  outputs: Properties;
  id: string | undefined;
  parent: string | undefined;
  /** `<urn>::<id>` of the provider. */
  provider: string | undefined;
  created: string | undefined;
  modified: string | undefined;
  /** The id by which it was imported, while the program names it. */
  importID: string | undefined;
  /** The place where the program declares it: `project:///index.ts#9,22`. */
  sourcePosition: string | undefined;
  protect: boolean;
  external: boolean;
  retainOnDelete: boolean;
  /** Replaced already, but not deleted yet. */
  delete: boolean;
  /** Deleted already, but not created again yet. */
  pendingReplacement: boolean;
  dependencies: string[];
  initErrors: string[];
  additionalSecretOutputs: string[];
  ignoreChanges: string[];
  propertyDependencies: Record<string, string[]>;
}

/** A state that is empty but for what is given. */
export function newState(known: Pick<ResourceState, "urn" | "type" | "custom"> & Partial<ResourceState>): ResourceState {
  return {
    inputs: {},
    outputs: {},
    id: undefined,
    parent: undefined,
    provider: undefined,
    created: undefined,
    modified: undefined,
    importID: undefined,
    sourcePosition: undefined,
    protect: false,
    external: false,
    retainOnDelete: false,
    delete: false,
    pendingReplacement: false,
    dependencies: [],
    initErrors: [],
    additionalSecretOutputs: [],
    ignoreChanges: [],
    propertyDependencies: {},
    ...known,
  };
}

/**
 * Takes a URN apart: `type` is the resource's own type, `qualifiedType` begins with those of its parents. The name may itself
 * contain `::`.
 */
export function parseUrn(urn: string) {
  const [start = "", project = "", qualifiedType = "", ...name] = urn.split("::");
  return {
    stack: start.slice("urn:pulumi:".length),
    project,
    qualifiedType,
    type: qualifiedType.slice(qualifiedType.lastIndexOf("$") + 1),
    name: name.join("::"),
  };
}

/** The URN of a resource; the stack's type does not count as a parent's. */
export function makeUrn(stack: string, project: string, parent: string | undefined, type: string, name: string): string {
  const parentType = parent ? parseUrn(parent).qualifiedType : "";
  const qualified = parentType && parentType !== STACK_TYPE ? `${parentType}$${type}` : type;
  return `urn:pulumi:${stack}::${project}::${qualified}::${name}`;
}

/** The URNs that a state depends on: its parent, its provider, and what it was declared or computed from. */
export function dependenciesOf(state: ResourceState): string[] {
  const urns = [...state.dependencies, ...Object.values(state.propertyDependencies).flat()];
  if (state.parent) urns.push(state.parent);
  if (state.provider) urns.push(providerUrn(state.provider));
  return urns;
}

/** The stack's root resource. */
export function stackOf(states: readonly ResourceState[]): ResourceState | undefined {
  return states.find((state) => state.type === STACK_TYPE && !state.delete);
}

/** The URN in a provider reference (`<urn>::<id>`). */
export function providerUrn(reference: string): string {
  return reference.slice(0, reference.lastIndexOf("::"));
}

/** Returns true if a resource is a provider (which has no provider itself). */
export function isProvider(state: { type: string }): boolean {
  return state.type.startsWith(PROVIDERS);
}

/** Returns true if a resource is a provider that the engine made from the stack's configuration; it is not reported. */
export function isDefaultProvider(state: { type: string; urn: string }): boolean {
  return isProvider(state) && parseUrn(state.urn).name.startsWith("default");
}

/** The type of the providers of a package. */
export function providerType(name: string): string {
  return PROVIDERS + name;
}

/** The package of a type, which may be of a resource or of a provider. */
export function packageOf(type: string): string {
  return type.startsWith(PROVIDERS) ? type.slice(PROVIDERS.length) : type.slice(0, type.indexOf(":"));
}

/** The package of the provider in a provider reference. */
export function packageOfReference(reference: string): string {
  return packageOf(parseUrn(providerUrn(reference)).type);
}

/** A resource in a file. */
export interface ResourceJson {
  urn: string;
  type: string;
  custom: boolean;
  id?: string;
  [key: string]: Json | undefined;
}

const blank = newState({ urn: "", type: "", custom: false });
/** Fields that the CLI writes and the engine has no use for. */
const ignored = new Set(["stackTrace", "aliases"]);

/** Writes a state as the CLI does: empty fields are left out. */
export function stateToJson({ urn, type, custom, ...state }: ResourceState, secret: WriteSecret): ResourceJson {
  const fields = { ...state, inputs: encodeAll(state.inputs, secret), outputs: encodeAll(state.outputs, secret) };
  const filled = Object.entries(fields).filter(([, field]) => field && (typeof field !== "object" || Object.keys(field).length > 0));
  return { urn, type, custom, ...Object.fromEntries(filled) };
}

/** Reads a state; refuses by name anything that the engine would handle wrongly. `packages` are those with a plugin. */
export function stateFromJson(json: ResourceJson, crypter: Crypter | undefined, packages: Packages = new Set()): ResourceState {
  const { urn, type, custom } = json;
  if (typeof urn !== "string" || typeof type !== "string") {
    throw new EngineError("bad-state", "A resource of the checkpoint has no URN or no type; restore the checkpoint from its backup.");
  }
  const filled = Object.entries(json).filter(([key, value]) => !ignored.has(key) && value !== undefined && value !== null);
  for (const [key, value] of filled) {
    if (!(key in blank) && !isEmpty(value)) throw new EngineError("unsupported", refusalError(`\`${key}\` of ${urn} in the checkpoint`));
  }
  const known: Partial<ResourceState> = Object.fromEntries(filled.filter(([key]) => key in blank));
  const name = known.provider && packageOfReference(known.provider);
  if (name && name !== DYNAMIC_PACKAGE && !packages.has(name)) {
    throw new EngineError("unsupported", refusalError(`the provider of ${urn} ("${name}" is not among the \`plugins\` of Pulumi.yaml)`));
  }
  const open = (properties: Json | undefined) => decodeAll((properties ?? {}) as JsonObject, (secret) => openSecret(secret, crypter));
  return newState({ ...known, urn, type, custom, inputs: open(json.inputs), outputs: open(json.outputs) });
}

function isEmpty(value: Json | undefined): boolean {
  if (value === undefined || value === null || value === false || value === "") return true;
  return typeof value === "object" && Object.values(value).every(isEmpty);
}

function openSecret(json: JsonObject, crypter: Crypter | undefined): Secret {
  if (typeof json.plaintext === "string") return new Secret(decode(JSON.parse(json.plaintext) as Json, nestedSecret));
  if (typeof json.ciphertext !== "string") throw new EngineError("bad-state", "A secret of the checkpoint is malformed.");
  if (!crypter) throw new EngineError("bad-state", "The checkpoint holds secrets but does not say how they are encrypted.");
  const { ciphertext } = json;
  return new Secret(decode(JSON.parse(crypter.decrypt(ciphertext)) as Json, nestedSecret), { ciphertext, salt: crypter.state });
}

/** A secret inside another one is not encrypted itself: the outer one is encrypted as a whole. */
function nestedSecret(json: JsonObject): Secret {
  return openSecret({ ...json, plaintext: json.plaintext ?? json.ciphertext ?? "null" }, undefined);
}

/** Encrypts secrets for a file at rest. */
export function encryptWith(crypter: Crypter): WriteSecret {
  return (secret) => {
    const salt = crypter.state;
    // An imported state may have had another salt.
    if (secret.encrypted?.salt !== salt)
      secret.encrypted = { ciphertext: crypter.encrypt(JSON.stringify(encode(secret.value, plaintextSecret))), salt };
    return { [SIGNATURE]: SECRET, ciphertext: secret.encrypted.ciphertext };
  };
}

/** Writes secrets in plain text, as `pulumi stack export --show-secrets` does. */
export function plaintextSecret(secret: Secret): Json {
  return { [SIGNATURE]: SECRET, plaintext: JSON.stringify(encode(secret.value, plaintextSecret)) };
}
