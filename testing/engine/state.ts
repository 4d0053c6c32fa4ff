import { EngineError, refusalError } from "./errors";
import { type Crypter } from "./secrets";
import { parseUrn } from "./urn";
import { type Json, type JsonObject, type Properties, Secret } from "./values";
import { decode, decodeAll, encode, encodeAll, SECRET, SIGNATURE } from "./wire";

/** The package of dynamic resources, whose provider comes with the SDK. */
export const DYNAMIC_PACKAGE = "pulumi-nodejs";

const PROVIDERS = "pulumi:providers:";

/** Names of packages. */
export type Packages = Pick<ReadonlySet<string>, "has">;

/** One resource of a checkpoint, in memory: values decoded, secrets opened. Its identity is the object's. */
export interface ResourceState {
  urn: string;
  custom: boolean;
  type: string;
  id?: string | undefined;
  parent?: string | undefined;
  inputs: Properties;
  outputs: Properties;
  dependencies: string[];
  propertyDependencies: Record<string, string[]>;
  provider?: string | undefined;
  protect: boolean;
  external: boolean;
  retainOnDelete: boolean;
  /** Replaced already, and still to be deleted. */
  delete: boolean;
  /** Deleted already, and still to be created anew. */
  pendingReplacement: boolean;
  initErrors: string[];
  additionalSecretOutputs: string[];
  ignoreChanges: string[];
  created?: string | undefined;
  modified?: string | undefined;
  /** The identifier by which it was imported, while the program names it. */
  importID?: string | undefined;
  /** Where the program declares it: `project:///index.ts#9,22`. */
  sourcePosition?: string | undefined;
}

/** A state with nothing in it but what is given. */
export function newState(known: Pick<ResourceState, "urn" | "type" | "custom"> & Partial<ResourceState>): ResourceState {
  return {
    inputs: {},
    outputs: {},
    dependencies: [],
    propertyDependencies: {},
    protect: false,
    external: false,
    retainOnDelete: false,
    delete: false,
    pendingReplacement: false,
    initErrors: [],
    additionalSecretOutputs: [],
    ignoreChanges: [],
    ...known,
  };
}

/** The URNs that a state depends on: its parent, its provider, and what it was declared or computed from. */
export function dependenciesOf(state: ResourceState): string[] {
  const urns = [...state.dependencies, ...Object.values(state.propertyDependencies).flat()];
  if (state.parent) urns.push(state.parent);
  if (state.provider) urns.push(providerUrn(state.provider));
  return urns;
}

/** The URN in a provider reference (`<urn>::<id>`). */
export function providerUrn(reference: string): string {
  return reference.slice(0, reference.lastIndexOf("::"));
}

/** Whether a resource is a provider (it has no provider itself). */
export function isProvider(state: { type: string }): boolean {
  return state.type.startsWith(PROVIDERS);
}

/** Whether a resource is a provider that the engine made of the stack's configuration: nothing is told of it. */
export function isDefaultProvider(state: { type: string; urn: string }): boolean {
  return isProvider(state) && parseUrn(state.urn).name.startsWith("default");
}

/** The type of the providers of a package. */
export function providerType(name: string): string {
  return PROVIDERS + name;
}

/** The package that a type belongs to, be it of a resource or of a provider. */
export function packageOf(type: string): string {
  return type.startsWith(PROVIDERS) ? type.slice(PROVIDERS.length) : type.slice(0, type.indexOf(":"));
}

/** The package of the provider in a provider reference. */
export function packageOfReference(reference: string): string {
  return packageOf(parseUrn(providerUrn(reference)).type);
}

/** A resource as it stands in a file. */
export interface ResourceJson {
  urn: string;
  type: string;
  custom: boolean;
  id?: string;
  [key: string]: Json | undefined;
}

const lists = ["dependencies", "initErrors", "additionalSecretOutputs", "ignoreChanges"] as const;
const flags = ["protect", "external", "retainOnDelete", "delete", "pendingReplacement"] as const;
const texts = ["id", "parent", "provider", "created", "modified", "importID", "sourcePosition"] as const;
/** Fields with a form of their own, and two that are of no use here. */
const dropped = ["urn", "custom", "type", "inputs", "outputs", "propertyDependencies", "stackTrace", "aliases"];
const known = new Set<string>([...lists, ...flags, ...texts, ...dropped]);

/** Writes a state as the CLI does: what is empty is left out. `secret` says how secrets are written. */
export function stateToJson(state: ResourceState, secret: (secret: Secret) => Json): ResourceJson {
  const { urn, type, custom } = state;
  const json: ResourceJson = { urn, type, custom };
  if (Object.keys(state.inputs).length > 0) json.inputs = encodeAll(state.inputs, secret);
  if (Object.keys(state.outputs).length > 0) json.outputs = encodeAll(state.outputs, secret);
  for (const key of texts) if (state[key]) json[key] = state[key];
  for (const key of flags) if (state[key]) json[key] = true;
  for (const key of lists) if (state[key].length > 0) json[key] = state[key];
  if (Object.keys(state.propertyDependencies).length > 0) json.propertyDependencies = state.propertyDependencies;
  return json;
}

/** Reads a state; what the engine could not treat rightly is refused by name. `packages` are those with a plugin. */
export function stateFromJson(json: ResourceJson, crypter: Crypter | undefined, packages: Packages = new Set()): ResourceState {
  const { urn, type } = json;
  if (typeof urn !== "string" || typeof type !== "string") {
    throw new EngineError("bad-state", "A resource of the checkpoint has no URN or no type; restore the checkpoint from its backup.");
  }
  for (const [key, value] of Object.entries(json)) {
    if (!known.has(key) && !isEmpty(value)) throw new EngineError("unsupported", refusalError(`\`${key}\` of ${urn} in the checkpoint`));
  }
  const provider = typeof json.provider === "string" ? json.provider : undefined;
  const name = provider && packageOfReference(provider);
  if (name && name !== DYNAMIC_PACKAGE && !packages.has(name)) {
    throw new EngineError("unsupported", refusalError(`the provider of ${urn} ("${name}" is not among the \`plugins\` of Pulumi.yaml)`));
  }
  const open = (secret: JsonObject) => openSecret(secret, crypter);
  const state = newState({
    urn,
    type,
    custom: json.custom === true,
    inputs: decodeAll((json.inputs ?? {}) as JsonObject, open),
    outputs: decodeAll((json.outputs ?? {}) as JsonObject, open),
    propertyDependencies: (json.propertyDependencies ?? {}) as Record<string, string[]>,
  });
  for (const key of texts) if (typeof json[key] === "string") state[key] = json[key];
  for (const key of flags) state[key] = json[key] === true;
  for (const key of lists) state[key] = (json[key] ?? []) as string[];
  return state;
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

/** A secret inside of a secret is written plainly: the outer one is encrypted as a whole. */
function nestedSecret(json: JsonObject): Secret {
  return openSecret({ ...json, plaintext: json.plaintext ?? json.ciphertext ?? "null" }, undefined);
}

/** Encrypts secrets for a file at rest. */
export function encryptWith(crypter: Crypter): (secret: Secret) => Json {
  return (secret) => {
    const salt = crypter.state;
    // A state that was imported may have brought another salt.
    if (secret.encrypted?.salt !== salt)
      secret.encrypted = { ciphertext: crypter.encrypt(JSON.stringify(encode(secret.value, plaintextSecret))), salt };
    return { [SIGNATURE]: SECRET, ciphertext: secret.encrypted.ciphertext };
  };
}

/** Writes secrets openly, as `pulumi stack export --show-secrets` does. */
export function plaintextSecret(secret: Secret): Json {
  return { [SIGNATURE]: SECRET, plaintext: JSON.stringify(encode(secret.value, plaintextSecret)) };
}
