import { createRequire } from "node:module";
import * as pulumi from "@pulumi/pulumi";
// The run's own monitor is the one thing that every look-up of a program run shares and that no two runs share.
import { getMonitor } from "@pulumi/pulumi/runtime";
import type * as ClientModule from "../../client";
import { readSettings, settingsMessage } from "../../provider/config";
import { toWellFormed } from "../../provider/json";

/** The client's module, loaded by the first look-up: a program that only declares resources needs neither HTTP nor schemas. */
const load = createRequire(__filename);
const clientModule = () => load("../../client") as typeof ClientModule;

/** For how long an answer may serve a later look-up of the same thing, in milliseconds. */
const freshFor = 10_000;

interface Read {
  readonly askedAt: number;
  readonly answer: Promise<unknown>;
}

/** What the look-ups of one program run with the same settings share. */
interface Session {
  readonly client: ClientModule.Client;
  readonly reads: Map<string, Read>;
  /** Reads that begin when the present turn of the event loop is over. */
  readonly coming: Map<string, Promise<unknown>>;
}

const sessions = new WeakMap<object, Map<string, Session>>();
const outsideOfRuns = {};

function sessionOf({ createClient }: typeof ClientModule): Session {
  const config = new pulumi.Config("graphplane");
  const settings = readSettings((key) => config.get(key.slice("graphplane:".length)), process.env);
  const run = getMonitor() ?? outsideOfRuns;
  const known = sessions.get(run) ?? new Map<string, Session>();
  sessions.set(run, known);
  const key = JSON.stringify(settings);
  const session = known.get(key) ?? { client: createClient(settings), reads: new Map(), coming: new Map() };
  known.set(key, session);
  return session;
}

/** What one look-up works with. */
export interface LookUp {
  readonly client: ClientModule.Client;
  readonly module: typeof ClientModule;
  /**
   * Reads something once for all who look for it: requests under way are joined, answers kept for seconds. A look-up whose
   * arguments come from resources gets what was asked for after they were there.
   */
  readonly share: <T>(name: string, ask: (client: ClientModule.Client) => Promise<T>) => Promise<T>;
}

/** How a look-up is made. */
export interface LookUpOptions {
  /** The function, e.g. `getWorkspace`. */
  readonly name: string;
  /** What is looked for, in words; by default the function's name says it. */
  readonly object?: string | undefined;
  /** Whether its arguments come from resources, so that what was read before may be out of date. */
  readonly anew?: boolean | undefined;
}

/** Makes a look-up; rejects with an error whose message is for the user, and that ends a program without a stack. */
export async function lookUp<T>({ name, object, anew = false }: LookUpOptions, act: (look: LookUp) => Promise<T>): Promise<T> {
  const module = clientModule();
  let withoutKey = (sentence: string) => sentence;
  try {
    const session = sessionOf(module);
    withoutKey = (sentence) => session.client.withoutKey(sentence);
    // The object's name may hold a key that was pasted in place of an id.
    const purpose = { kind: name, operation: "read", ...(object === undefined ? {} : { object: withoutKey(object) }) };
    const client = session.client.withContext({ purpose });
    const share = async <Value>(what: string, ask: (own: ClientModule.Client) => Promise<Value>): Promise<Value> => {
      try {
        return await (anew ? readAnew(session, what, () => ask(client)) : readShared(session, module.systemClock, what, () => ask(client)));
      } catch (error) {
        throw module.isServiceError(error) ? error.onBehalfOf(purpose) : error;
      }
    };
    return toWellFormed(await act({ client, module, share }));
  } catch (error) {
    if (error instanceof module.SettingsError) throw endedError(`${name}: ${settingsMessage(error)}`, error);
    if (module.isServiceError(error)) throw endedError(error.message, error);
    if (!(error instanceof module.InputError)) throw error;
    throw endedError(withoutKey(`${name}: read${object === undefined ? "" : ` of ${object}`} failed: ${error.message}`));
  }
}

function readShared<T>({ reads }: Session, clock: ClientModule.Clock, name: string, ask: () => Promise<T>): Promise<T> {
  const known = reads.get(name);
  if (known !== undefined && clock.now() - known.askedAt < freshFor) return known.answer as Promise<T>;
  const read = { askedAt: clock.now(), answer: ask() };
  reads.set(name, read);
  read.answer.catch(() => {
    if (reads.get(name) === read) reads.delete(name);
  });
  return read.answer;
}

/** One read for all who ask in the same turn of the event loop, begun after each of them has asked. */
function readAnew<T>({ coming }: Session, name: string, ask: () => Promise<T>): Promise<T> {
  const known = coming.get(name);
  if (known !== undefined) return known as Promise<T>;
  const read = new Promise<void>((resolve) => setImmediate(resolve)).then(() => {
    coming.delete(name);
    return ask();
  });
  coming.set(name, read);
  return read;
}

/** The engine's own kind of error, which the engine prints as its message alone. The original error is its `cause`. */
function endedError(message: string, cause?: Error): pulumi.RunError {
  const error = new pulumi.RunError(toWellFormed(message));
  return cause === undefined ? error : Object.defineProperty(error, "cause", { value: cause });
}

/**
 * A look-up over inputs: unknown ones give an unknown output, secret ones a secret output. Where they come from resources it is
 * made after these are there, and shows what they did.
 */
export function lookUpOutput<Args extends object, T>(
  args: pulumi.Input<{ readonly [Name in keyof Args]: pulumi.Input<Args[Name]> }>,
  get: (args: Args, anew: boolean) => Promise<T>,
): pulumi.Output<T> {
  const given = pulumi.output(args) as unknown as pulumi.Output<Args>;
  return given.apply<T>(async (plain) => get(plain, await comesFromResources(given)));
}

async function comesFromResources(output: pulumi.Output<unknown>): Promise<boolean> {
  const { allResources } = output as { allResources?: () => Promise<ReadonlySet<unknown>> };
  return allResources !== undefined && (await allResources.call(output)).size > 0;
}

/** A text that must be given; an InputError names the argument. */
export function requireText({ module }: LookUp, name: string, value: unknown): string {
  if (typeof value === "string" && value !== "") return value;
  throw new module.InputError(`${name} must be a string that is not empty`);
}

/** Which of two arguments is given; an InputError where it is none or both. */
export function exactlyOne({ module }: LookUp, args: Readonly<Record<string, unknown>>, names: readonly [string, string]): string {
  const given = names.filter((name) => args[name] !== undefined && args[name] !== null);
  const [name] = given;
  if (name !== undefined && given.length === 1) return name;
  throw new module.InputError(`give exactly one of ${names.join(" and ")}`);
}
