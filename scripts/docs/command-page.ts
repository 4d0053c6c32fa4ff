import { commands } from "../../cli/main";
import { type Command, commonCodes, program, usageOf } from "../../cli/command";
import type { Options } from "../../cli/options";
import { code } from "./page-text";
import { table } from "./reference-types";

/** Returns the reference page of each `graphplane` command, keyed by file name. */
export function commandPages(): readonly (readonly [file: string, text: string])[] {
  return Object.entries(commands).map(([name, command]) => [fileOf(name), commandPage(name, command)] as const);
}

export const commandRows = (): string[][] =>
  Object.entries(commands).map(([name, { summary }]) => [`[graphplane ${name}](${fileOf(name)})`, sentence(summary)]);

const fileOf = (name: string) => `command-${name}.md`;
const sentence = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;

function commandPage(name: string, command: Command): string {
  const subcommands = Object.entries(command.subcommands ?? {});
  if (subcommands.length === 0) return [`# graphplane ${name}`, ...sectionsOf(name, command)].join("\n\n");
  const shared = sharedOptions(subcommands.map(([, { options }]) => options));
  return [
    `# graphplane ${name}`,
    sentence(command.summary),
    "All subcommands accept these options:",
    optionTable(shared),
    ...subcommands.flatMap(([word, one]) => [`## ${name} ${word}`, ...sectionsOf(`${name} ${word}`, one, shared)]),
  ].join("\n\n");
}

const sharedOptions = ([first = {}, ...others]: readonly Options[]): Options =>
  Object.fromEntries(Object.entries(first).filter(([name, option]) => others.every((options) => options[name]?.help === option.help)));
const without = (options: Options, left: Options): Options =>
  Object.fromEntries(Object.entries(options).filter(([name]) => !(name in left)));

function sectionsOf(name: string, command: Command, shared: Options = {}): string[] {
  const { about = "", notes, exitCodes = commonCodes, example } = command;
  const options = without(command.options, shared);
  const lines = (text: string) => text.replace(/\s+/g, " ");
  return [
    lines(about),
    code(`${usageOf(`${program} ${name}`, command)}\n\n# for example\n${example.replace(/^ {2}/gm, "")}`, "text"),
    ...(Object.keys(options).length === 0 ? [] : [optionTable(options)]),
    ...(notes === undefined ? [] : [lines(notes)]),
    `Exit codes: ${lines(exitCodes)}`,
  ];
}

function optionTable(options: Options): string {
  const rows = Object.entries(options).map(([name, { value, help, default: byDefault = "", otherwise = byDefault }]) => {
    const written = `\`--${name}${value === undefined ? "" : ` ${value}`}\``;
    return [written, `${sentence(help)}${otherwise === "" ? "" : ` Default: ${otherwise}.`}`];
  });
  return table(["option", "description"], rows);
}
