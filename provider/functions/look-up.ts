import type { Client, ReadCache } from "../../client";
import { isServiceError } from "../../client/http/errors";
import { SettingsError } from "../../client/http/settings";
import type { RecordShape } from "../../client/wire/record-shape";
import { InputError } from "../errors";
import { rename } from "./fields";
import { toWellFormed } from "../values/json";
import { nearestName } from "../values/nearest-name";

/** Look-ups: functions that read objects which the program does not manage. They run in the program or in the plugin. */

/** The dependencies of one look-up. */
export interface LookUpContext {
  readonly client: Client;
  /**
   * Reads something once for all look-ups that need it: requests under way are joined, answers kept for seconds. A look-up whose
   * arguments come from resources gets a response that was asked for after those resources existed.
   */
  readonly share: <Id, T>(what: string, id: Id, ask: (client: Client, id: Id) => Promise<T>) => Promise<T>;
}

/** Arguments, all strings, with their descriptions. */
type ArgumentTexts = Readonly<Record<string, string>>;

/** A function that only reads, with the texts of its documentation. */
export interface FunctionDefinition<Required extends ArgumentTexts = ArgumentTexts, Optional extends ArgumentTexts = ArgumentTexts> {
  /** The name under which its module exports it, e.g. `getWorkspace`. */
  readonly name: string;
  readonly says: string;
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
  read(context: LookUpContext, args: ArgumentsOf<Required, Optional>): Promise<unknown>;
}

type NoArguments = Readonly<Record<never, string>>;
type ArgumentsOf<Required, Optional> = { readonly [Name in keyof Required]: string } & { readonly [Name in keyof Optional]?: string };

/** Keeps the names of a function's arguments. */
export function lookUp<const Required extends ArgumentTexts = NoArguments, const Optional extends ArgumentTexts = NoArguments>(
  definition: Omit<FunctionDefinition<Required, Optional>, "name">,
): Omit<FunctionDefinition<Required, Optional>, "name"> {
  return definition;
}

/** The client and the reads that look-ups share. */
export interface LookUpSession {
  readonly client: Client;
  readonly reads: ReadCache<unknown>;
}

/** The dependencies that the program or the plugin gives to a look-up. */
export interface LookUpHost {
  /** Throws a `SettingsError`. */
  readonly connect: () => LookUpSession;
  /** True if the arguments come from resources, so that earlier reads may be out of date. */
  readonly fresh: boolean;
  readonly describeSettings: (error: SettingsError) => string;
  /** The error that the user sees, with its cause. */
  readonly fail: (message: string, cause?: Error) => Error;
}

/** Runs a look-up; rejects with an error whose message is for the user. */
export async function runLookUp(
  definition: FunctionDefinition,
  given: object | undefined,
  { connect, fresh, describeSettings, fail }: LookUpHost,
): Promise<unknown> {
  const { name, required = {}, oneOf = {} } = definition;
  const args = (given ?? {}) as Readonly<Record<string, string>>;
  const object = definition.object?.replace(/<(\w+)(?: or (\w+))?>/g, (_, id: string, other?: string) =>
    quote(args[id] ?? args[other ?? ""]),
  );
  let withoutKey = (sentence: string) => sentence;
  try {
    const session = connect();
    withoutKey = (sentence) => session.client.withoutKey(sentence);
    // The object's name may hold a key that was pasted in place of an id.
    const purpose = { kind: name, operation: "read", ...(object === undefined ? {} : { object: withoutKey(object) }) };
    const client = session.client.withContext({ purpose });
    const share: LookUpContext["share"] = async <Id, T>(what: string, id: Id, ask: (own: Client, id: Id) => Promise<T>) => {
      const { reads } = session;
      const key = `${what} ${JSON.stringify(id)}`;
      const read = () => ask(client, id);
      try {
        return (await (fresh ? reads.getFresh(key, read) : reads.get(key, read))) as T;
      } catch (error) {
        throw isServiceError(error) ? error.onBehalfOf(purpose) : error;
      }
    };
    return toWellFormed(rename(await definition.read({ client, share }, checkArguments(definition, args)), definition.returns));
  } catch (error) {
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

/** Names an argument that was probably misspelled, for the error of a required one; empty if there is none. */
function unknownHint(args: object, known: readonly string[]): string {
  const unknown = Object.keys(args).find((name) => !known.includes(name));
  if (unknown === undefined) return "";
  const nearest = nearestName(unknown, known);
  return `. ${unknown} is an unknown argument${nearest === undefined ? "" : `; did you mean ${nearest}?`}`;
}

/** An argument as a sentence shows it. */
function quote(argument: string | undefined): string {
  return JSON.stringify(argument) ?? "(not given)";
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
