import { isPromise } from "node:util/types";
import * as pulumi from "@pulumi/pulumi";
// The run's own monitor is the one thing that every resource of a program run shares and that no two runs share.
import { allConfig, getMonitor } from "@pulumi/pulumi/runtime";
import { MockMonitor } from "@pulumi/pulumi/runtime/mocks";
import { secondDeclarationText } from "../provider/lifecycle/second-declaration";
import { unknownSettingTexts } from "../provider/unknown-settings";
import { canonicalRange } from "../provider/values/cidr";
import { showModuleFrames } from "./module-frames";
import { plainValue } from "./plain-values";

/**
 * Keeps no stacks until the function that it returns is called, which must be once the resource is constructed: the engine's library
 * keeps four for each property, to print them where a promise leaks, and they take most of a program's time. An error of the
 * construction is passed to that function, which gives it a stack.
 *
 * No base class does this for all resources: the library finds the program's line by counting the constructors above its own.
 */
export function suspendStackTraces(): (thrown?: unknown) => unknown {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = framesOfProgram;
  const [, , , ...frames] = (new Error().stack ?? "").split("\n");
  const hideModuleFrames = showModuleFrames(frames);
  Error.stackTraceLimit = 0;
  return (thrown) => {
    hideModuleFrames();
    Error.stackTraceLimit = stackTraceLimit;
    if (thrown instanceof Error) Error.captureStackTrace(thrown);
    return thrown;
  };
}

/** The frames that are read: of this function, of the class, and of the program. */
const framesOfProgram = 6;

/** A resource class, as its constructor sees it (`new.target`). The class decides whether its resources are native or dynamic. */
type Target = abstract new (...args: never) => pulumi.CustomResource;

const native = new WeakSet<object>();

/**
 * The same class, its resources made by the native plugin. A proxy, and no class that extends the given one: the library finds the
 * program's line by counting constructors.
 */
export function throughPlugin<Class extends Target>(resource: Class): Class {
  const proxy = new Proxy(resource, {});
  native.add(proxy);
  return proxy;
}

/** Returns true for a class of the native plugin, and for classes that a program derives from it. */
function isNative(target: object | null): boolean {
  return target !== null && (native.has(target) || isNative(Object.getPrototypeOf(target) as object | null));
}

/**
 * The options of a resource. The engine protects it too while its policy does, unless the program decides otherwise: it refuses in the
 * preview, before anything of the stack is touched. A native one adopts the state of its dynamic type, by an alias.
 */
function optionsOf(
  kind: string,
  given: pulumi.CustomResourceOptions | undefined,
  isProtected: boolean,
  viaPlugin: boolean,
): pulumi.CustomResourceOptions | undefined {
  // A resource that is only read has no state to protect or to adopt, and the library fails for its aliases if the engine leaves them to it.
  if (given?.id !== undefined) return given;
  const opts = isProtected && given?.protect === undefined ? { ...given, protect: true } : given;
  return viaPlugin ? pulumi.mergeOptions(opts, { aliases: [{ type: dynamicType(kind) }] }) : opts;
}

/** The arguments of a resource that the program only reads: none. */
export const undeclared = undefined as never;

/** A resource's class, as every constructor needs to know it. */
export interface ResourceClass<Argument extends string> {
  readonly kind: string;
  /** Every output, so that each can be used whether or not the program declares an argument of its name. */
  readonly outputs: readonly string[];
  /** The arguments that name the object; a program declares an object once. */
  readonly identity?: readonly Argument[];
  /** The arguments that are ranges of addresses, which may be written in several ways. */
  readonly ranges?: readonly Argument[];
  /** The arguments that are secret however they are given. */
  readonly secrets?: readonly Argument[];
  readonly secretOutputs?: readonly string[];
  /** True if its `deletionPolicy` is `protect` by default. */
  readonly protects?: boolean;
}

/** The arguments of the engine's own constructor; throws if the program declares the object twice. */
export function registration<Args extends object>(
  resource: ResourceClass<keyof NoInfer<Args> & string>,
  name: string,
  args: Args | undefined,
  opts: pulumi.CustomResourceOptions | undefined,
  target: Target,
): [type: string, name: string, inputs: pulumi.Inputs, opts: pulumi.CustomResourceOptions | undefined] {
  const { kind, outputs, identity = [], ranges, secrets = [], secretOutputs = [], protects = false } = resource;
  const viaPlugin = isNative(target);
  const given: Readonly<Record<string, pulumi.Input<string> | undefined>> = { ...args };
  const present = (names: readonly string[]) => names.flatMap((key) => (given[key] === undefined ? [] : [[key, given[key]] as const]));
  const ids = present(identity);
  const isManaged = ids.length > 0 && ids.length === identity.length && opts?.id === undefined;
  // The plugin's check refuses a second declaration, for all languages; of two providers the ids may be of two accounts.
  const declared = isManaged && !viaPlugin ? declareOnce(kind, name, Object.fromEntries(ids), ranges) : {};
  const concealed = Object.fromEntries(present(secrets).map(([key, value]) => [key, pulumi.secret(value)]));
  const entries = Object.entries({ ...args, ...declared, ...concealed });
  const plain: pulumi.Inputs = Object.fromEntries(entries.map(([key, value]) => [key, plainValue(value, `${kind}: ${key}`)]));
  const inputs: pulumi.Inputs = { ...Object.fromEntries(outputs.map((key) => [key, undefined])), ...plain };
  // A policy that is known later cannot set an option; the provider refuses alone.
  const isProtected = protects && (given["deletionPolicy"] ?? "protect") === "protect";
  const own = optionsOf(kind, opts, isProtected, viaPlugin);
  const options = secretOutputs.length === 0 ? own : pulumi.mergeOptions(own, { additionalSecretOutputs: [...secretOutputs] });
  if (viaPlugin) return [`graphplane:index:${kind}`, name, inputs, options];
  if (opts?.customTimeouts !== undefined)
    void pulumi.log.warn(`${kind} "${name}": customTimeouts has no effect; waits end after timeoutSeconds, where the kind has it`);
  warnOfUnknownSettings();
  return [dynamicType(kind), name, { ...inputs, ...hostInputs(kind, name, plain, opts) }, options];
}

/** The input that names a dynamic resource's provider: a text that is stored in every state and evaluated there for ever, frozen to the byte. */
export function providerInput(kind: string) {
  return { __provider: `exports.handler = () => require("pulumi-graphplane/handler").handler("${kind}");` };
}

/**
 * The inputs that a dynamic resource has besides the program's: its provider, the names of its secret arguments, and its URN, which the
 * engine does not pass on to its provider. The URN is a promise, since an output of a component's URN would make the resource wait for all
 * children of the component.
 */
function hostInputs(kind: string, name: string, declared: pulumi.Inputs, { parent }: pulumi.CustomResourceOptions = {}): pulumi.Inputs {
  const secrets = secretNames(declared);
  const urn = pulumi.createUrn(name, dynamicType(kind), parent);
  return {
    ...providerInput(kind),
    ...(secrets === undefined ? {} : { __secrets: secrets }),
    __urn: new Promise<string>((resolve) => void urn.apply(resolve)),
  };
}

const warned = new WeakSet<object>();

/** Warns once a run of unknown `graphplane:` keys in the stack's configuration: dynamic providers see only the keys that they know. */
function warnOfUnknownSettings(): void {
  const run: object | undefined = getMonitor();
  if (run === undefined || warned.has(run)) return;
  warned.add(run);
  const prefix = "graphplane:";
  const names = Object.keys(allConfig()).flatMap((key) => (key.startsWith(prefix) ? [key.slice(prefix.length)] : []));
  for (const text of unknownSettingTexts(names, pulumi.getProject())) void pulumi.log.warn(text);
}

/** The type of a dynamic resource in states: frozen. */
export function dynamicType(kind: string): string {
  return `pulumi-nodejs:dynamic/graphplane:${kind}`;
}

/**
 * The names of the arguments that are secret, so that the provider, which gets plain values, prints none of them. Only what holds an
 * output can be secret: to ask the engine's library for every plain value would double the time that a program of many resources takes.
 */
function secretNames(args: object): Promise<string[] | undefined> | undefined {
  const open = Object.entries(args).filter(([, value]) => holdsLater(value));
  return open.length === 0 ? undefined : namesOf(open);
}

async function namesOf(args: readonly (readonly [string, unknown])[]): Promise<string[] | undefined> {
  // The resource itself awaits each value and reports its failure.
  const areSecret = await Promise.all(args.map(([, value]) => pulumi.isSecret(pulumi.output(value)).catch(() => false)));
  const names = args.flatMap(([name], index) => (areSecret[index] === true ? [name] : []));
  return names.length === 0 ? undefined : names;
}

/** Returns true for an output or a promise, and for a value that holds one at any depth. */
function holdsLater(value: unknown, within: readonly unknown[] = []): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (pulumi.Output.isInstance(value) || isPromise(value)) return true;
  // A value that holds itself is left to the engine's library.
  return within.includes(value) || Object.values(value).some((inner) => holdsLater(inner, [...within, value]));
}

/** Returns true in a unit test that replaced the engine by `pulumi.runtime.setMocks`. */
export function isMocked(): boolean {
  return getMonitor() instanceof MockMonitor;
}

const declared = new WeakMap<object, Map<string, string>>();

/**
 * Refuses a second resource for the same object in one program run: two declarations would overwrite each other.
 * Throws at once if the ids are plain. Ids that come from other resources are compared when all of them are known; the last to
 * be known then fails, and with it the registration that awaits it. Each id stays as it is given: known, secret or failing alone.
 *
 * @param ranges the ids that are ranges of addresses: all forms of one are equal
 * @returns the ids, to be used in place of the given ones
 */
export function declareOnce<Ids extends Record<string, pulumi.Input<string>>>(
  kind: string,
  name: string,
  ids: Ids,
  ranges: readonly string[] = [],
): Ids {
  const run: object | undefined = getMonitor();
  // One monitor of mocks serves every test of a file: what is declared twice there may be two programs.
  if (run === undefined || isMocked()) return ids;
  const known = declared.get(run) ?? new Map<string, string>();
  declared.set(run, known);
  const values: Record<string, unknown> = { ...ids };
  const shown: Record<string, unknown> = { ...ids };
  const claim = () => {
    const forms = Object.entries(values).map(([id, value]) => (ranges.includes(id) ? canonicalRange(String(value)) : value));
    const key = JSON.stringify([kind, ...forms]);
    const other = known.get(key);
    if (other !== undefined) throw new Error(secondDeclarationText(kind, name, other, shown));
    known.set(key, name);
  };
  const later = Object.entries<pulumi.Input<string>>(ids).filter(([, value]) => typeof value !== "string");
  let awaited = later.length;
  if (awaited === 0) claim();
  const followed = later.map(([id, value]) => {
    const output = pulumi.output(value);
    const claimed = output.apply(async (plain) => {
      values[id] = plain;
      shown[id] = (await pulumi.isSecret(output)) ? "[secret]" : plain;
      if (--awaited === 0) claim();
      return plain;
    });
    return [id, claimed];
  });
  return { ...ids, ...(Object.fromEntries(followed) as Partial<Ids>) };
}
