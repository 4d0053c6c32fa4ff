import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { definitionOf, registry } from "../../provider/registry";
import { readText, root } from "../../tests/support/repository";
import type { Declarations } from "../schema/declarations";
import { programsOf } from "../examples/section";
import { type Limits, limitsOf, limitText, nestedLimits } from "./limits";
import { code, kebab, requestsOf, requestText } from "./page-text";
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
export function resourcePage(kind: string, spec: ResourceSpec, types: Types, declarations: Declarations, homes: TypeHomes): string {
  const page = [
    `# ${kind}`,
    // The examples and the import have their own headings below.
    spec.description.replace(/\n\n(?:## |\{\{% examples)[^]*/, ""),
    "## Example",
    ...examplesOf(kind, spec, types),
    "## Arguments",
    ...argumentSections(kind, spec, types, homes),
    ...outputSections(spec, types),
    ...importSection(kind, declarations),
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

/** The effects of sending an argument's new value, as a review states them. */
function effectsOf(kind: string, name: string): string[] {
  const review = registry[kind]?.review();
  return (review?.consequences ?? []).flatMap((row) => {
    if (!("method" in row) || row.method !== "PUT" || row.field === undefined) return [];
    if (!(name in (review?.argumentsOf({ [row.field]: row.value ?? "…" }, {}) ?? {}))) return [];
    return [`*${row.value === undefined ? "If it changes" : `\`${JSON.stringify(row.value)}\``}:* ${row.says}`];
  });
}

/** The settings first, then the arguments that never reach the service, then the types of nested values. */
function argumentSections(kind: string, { inputProperties, requiredInputs }: ResourceSpec, types: Types, homes: TypeHomes): string[] {
  const local = registry[kind]?.review().localArguments ?? [];
  const limits = limitsOf(kind);
  const inner = nestedLimits(inputProperties, limits, types);
  const nested = nestedTypes(Object.values(inputProperties), types);
  const tableOf = (isWanted: (name: string) => boolean) => {
    const properties = Object.fromEntries(Object.entries(inputProperties).filter(([name]) => isWanted(name)));
    const isDescribed = registry[kind]?.description !== undefined;
    const notesOf = (name: string) => (isDescribed ? {} : { allowed: limitText(limits[name]), effects: effectsOf(kind, name) });
    return propertyTable("argument", { properties, required: requiredInputs }, types, { notesOf });
  };
  const described = Object.values(registry[kind]?.description().arguments ?? {});
  const isSilent = described.some(({ local, wire, replaces, effect }) => !local && wire !== false && !replaces && effect === undefined);
  return [
    ...(isSilent ? ["If an argument says nothing about the effect of a change, the service does not document it."] : []),
    tableOf((name) => !local.includes(name)),
    ...(local.length === 0
      ? []
      : ["These arguments control how graphplane works. Changing only these sends nothing.", tableOf((name) => local.includes(name))]),
    ...nested.filter((name) => homes.get(anchorOf(name)) === kind).flatMap((name) => typeSection(name, types, inner.get(name))),
  ];
}

function outputSections({ inputProperties, properties }: ResourceSpec, types: Types): string[] {
  const outputs = Object.fromEntries(Object.entries(properties).filter(([name]) => !(name in inputProperties)));
  const known = nestedTypes(Object.values(inputProperties), types);
  const facts = nestedTypes(Object.values(outputs), types, [...known]).slice(known.length);
  const isEmpty = Object.keys(outputs).length === 0;
  if (isEmpty) return [];
  return [
    "## Outputs",
    "Besides the arguments:",
    propertyTable("output", { properties: outputs }, types),
    ...facts.flatMap((name) => typeSection(name, types)),
  ];
}

function typeSection(name: string, types: Types, limits: Readonly<Record<string, Limits>> = {}): string[] {
  const type = types[`graphplane:index:${name}`] ?? {};
  const notesOf = (field: string) => ({ allowed: limitText(limits[field]) });
  return [`### ${name}`, type.description ?? "", propertyTable("field", type, types, { notesOf })];
}

function importSection(kind: string, { types }: Declarations): string[] {
  const { idForm, importForm = idForm } = definitionOf(kind);
  if (!idForm.startsWith("<")) return [];
  const state = types.has(`${kind}Lookup`) ? ", { … }" : "";
  return [
    "## Import",
    `\`${kind}.get("<name>", "${idForm}"${state})\` only reads an existing object. To manage it, [adopt or import it](../languages.md#import):`,
    code(`pulumi import graphplane:index:${kind} <name> '${importForm}'`, "sh"),
  ];
}

function requestList(kind: string): string {
  const rows = requestsOf(kind);
  const lines = rows.map((row) => `- ${requestText(row)}${row.number === "extension" ? " †" : ""}`);
  const isLacking = rows.some(({ number }) => number === "extension");
  const note = isLacking ? "\n\n† [A service may lack it](../internals/api.md#11-calls-beyond-the-description)." : "";
  return `${lines.join("\n")}${note}`;
}
