import { parseArgs } from "node:util";
import { messageOf, Misuse } from "../command";
import { allFields, chosenFields, defaultFields, type Field } from "./fields";
import type { Scope } from "./read";

/** What the command line asks for. */
export interface Options {
  readonly out: string;
  /** The project's name; by default the folder's. */
  readonly name: string | undefined;
  readonly scope: Scope;
  readonly fields: ReadonlySet<Field>;
  readonly check: boolean;
  readonly json: boolean;
}

export const help = `Usage: graphplane adopt --out <folder> [options]

Reads the account and writes, into an empty or a new folder, a Pulumi program that declares what is there, and a file
for "pulumi import". After the import the preview shows no change. It only reads: nothing is changed in the account, and
no file is overwritten. What is masked, or looks like a secret by its name or its form, is left out: read the files before
you commit them.
The settings are GRAPHPLANE_BASE_URL and GRAPHPLANE_API_KEY, from the environment.

Options:
  --out <folder>         where to write; it must be empty or new
  --workgroup <id>       only this workgroup; may be given several times (all)
  --workspace <wg>/<ws>  only this workspace, by the identifiers; may be given several times (all)
  --fields <list>        what is declared of workspaces: default, all, and names (default)
  --configuration <installed add-on>/<name>
                         a configuration of an add-on, where the service does not list its name; may be given several times
  --no-configurations    leave out the configurations of add-ons
  --no-users             leave out database users
  --name <project>       the project's name (the folder's)
  --check                import and preview on the embedded engine, and fail unless there is no change
  --json                 print one line of JSON instead of text
  -h, --help             show this

Fields: default is ${wrapText(defaultFields)};
  all adds ${allFields.filter((field) => !defaultFields.includes(field)).join(", ")}.

Exit code: 0 fine; 1 something could not be read, or --check found a change; 2 wrong use: a wrong option, a folder that
cannot be written to, a missing setting; 130 interrupted. With 2 and 130 nothing is written.

Example:
  graphplane adopt --out infrastructure --check`;

function wrapText(fields: readonly string[]): string {
  return `${fields.slice(0, 5).join(", ")},\n  ${fields.slice(5).join(", ")}`;
}

/** Reads the command line; a `Misuse` says what is wrong with it. */
export function readOptions(args: readonly string[]): Options {
  const values = parseArguments(args);
  const { out, name, workgroup = [], workspace = [], configuration = [], fields: list = "default" } = values;
  if (out === undefined || out === "") throw new Misuse("the folder to write to is missing; give it with --out <folder>.");
  if (name !== undefined && !/^[A-Za-z0-9_.-]{1,100}$/.test(name)) {
    throw new Misuse(`--name takes letters, digits, "-", "_" and ".", not ${JSON.stringify(name)}.`);
  }
  const chosen = chosenFields(list);
  if ("unknown" in chosen)
    throw new Misuse(`--fields takes default, all and ${allFields.join(", ")}, not ${JSON.stringify(chosen.unknown)}.`);
  if (workgroup.includes("")) throw new Misuse('--workgroup takes an identifier, not "".');
  const workspaces = workspace
    .map((text) => pair("--workspace", "<workgroup>/<workspace>", text))
    .map(([group, id]) => ({ workgroup: group, workspace: id }));
  const named = configuration
    .map((text) => pair("--configuration", "<installed add-on>/<name>", text))
    .map(([addon, configName]) => ({ addon, name: configName }));
  const scope = {
    workgroups: workgroup,
    workspaces,
    users: values["no-users"] !== true,
    configurations: values["no-configurations"] !== true,
    named,
  };
  return { out, name, scope, fields: chosen.fields, check: values.check === true, json: values.json === true };
}

/** The two parts around the first slash. */
function pair(option: string, form: string, value: string): [string, string] {
  const slash = value.indexOf("/");
  if (slash < 1 || slash === value.length - 1) throw new Misuse(`${option} takes ${form}, not ${JSON.stringify(value)}.`);
  return [value.slice(0, slash), value.slice(slash + 1)];
}

function parseArguments(args: readonly string[]) {
  const string = { type: "string" } as const;
  const strings = { type: "string", multiple: true } as const;
  const flag = { type: "boolean" } as const;
  const options = {
    out: string,
    name: string,
    workgroup: strings,
    workspace: strings,
    fields: string,
    configuration: strings,
    "no-configurations": flag,
    "no-users": flag,
    check: flag,
    json: flag,
  } as const;
  try {
    return parseArgs({ args: [...args], options, allowPositionals: false }).values;
  } catch (error) {
    const [said = ""] = messageOf(error).split(". ");
    throw new Misuse(`${said.replace(/\.$/, "")}; see graphplane adopt --help.`);
  }
}
