import { parseArgs } from "node:util";
import { nearestName } from "../provider/values/nearest-name";
import { UsageError } from "./errors";

export interface Option {
  readonly type: "string" | "boolean";
  readonly multiple?: boolean;
  /** The placeholder in the help, such as `<number>`. */
  readonly value?: string;
  readonly choices?: readonly string[];
  /** The minimum and the maximum of an integer. */
  readonly range?: readonly [number, number];
  readonly default?: string;
  /** A description of the default, for the help. */
  readonly otherwise?: string;
  readonly help: string;
}

export type Options = Readonly<Record<string, Option>>;

type Value<O extends Option> = O extends { readonly type: "boolean" }
  ? boolean
  : O extends { readonly multiple: true }
    ? readonly string[]
    : | (O extends { readonly choices: readonly (infer Choice)[] } ? Choice : O extends { readonly range: object } ? number : string)
      | (O extends { readonly default: string } ? never : undefined);

/** A parsed command line. Switches are booleans, repeatable options are lists, and all others are strings. */
export type Values<T extends Options> = { readonly [Name in keyof T]: Value<T[Name]> };

interface Parsable<T extends Options = Options> {
  readonly options: T;
  readonly sources?: Readonly<Record<string, string>>;
  readonly argumentHint?: string;
}

/** Returns the error for an invalid command line, which points to the help of the command `name`. */
export function syntaxError(name: string, problem: string): UsageError {
  return new UsageError(`${problem}${problem.endsWith("?") ? "" : "."} See ${name} --help.`);
}

/** Parses the arguments of a command. Throws a `UsageError` that contains the invalid word and the most similar valid one. */
export function parseOptions<T extends Options>(name: string, command: Parsable<T>, args: readonly string[]): Values<T> {
  const { options } = command;
  const config = Object.fromEntries(Object.entries(options).map(([name, { type, multiple = false }]) => [name, { type, multiple }]));
  const parsed = parseArgs({ args: [...args], options: config, strict: false, allowPositionals: true, tokens: true });
  const hint = command.argumentHint === undefined ? "" : `: ${command.argumentHint}`;
  for (const token of parsed.tokens) {
    const problem =
      token.kind === "positional" ? `unexpected argument ${JSON.stringify(token.value)}${hint}` : optionProblem(command, token);
    if (problem !== undefined) throw syntaxError(name, problem);
  }
  return Object.fromEntries(
    Object.entries(options).map(([name, option]) => [name, valueOf(name, option, parsed.values[name])]),
  ) as Values<T>;
}

type Parsed = ReturnType<typeof parseArgs>;

function optionProblem({ options, sources = {} }: Parsable, token: NonNullable<Parsed["tokens"]>[number]): string | undefined {
  if (token.kind !== "option") return undefined;
  const { name, rawName, value, inlineValue } = token;
  const option = entryOf(options, name);
  if (option === undefined) {
    const source = entryOf(sources, name);
    return `unknown option ${JSON.stringify(rawName)}${source === undefined ? suggest(rawName, optionNames(options)) : `: ${source}`}`;
  }
  if (option.type === "boolean") return value === undefined ? undefined : `${rawName} does not accept a value`;
  // If another option follows, the value was omitted.
  const isMissing = value === undefined || (inlineValue !== true && value.length > 1 && value.startsWith("-"));
  return isMissing ? `${rawName} needs a value: ${rawName} ${option.value ?? "<value>"}` : undefined;
}

export const optionNames = (options: Options): string[] => [...Object.keys(options), "help"].map((name) => `--${name}`);

/** Returns the value of an option, or its default. Throws a `UsageError` if the value is invalid. */
function valueOf(name: string, { type, multiple, choices, range, default: byDefault }: Option, parsed: Parsed["values"][string]): unknown {
  const value = parsed ?? (type === "boolean" ? false : multiple === true ? [] : byDefault);
  const refused = (allowed: string, end = ".") => new UsageError(`--${name} must be ${allowed}, not ${JSON.stringify(value)}${end}`);
  if (choices?.some((choice) => choice === value) === false && value !== undefined)
    throw refused(listOf(choices), suggest(String(value), choices) || ".");
  if (range === undefined || typeof value !== "string") return value;
  const [[min, max], number] = [range, Number(value)];
  if (/^\d+$/.test(value) && number >= min && number <= max) return number;
  throw refused(`a number from ${min} to ${max}`);
}

/** Splits the arguments into those of the command and those after `--`. */
export function splitPassed(args: readonly string[]): readonly [readonly string[], readonly string[]] {
  const end = args.indexOf("--");
  return end < 0 ? [args, []] : [args.slice(0, end), args.slice(end + 1)];
}

export function parseWorkspace(text: string): { readonly workgroupID: string; readonly workspaceID: string } {
  const [, workgroupID, workspaceID] = /^([^/]+)\/([^/]+)$/.exec(text) ?? [];
  if (workgroupID !== undefined && workspaceID !== undefined) return { workgroupID, workspaceID };
  throw new UsageError(`--workspace must be <workgroup>/<workspace>, not ${JSON.stringify(text)}.`);
}

/** Looks up a user-supplied name in a table. Returns undefined for inherited properties such as `toString`. */
export function entryOf<T>(table: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}

/** Returns `a, b or c`. */
export function listOf(words: readonly string[], last = "or"): string {
  return words.length < 2 ? words.join() : `${words.slice(0, -1).join(", ")} ${last} ${words.at(-1)}`;
}

/** Returns `; did you mean …?` if a known word is similar to the given one, otherwise empty. */
function suggest(word: string, known: readonly string[]): string {
  const bare = (text: string) => text.replace(/^-+/, "");
  const nearest = nearestName(bare(word), known.map(bare));
  return nearest === undefined ? "" : `; did you mean ${known.find((name) => bare(name) === nearest)}?`;
}

/** Returns `unknown command "x"`, followed by a similar word if one exists, or by all known words otherwise. */
export function unknownWord(what: string, word: string, known: readonly string[]): string {
  return `unknown ${what} ${JSON.stringify(word)}${suggest(word, known) || `; the ${what}s are ${known.join(", ")}`}`;
}

export type Row = readonly [string, string];

export function optionRows(options: Options): readonly Row[] {
  const rows = Object.entries(options).map(([name, { value, help, default: byDefault, otherwise = byDefault }]): Row => {
    return [`--${name}${value === undefined ? "" : ` ${value}`}`, otherwise === undefined ? help : `${help} [default: ${otherwise}]`];
  });
  return [...rows, ["-h, --help", "print this help"]];
}

/** Maximum length of a word that is on the same line as its help. */
const maxWord = 24;

export function showRows(rows: readonly Row[], columns: number): string {
  const width = Math.max(...rows.map(([word]) => (word.length > maxWord ? 0 : word.length)));
  const indent = " ".repeat(width + 4);
  return rows
    .map(([word, help]) => {
      const text = wrapText(help, columns - indent.length).join(`\n${indent}`);
      return word.length > width ? `  ${word}\n${indent}${text}` : `  ${word.padEnd(width)}  ${text}`;
    })
    .join("\n");
}

/** Wraps a text between words, and returns its lines. */
export function wrapText(text: string, width: number): string[] {
  const lines: string[] = [];
  // Does not break text in brackets, such as `[default: …]`.
  for (const word of text.split(/\s+(?![^[]*\])/)) {
    const last = lines.at(-1);
    if (last === undefined || last.length + word.length >= width) lines.push(word);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines;
}
