import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { definitionOf, registry } from "../../provider/registry";
import { readText, root } from "../../tests/support/repository";
import { programsOf } from "../examples/section";
import { code, requestsOf, requestText } from "./page-text";
import { kebab } from "../generate/names";
import { nestedTypes, type Property, propertyTable, type Types } from "./reference-types";

/** A resource of `schema.json`. */
export interface ResourceSpec {
  readonly description: string;
  readonly inputProperties: Readonly<Record<string, Property>>;
  readonly requiredInputs: readonly string[];
  readonly properties: Readonly<Record<string, Property>>;
}

/** The resource whose page describes a type, by the anchor of the type's heading: the last one that has the type. */
export type TypeHomes = ReadonlyMap<string, string>;
export const anchorOf = (type: string): string => type.toLowerCase();

/** The reference page of a resource: an example in each language, the arguments, the outputs, the import and the requests. */
export function resourcePage(kind: string, spec: ResourceSpec, types: Types, homes: TypeHomes): string {
  const page = [
    `# ${kind}`,
    // The examples and the import have their own headings below.
    spec.description.replace(/\n\n(?:## |\{\{% examples)[^]*/, ""),
    "## Example",
    ...examplesOf(kind, spec, types),
    "## Arguments",
    ...argumentSections(kind, spec, types, homes),
    ...outputSections(spec, types),
    ...importSection(kind),
    "## Requests",
    requestList(kind),
  ].join("\n\n");
  return page.replace(/\]\(#(\w+)\)/g, (link, anchor: string) => {
    const home = homes.get(anchor) ?? kind;
    return home === kind ? link : `](${kebab(home)}.md#${anchor})`;
  });
}

/** The resource in TypeScript and, folded, in the languages of the native plugin; then a link to a project that declares it. */
function examplesOf(kind: string, { inputProperties }: ResourceSpec, types: Types): string[] {
  const { typescript = "", python = "", go = "", yaml = "" } = programsOf(kind, inputProperties, types);
  const folded = [
    ["Python", code(python, "python")],
    ["Go", code(go, "go")],
    ["YAML", code(yaml, "yaml")],
  ] as const;
  return [
    code(typescript, "typescript"),
    ...folded.map(([language, text]) => `<details><summary>${language}</summary>\n\n${text}\n\n</details>`),
    ...projectOf(kind),
  ];
}

/** The link to the example that has the resource's name, or to the first that declares one. */
function projectOf(kind: string): string[] {
  const folders = [kebab(kind), ...readdirSync(join(root, "examples")).sort()].map((name) => `examples/${name}`);
  const folder = folders.find((name) => existsSync(join(root, name, "index.ts")) && readText(`${name}/index.ts`).includes(`new ${kind}(`));
  return folder === undefined ? [] : [`A complete project: [${folder}](../../${folder}).`];
}

/** The settings first, then the arguments that never reach the service, then the types of nested values. */
function argumentSections(kind: string, { inputProperties, requiredInputs }: ResourceSpec, types: Types, homes: TypeHomes): string[] {
  const isLocal = (name: string) => registry[kind]?.description().arguments[name]?.providerOnly === true;
  const tableOf = (isWanted: (name: string) => boolean) => {
    const properties = Object.fromEntries(Object.entries(inputProperties).filter(([name]) => isWanted(name)));
    return propertyTable("argument", { properties, required: requiredInputs }, types);
  };
  const described = Object.values(registry[kind]?.description().arguments ?? {});
  const isSilent = described.some(
    ({ providerOnly, wire, replaces, effect }) => !providerOnly && wire !== false && !replaces && effect === undefined,
  );
  return [
    ...(isSilent ? ["If an argument says nothing about the effect of a change, the service does not document it."] : []),
    tableOf((name) => !isLocal(name)),
    ...(Object.keys(inputProperties).some(isLocal)
      ? ["These arguments control how graphplane works. Changing only these sends nothing.", tableOf(isLocal)]
      : []),
    ...nestedTypes(Object.values(inputProperties), types)
      .filter((name) => homes.get(anchorOf(name)) === kind)
      .flatMap((name) => typeSection(name, types)),
  ];
}

function outputSections({ inputProperties, properties }: ResourceSpec, types: Types): string[] {
  const outputs = Object.fromEntries(Object.entries(properties).filter(([name]) => !(name in inputProperties)));
  const known = nestedTypes(Object.values(inputProperties), types);
  const facts = nestedTypes(Object.values(outputs), types, [...known]).slice(known.length);
  if (Object.keys(outputs).length === 0) return [];
  return [
    "## Outputs",
    "Besides the arguments:",
    propertyTable("output", { properties: outputs }, types),
    ...facts.flatMap((name) => typeSection(name, types)),
  ];
}

function typeSection(name: string, types: Types): string[] {
  const type = types[`graphplane:index:${name}`] ?? {};
  return [`### ${name}`, type.description ?? "", propertyTable("field", type, types)];
}

function importSection(kind: string): string[] {
  const { idFormat, importFormat = idFormat } = definitionOf(kind);
  if (!idFormat.startsWith("<")) return [];
  const state = registry[kind]?.description().lookup === undefined ? "" : ", { … }";
  return [
    "## Import",
    `\`${kind}.get("<name>", "${idFormat}"${state})\` only reads an existing object. To manage it, [adopt or import it](../languages.md#import):`,
    code(`pulumi import graphplane:index:${kind} <name> '${importFormat}'`, "sh"),
  ];
}

function requestList(kind: string): string {
  const rows = requestsOf(kind);
  const lines = rows.map((row) => `- ${requestText(row)}${row.number === "extension" ? " †" : ""}`);
  const isLacking = rows.some(({ number }) => number === "extension");
  const note = isLacking ? "\n\n† [A service may lack it](../internals/api.md#11-calls-beyond-the-description)." : "";
  return `${lines.join("\n")}${note}`;
}
