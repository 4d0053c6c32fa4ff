import { adoptions } from "../../provider/registry";
import { UsageError } from "../errors";
import { parseWorkspace, type Values } from "../options";

export type Options = ReturnType<typeof readOptions>;
/** The part of the account to adopt. Without workgroups and workspaces, the whole account is adopted. */
export type Scope = Options["scope"];

const allFields = Object.values(adoptions()).flatMap(({ fields }) => fields?.all ?? []);
const defaultFields = Object.values(adoptions()).flatMap(({ fields }) => fields?.default ?? []);
const optionalKinds = Object.entries(adoptions()).flatMap(([kind, { objects }]) => (objects === undefined ? [] : [{ kind, ...objects }]));
const switches = optionalKinds.map(({ option, many }) => [option, { type: "boolean", help: `leave out ${many}` }] as const);

export const commandLine = {
  out: { type: "string", value: "<directory>", help: "the directory to write to, which must be empty or new" },
  workgroup: { type: "string", multiple: true, value: "<id>", otherwise: "all", help: "only this workgroup; can be repeated" },
  workspace: {
    type: "string",
    multiple: true,
    value: "<wg>/<ws>",
    otherwise: "all",
    help: "only this workspace, by its ids; can be repeated",
  },
  fields: { type: "string", value: "<list>", default: "default", help: "the workspace fields to declare: default, all, or field names" },
  configuration: {
    type: "string",
    multiple: true,
    value: "<installed add-on>/<name>",
    help: "an add-on configuration, if the service does not list its name; can be repeated",
  },
  ...Object.fromEntries(switches),
  name: { type: "string", value: "<project>", otherwise: "the directory's name", help: "the project's name" },
  check: { type: "boolean", help: "import and preview with the Pulumi CLI on PATH, and fail if there is any change" },
  json: { type: "boolean", help: "print one line of JSON instead of text" },
} as const;

export const fieldsHelp = `Fields: default is ${defaultFields.join(", ")}; all adds ${allFields.filter((field) => !defaultFields.includes(field)).join(", ")}.`;

export function readOptions(values: Values<typeof commandLine>) {
  const { out, name, workgroup, workspace, configuration, ...others } = values;
  if (out === undefined || out === "") throw new UsageError("--out <directory> is missing.");
  if (name !== undefined && !/^[A-Za-z0-9_.-]{1,100}$/.test(name))
    throw new UsageError(`--name must consist of letters, digits, "-", "_" and ".", not ${JSON.stringify(name)}.`);
  const fields = chosenFields(values.fields);
  if (workgroup.includes("")) throw new UsageError('--workgroup must be an id, not "".');
  const named = configuration.map(parseConfiguration);
  const given: Readonly<Record<string, unknown>> = values;
  const without = new Set(optionalKinds.filter(({ option }) => given[option]).map(({ kind }) => kind));
  const scope = { workgroups: workgroup, workspaces: workspace.map(parseWorkspace), without, named };
  return { ...others, out, name, scope, fields };
}

function chosenFields(list: string): ReadonlySet<string> {
  const chosen = list.split(",").flatMap((part) => {
    const word = part.trim();
    const fields = word === "all" ? allFields : word === "default" ? defaultFields : allFields.filter((field) => field === word);
    if (fields.length > 0) return fields;
    throw new UsageError(`--fields must list default, all or ${allFields.join(", ")}, not ${JSON.stringify(word)}.`);
  });
  return new Set(chosen);
}

function parseConfiguration(text: string) {
  const [, addon, name] = /^([^/]+)\/(.+)$/s.exec(text) ?? [];
  if (addon !== undefined && name !== undefined) return { addon, name };
  throw new UsageError(`--configuration must be <installed add-on>/<name>, not ${JSON.stringify(text)}.`);
}
