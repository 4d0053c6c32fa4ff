import type * as ClientModule from "../../client";
import { toWellFormed } from "../values/json";
import type { Reads } from "./reads";

/** A look-up: what a program asks the service for and does not manage. It runs in the program or in the plugin. */

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

/** A function that only reads. */
export interface FunctionDefinition<Args, T> {
  /** The function, e.g. `getWorkspace`. */
  readonly name: string;
  /** What is looked for, in words; by default the function's name says it. */
  describe?(args: Args): string;
  /** Reads it; an `InputError` names an argument that is wrong. */
  read(look: LookUp, args: Args): Promise<T>;
}

/** Where look-ups run. */
export interface LookUpSession {
  readonly client: ClientModule.Client;
  readonly reads: Reads;
}

/** What whoever runs a look-up gives to it. */
export interface LookUpHost {
  /** The client's module: a program loads it only when it looks something up. */
  readonly module: typeof ClientModule;
  /** Throws a `SettingsError`. */
  readonly connect: () => LookUpSession;
  /** Whether the arguments come from resources, so that what was read before may be out of date. */
  readonly anew: boolean;
  readonly describeSettings: (error: ClientModule.SettingsError) => string;
  /** The error that the user sees, with its cause. */
  readonly fail: (message: string, cause?: Error) => Error;
}

/** Makes a look-up; rejects with an error whose message is for the user. */
export async function runLookUp<Args, T>(
  definition: FunctionDefinition<Args, T>,
  args: Args,
  { module, connect, anew, describeSettings, fail }: LookUpHost,
): Promise<T> {
  const { name } = definition;
  const object = definition.describe?.(args);
  let withoutKey = (sentence: string) => sentence;
  try {
    const session = connect();
    withoutKey = (sentence) => session.client.withoutKey(sentence);
    // The object's name may hold a key that was pasted in place of an id.
    const purpose = { kind: name, operation: "read", ...(object === undefined ? {} : { object: withoutKey(object) }) };
    const client = session.client.withContext({ purpose });
    const share = async <Value>(what: string, ask: (own: ClientModule.Client) => Promise<Value>): Promise<Value> => {
      const { reads } = session;
      try {
        return await (anew ? reads.askAnew(what, () => ask(client)) : reads.share(module.systemClock, what, () => ask(client)));
      } catch (error) {
        throw module.isServiceError(error) ? error.onBehalfOf(purpose) : error;
      }
    };
    return toWellFormed(await definition.read({ client, module, share }, args));
  } catch (error) {
    if (error instanceof module.SettingsError) throw fail(`${name}: ${describeSettings(error)}`, error);
    if (module.isServiceError(error)) throw fail(error.message, error);
    if (!(error instanceof module.InputError)) throw error;
    throw fail(withoutKey(`${name}: read${object === undefined ? "" : ` of ${object}`} failed: ${error.message}`));
  }
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
