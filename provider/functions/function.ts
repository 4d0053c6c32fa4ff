import { setImmediate } from "node:timers/promises";
import type { Client } from "../../client";
import { isServiceError } from "../../client/http/errors";
import { SettingsError } from "../../client/http/settings";
import type { RecordShape } from "../../client/wire/record-shape";
import { InputError } from "../errors";
import { rename } from "./fields";
import { toWellFormed } from "../values/json";
import { nearestName } from "../values/nearest-name";

/** Functions that read objects which the program does not manage. They run in the program or in the plugin. */

type ArgumentTexts = Readonly<Record<string, string>>;

/** A function that only reads data, with its documentation. */
export interface FunctionDefinition<Required extends ArgumentTexts = ArgumentTexts, Optional extends ArgumentTexts = ArgumentTexts> {
  /** The export name, e.g. `getWorkspace`. */
  readonly name: string;
  readonly description: string;
  readonly example?: string;
  readonly required?: Required;
  /** Arguments of which exactly one is required. */
  readonly oneOf?: Optional;
  /** The type of the result; `any` if the response is undocumented. */
  readonly returns: RecordShape | { readonly list: RecordShape } | "any";
  /** The property in which the plugin returns a result that is not a record. In the protocol, results are objects. */
  readonly result?: string;
  /** The object in messages, e.g. `workspace <workspaceId or name>`. Omitted if the name of the function is sufficient. */
  readonly object?: string;
  /** Reads the object, with the field names of the service. Arguments are non-empty strings, and contain exactly one of the alternatives. */
  read(client: Client, args: ArgumentsOf<Required, Optional>): Promise<unknown>;
}

type NoArguments = Readonly<Record<never, string>>;
type ArgumentsOf<Required, Optional> = { readonly [Name in keyof Required]: string } & { readonly [Name in keyof Optional]?: string };

export function defineFunction<const Required extends ArgumentTexts = NoArguments, const Optional extends ArgumentTexts = NoArguments>(
  definition: Omit<FunctionDefinition<Required, Optional>, "name">,
): Omit<FunctionDefinition<Required, Optional>, "name"> {
  return definition;
}

/** The client of functions that share their reads. */
export interface FunctionSession {
  client: Client;
  /** The client for functions that start after this turn of the event loop. */
  next?: Promise<Client> | undefined;
}

/** The dependencies that the program or the plugin passes to a function. */
export interface FunctionHost {
  /** Throws a `SettingsError`. */
  readonly connect: () => FunctionSession;
  /** True if the arguments come from resources, in which case earlier reads might be stale. */
  readonly fresh: boolean;
  readonly describeSettings: (error: SettingsError) => string;
  /** Creates the error that the user sees, with its cause. */
  readonly fail: (message: string, cause?: Error) => Error;
}

/** Runs a function. The message of a rejection is for users. */
export async function runFunction(
  definition: FunctionDefinition,
  given: object | undefined,
  { connect, fresh, describeSettings, fail }: FunctionHost,
): Promise<unknown> {
  const { name, required = {}, oneOf = {} } = definition;
  const args = (given ?? {}) as Readonly<Record<string, string>>;
  const object = definition.object?.replace(
    /<(\w+)(?: or (\w+))?>/g,
    (_, id: string, other?: string) => JSON.stringify(args[id] ?? args[other ?? ""]) ?? "(missing)",
  );
  let session: FunctionSession | undefined;
  // graphplane's own message might contain a key that was passed instead of an id.
  const withoutKey = (sentence: string) => session?.client.withoutKey(sentence) ?? sentence;
  try {
    session = connect();
    const shared = fresh ? await clientAfterTurn(session) : session.client;
    const client = shared.withContext({ purpose: { kind: name, operation: "read", ...(object !== undefined && { object }) } });
    return toWellFormed(rename(await definition.read(client, checkArguments(definition, args)), definition.returns));
  } catch (error) {
    // The program might retry.
    if (session !== undefined) session.client = session.client.withFreshReads();
    if (error instanceof SettingsError) throw fail(`${name}: ${describeSettings(error)}`, error);
    if (isServiceError(error)) throw fail(error.message, error);
    if (!(error instanceof InputError)) throw error;
    throw fail(
      withoutKey(
        `${name}: read${object === undefined ? "" : ` of ${object}`} failed: ${error.message}${unknownHint(args, Object.keys({ ...required, ...oneOf }))}`,
      ),
    );
  }
}

/** Returns the client for all functions that are called in this turn of the event loop. Their reads start after the turn. */
function clientAfterTurn(session: FunctionSession): Promise<Client> {
  return (session.next ??= setImmediate().then(() => {
    session.next = undefined;
    return session.client.withFreshReads();
  }));
}

/** Describes an unknown argument, which is probably misspelled, for an error about a required argument; empty if all arguments are known. */
function unknownHint(args: object, known: readonly string[]): string {
  const unknown = Object.keys(args).find((name) => !known.includes(name));
  if (unknown === undefined) return "";
  const nearest = nearestName(unknown, known);
  return `. ${unknown} is an unknown argument${nearest === undefined ? "" : `; did you mean ${nearest}?`}`;
}

/** Throws an InputError unless all required arguments, and exactly one of the alternatives, are non-empty strings. */
function checkArguments({ required = {}, oneOf = {} }: FunctionDefinition, given: ArgumentTexts): ArgumentTexts {
  const checked = Object.keys(required).map((name) => [name, requireText(name, given[name])]);
  const alternatives = Object.keys(oneOf);
  if (alternatives.length === 0) return Object.fromEntries(checked) as ArgumentTexts;
  const [name, other] = alternatives.filter((one) => (given[one] ?? undefined) !== undefined);
  if (name === undefined || other !== undefined) throw new InputError(`pass exactly one of ${alternatives.join(" and ")}`);
  return Object.fromEntries([...checked, [name, requireText(name, given[name])]]) as ArgumentTexts;
}

function requireText(name: string, value: unknown): string {
  if (typeof value === "string" && value !== "") return value;
  throw new InputError(`${name} must be a non-empty string`);
}
