import { isPromise } from "node:util/types";
import * as pulumi from "@pulumi/pulumi";
// All resources in a run of a program share a monitor, which is different in every run.
import { allConfig, getMonitor } from "@pulumi/pulumi/runtime";
import { unknownSettingTexts } from "../provider/unknown-settings";
import { completeMessages, protectByPolicy } from "./engine-messages";
import { showModuleFrames } from "./module-frames";
import { plainValue } from "./plain-values";

completeMessages();

/**
 * Disables stack traces until the returned function is called, which must happen right after the construction. The SDK captures four stack
 * traces for each property, in case a promise leaks, and they take most of a program's time. The returned function adds the stack to an
 * error of the construction. This is not in a base class, because the SDK locates the program's line by counting the constructors above its
 * own.
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

/** The number of frames to read: this function, the class, and the program. */
const framesOfProgram = 6;

/** A resource class (`new.target`), which determines whether its resources are native or dynamic. */
type Target = abstract new (...args: never) => pulumi.CustomResource;

const native = new WeakSet<object>();

/** Returns the class for the native plugin. It is a proxy rather than a subclass, because the SDK locates the program's line by counting constructors. */
export function throughPlugin<Class extends Target>(resource: Class): Class {
  const proxy = new Proxy(resource, {});
  native.add(proxy);
  return proxy;
}

/** Returns true for a class of the native plugin or a subclass of one. */
function isNative(target: object | null): boolean {
  return target !== null && (native.has(target) || isNative(Object.getPrototypeOf(target) as object | null));
}

/** Returns the options of a resource. A native resource adopts the state of its dynamic type through an alias. */
function optionsOf(
  kind: string,
  given: pulumi.CustomResourceOptions | undefined,
  viaPlugin: boolean,
): pulumi.CustomResourceOptions | undefined {
  // A resource that is only read has no state to adopt, and the SDK fails on its aliases if the engine does not resolve them.
  const adopts = viaPlugin && given?.id === undefined;
  return adopts ? pulumi.mergeOptions(given, { aliases: [{ type: dynamicType(kind) }] }) : given;
}

/** The empty arguments of a resource that the program only reads. */
export const undeclared = undefined as never;

interface ResourceClass<Argument extends string> {
  readonly kind: string;
  /** The names of all outputs, so that each of them can be used even if the program does not declare the argument of the same name. */
  readonly outputs: readonly string[];
  /** The arguments that are always secret. */
  readonly secrets?: readonly Argument[];
  readonly secretOutputs?: readonly string[];
  /** True if `deletionPolicy` is `protect` by default. */
  readonly protects?: boolean;
}

/** Returns the arguments of the SDK's constructor. */
export function registration<Args extends object>(
  resource: ResourceClass<keyof NoInfer<Args> & string>,
  name: string,
  args: Args | undefined,
  opts: pulumi.CustomResourceOptions | undefined,
  target: Target,
): [type: string, name: string, inputs: pulumi.Inputs, opts: pulumi.CustomResourceOptions | undefined] {
  const { kind, outputs, secrets = [], secretOutputs = [], protects = false } = resource;
  const viaPlugin = isNative(target);
  const given: Readonly<Record<string, pulumi.Input<string> | undefined>> = { ...args };
  const concealed = secrets.flatMap((key) => (given[key] === undefined ? [] : [[key, pulumi.secret(given[key])] as const]));
  const entries = Object.entries({ ...args, ...Object.fromEntries(concealed) });
  const plain: pulumi.Inputs = Object.fromEntries(entries.map(([key, value]) => [key, plainValue(value, `${kind} "${name}": ${key}`)]));
  const inputs: pulumi.Inputs = { ...Object.fromEntries(outputs.map((key) => [key, undefined])), ...plain };
  const type = viaPlugin ? `graphplane:index:${kind}` : dynamicType(kind);
  if (protects) protectByPolicy(type);
  const own = optionsOf(kind, opts, viaPlugin);
  const options = secretOutputs.length === 0 ? own : pulumi.mergeOptions(own, { additionalSecretOutputs: [...secretOutputs] });
  if (viaPlugin) return [type, name, inputs, options];
  if (opts?.customTimeouts !== undefined)
    void pulumi.log.warn(`${kind} "${name}": customTimeouts has no effect; waits end after timeoutSeconds, where the kind has it`);
  warnOfUnknownSettings();
  return [type, name, { ...inputs, ...hostInputs(kind, name, plain, opts) }, options];
}

/** Returns the input that contains a dynamic resource's provider. Every state stores and evaluates this string, so it must never change. */
export function providerInput(kind: string) {
  return { __provider: `exports.handler = () => require("pulumi-graphplane/handler").handler("${kind}");` };
}

/**
 * Returns the provider, the names of secret arguments, and the URN, which the engine does not pass on to dynamic providers. The URN is a
 * promise, because an output of a component's URN would make the resource wait for all children of the component.
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

/** Warns once per run about unknown `graphplane:` keys in the stack's configuration. Dynamic providers receive only known keys. */
function warnOfUnknownSettings(): void {
  const run: object | undefined = getMonitor();
  if (run === undefined || warned.has(run)) return;
  warned.add(run);
  const prefix = "graphplane:";
  const names = Object.keys(allConfig()).flatMap((key) => (key.startsWith(prefix) ? [key.slice(prefix.length)] : []));
  for (const text of unknownSettingTexts(names, pulumi.getProject())) void pulumi.log.warn(text);
}

/** Returns the type of a dynamic resource in states, which must never change. */
export function dynamicType(kind: string): string {
  return `pulumi-nodejs:dynamic/graphplane:${kind}`;
}

/**
 * Returns the names of secret arguments, so that the provider, which receives plain values, does not print them. Only a value that contains
 * an output can be secret. Checking every plain value with the SDK would double the run time of a program with many resources.
 */
function secretNames(args: object): Promise<string[] | undefined> | undefined {
  const open = Object.entries(args).filter(([, value]) => holdsLater(value));
  return open.length === 0 ? undefined : namesOf(open);
}

async function namesOf(args: readonly (readonly [string, unknown])[]): Promise<string[] | undefined> {
  // The resource itself awaits each value and reports failures.
  const areSecret = await Promise.all(args.map(([, value]) => pulumi.isSecret(pulumi.output(value)).catch(() => false)));
  const names = args.flatMap(([name], index) => (areSecret[index] === true ? [name] : []));
  return names.length === 0 ? undefined : names;
}

/** Returns true for an output, a promise, or a value that contains one at any depth. */
function holdsLater(value: unknown, within: readonly unknown[] = []): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (pulumi.Output.isInstance(value) || isPromise(value)) return true;
  // Circular values are left to the SDK.
  return within.includes(value) || Object.values(value).some((inner) => holdsLater(inner, [...within, value]));
}
