import { setImmediate } from "node:timers/promises";
import type { Client } from "../../client";
import { isServiceError } from "../../client/http/errors";
import { SettingsError } from "../../client/http/settings";
import type { RecordShape } from "../../client/wire/record-shape";
import { InputError } from "../errors";
import { rename } from "./fields";
import { toWellFormed } from "../values/json";
import { nearestName } from "../values/nearest-name";

/** Look-ups: functions that read objects which the program does not manage. They run in the program or in the plugin. */

/** Arguments, all strings, with their descriptions. */
type ArgumentTexts = Readonly<Record<string, string>>;

/** A function that only reads, with the texts of its documentation. */
export interface FunctionDefinition<Required extends ArgumentTexts = ArgumentTexts, Optional extends ArgumentTexts = ArgumentTexts> {
  /** The name under which its module exports it, e.g. `getWorkspace`. */
  readonly name: string;
  readonly description: string;
  readonly example?: string;
  readonly required?: Required;
  /** Arguments of which exactly one is given. */
  readonly oneOf?: Optional;
  /** The record or the list that it returns; `any` if the form of the response is not documented. */
  readonly returns: RecordShape | { readonly list: RecordShape } | "any";
  /** The name under which the plugin returns what is not a record: the protocol returns objects only. */
  readonly result?: string;
  /** The object in words, e.g. `workspace <workspaceId or name>`; by default the function's name describes it. */
  readonly object?: string;
  /** Reads it under the service's names; the arguments are texts that are not empty, and one of the alternatives is given. */
  read(client: Client, args: ArgumentsOf<Required, Optional>): Promise<unknown>;
}

type NoArguments = Readonly<Record<never, string>>;
type ArgumentsOf<Required, Optional> = { readonly [Name in keyof Required]: string } & { readonly [Name in keyof Optional]?: string };

/** Keeps the names of a function's arguments. */
export function defineFunction<const Required extends ArgumentTexts = NoArguments, const Optional extends ArgumentTexts = NoArguments>(
  definition: Omit<FunctionDefinition<Required, Optional>, "name">,
): Omit<FunctionDefinition<Required, Optional>, "name"> {
  return definition;
}

/** The client of look-ups that share what they read. */
export interface FunctionSession {
  client: Client;
  /** The client of look-ups that begin after this turn of the event loop. */
  next?: Promise<Client> | undefined;
}

/** The dependencies that the program or the plugin gives to a look-up. */
export interface FunctionHost {
  /** Throws a `SettingsError`. */
  readonly connect: () => FunctionSession;
  /** True if the arguments come from resources, so that earlier reads may be out of date. */
  readonly fresh: boolean;
  readonly describeSettings: (error: SettingsError) => string;
  /** The error that the user sees, with its cause. */
  readonly fail: (message: string, cause?: Error) => Error;
}

/** Runs a look-up; rejects with an error whose message is for the user. */
export async function runFunction(
  definition: FunctionDefinition,
  given: object | undefined,
  { connect, fresh, describeSettings, fail }: FunctionHost,
): Promise<unknown> {
  const { name, required = {}, oneOf = {} } = definition;
  const args = (given ?? {}) as Readonly<Record<string, string>>;
  const object = definition.object?.replace(
    /<(\w+)(?: or (\w+))?>/g,
    (_, id: string, other?: string) => JSON.stringify(args[id] ?? args[other ?? ""]) ?? "(not given)",
  );
  let session: FunctionSession | undefined;
  // Our own words may hold a key that was pasted in place of an id.
  const withoutKey = (sentence: string) => session?.client.withoutKey(sentence) ?? sentence;
  try {
    session = connect();
    const shared = fresh ? await clientAfterTurn(session) : session.client;
    const client = shared.withContext({ purpose: { kind: name, operation: "read", ...(object !== undefined && { object }) } });
    return toWellFormed(rename(await definition.read(client, checkArguments(definition, args)), definition.returns));
  } catch (error) {
    // The program may try again.
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

/** One client for all look-ups of this turn of the event loop: each read of theirs begins after all of them have asked. */
function clientAfterTurn(session: FunctionSession): Promise<Client> {
  return (session.next ??= setImmediate().then(() => {
    session.next = undefined;
    return session.client.withFreshReads();
  }));
}

/** Names an argument that was probably misspelled, for the error of a required one; empty if there is none. */
function unknownHint(args: object, known: readonly string[]): string {
  const unknown = Object.keys(args).find((name) => !known.includes(name));
  if (unknown === undefined) return "";
  const nearest = nearestName(unknown, known);
  return `. ${unknown} is an unknown argument${nearest === undefined ? "" : `; did you mean ${nearest}?`}`;
}

/** The arguments that a look-up takes. Throws an InputError unless all required ones are texts, and exactly one of the alternatives is. */
function checkArguments({ required = {}, oneOf = {} }: FunctionDefinition, given: ArgumentTexts): ArgumentTexts {
  const checked = Object.keys(required).map((name) => [name, requireText(name, given[name])]);
  const alternatives = Object.keys(oneOf);
  if (alternatives.length === 0) return Object.fromEntries(checked) as ArgumentTexts;
  const [name, other] = alternatives.filter((one) => (given[one] ?? undefined) !== undefined);
  if (name === undefined || other !== undefined) throw new InputError(`give exactly one of ${alternatives.join(" and ")}`);
  return Object.fromEntries([...checked, [name, requireText(name, given[name])]]) as ArgumentTexts;
}

function requireText(name: string, value: unknown): string {
  if (typeof value === "string" && value !== "") return value;
  throw new InputError(`${name} must be a string that is not empty`);
}
