import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { definitionOf, registry } from "../../provider/registry";
import { readText, root } from "../../tests/support/repository";
import { programsOf } from "../examples/section";
import { code, daggerNote, ownSentences, requestsOf, requestText } from "./page-text";
import { kebab } from "../generate/names";
import { nestedTypes, type Property, propertyList, type Types } from "./reference-types";

/** A resource of `schema.json`. */
export interface ResourceSpec {
  readonly description: string;
  readonly inputProperties: Readonly<Record<string, Property>>;
  readonly requiredInputs: readonly string[];
  readonly properties: Readonly<Record<string, Property>>;
}

/** The pages that describe types and properties that several resources share. */
interface Shared {
  /** The resource whose page describes a type, keyed by the anchor of the type's heading. This is the last resource that has the type. */
  readonly homes: ReadonlyMap<string, string>;
  /** The resource that has many of the same arguments and outputs, and whose page describes them. */
  readonly originals: Originals | undefined;
}

interface Originals {
  readonly kind: string;
  readonly isSame: (table: "inputProperties" | "properties", name: string) => boolean;
}

/** Finds a later resource that shares at least five arguments, with the same types and descriptions. */
export function originalsOf(kind: string, resources: readonly (readonly [kind: string, spec: ResourceSpec])[]): Originals | undefined {
  const own = resources.find(([name]) => name === kind)?.[1];
  const later = resources.slice(resources.findIndex(([name]) => name === kind) + 1);
  for (const [name, spec] of later) {
    const isSame: Originals["isSame"] = (table, property) => isDeepStrictEqual(own?.[table][property], spec[table][property]);
    if (Object.keys(spec.inputProperties).filter((property) => isSame("inputProperties", property)).length >= 5)
      return { kind: name, isSame };
  }
  return undefined;
}
export const anchorOf = (type: string): string => type.toLowerCase();

/** Returns the reference page of a resource, with an example in each language, the arguments, the outputs, the import and the requests. */
export function resourcePage(kind: string, spec: ResourceSpec, types: Types, shared: Shared): string {
  const page = [
    `# ${kind}`,
    // The examples and the import have their own headings below.
    ...spec.description
      .replace(/\n\n(?:## |\{\{% examples)[^]*/, "")
      .split("\n\n")
      .map(ownSentences)
      .filter(Boolean),
    "## Example",
    ...examplesOf(kind, spec, types),
    "## Arguments",
    ...argumentSections(kind, spec, types, shared),
    ...outputSections(spec, types, shared),
    ...importSection(kind),
    "## Requests",
    requestList(kind),
  ].join("\n\n");
  return page.replace(/\]\(#(\w+)\)/g, (link, anchor: string) => {
    const home = shared.homes.get(anchor) ?? kind;
    return home === kind ? link : `](${kebab(home)}.md#${anchor})`;
  });
}

/** Returns the example in TypeScript and, collapsed, in the other languages, followed by a link to a complete project. */
function examplesOf(kind: string, { inputProperties }: ResourceSpec, types: Types): string[] {
  const { typescript = "", python = "", go = "", yaml = "" } = programsOf(kind, inputProperties, types);
  return [
    code(typescript, "typescript"),
    "<details><summary>Python, Go, YAML</summary>",
    code(python, "python"),
    code(insideRun(go), "go"),
    code(yaml, "yaml"),
    "</details>",
    ...projectOf(kind),
  ];
}

/** Returns the statements of a Go program, without the boilerplate. */
function insideRun(program: string): string {
  const [, statements = program] = /pulumi\.Run\(.*\n([^]*?)\n\t\treturn err\n/.exec(program) ?? [];
  return statements.replace(/^\t\t/gm, "");
}

/** Returns the link to the example named after the resource, or to the first example that declares it. */
function projectOf(kind: string): string[] {
  const folders = [kebab(kind), ...readdirSync(join(root, "examples")).sort()].map((name) => `examples/${name}`);
  const folder = folders.find((name) => existsSync(join(root, name, "index.ts")) && readText(`${name}/index.ts`).includes(`new ${kind}(`));
  return folder === undefined ? [] : [`A complete project: [${folder}](../../${folder}).`];
}

/** Returns the sections of arguments, in this order: the settings, the arguments that are never sent, and the types of nested values. */
function argumentSections(kind: string, spec: ResourceSpec, types: Types, { homes, originals }: Shared): string[] {
  const { inputProperties, requiredInputs } = spec;
  const isLocal = (name: string) => registry[kind]?.description().arguments[name]?.providerOnly === true;
  const listOf = (isWanted: (name: string) => boolean) => {
    const isHere = (name: string) => isWanted(name) && originals?.isSame("inputProperties", name) !== true;
    const properties = Object.fromEntries(Object.entries(inputProperties).filter(([name]) => isHere(name)));
    return propertyList({ properties, required: requiredInputs }, types);
  };
  return [
    listOf((name) => !isLocal(name)),
    ...sharedNames(inputProperties, "inputProperties", originals),
    ...(Object.keys(inputProperties).some(isLocal) ? ["For [graphplane itself](README.md#arguments):", listOf(isLocal)] : []),
    ...nestedTypes(Object.values(inputProperties), types)
      .filter((name) => homes.get(anchorOf(name)) === kind)
      .flatMap((name) => typeSection(name, types)),
  ];
}

function outputSections({ inputProperties, properties }: ResourceSpec, types: Types, { originals }: Shared): string[] {
  const all = Object.fromEntries(Object.entries(properties).filter(([name]) => !(name in inputProperties)));
  const outputs = Object.fromEntries(Object.entries(all).filter(([name]) => originals?.isSame("properties", name) !== true));
  const known = nestedTypes(Object.values(inputProperties), types);
  const facts = nestedTypes(Object.values(outputs), types, [...known]).slice(known.length);
  if (Object.keys(all).length === 0) return [];
  return [
    "## Outputs",
    propertyList({ properties: outputs }, types),
    ...sharedNames(all, "properties", originals),
    ...facts.flatMap((name) => typeSection(name, types)),
  ];
}

/** Returns the names of the properties that another page describes. */
function sharedNames(properties: object, table: "inputProperties" | "properties", originals: Originals | undefined): string[] {
  const names = Object.keys(properties).filter((name) => originals?.isSame(table, name) === true);
  if (originals === undefined || names.length === 0) return [];
  const heading = table === "properties" ? "outputs" : "arguments";
  const link = `[${heading} of ${originals.kind}](${kebab(originals.kind)}.md#${heading})`;
  return [`The same as the ${link}: ${names.map((name) => `\`${name}\``).join(", ")}.`];
}

function typeSection(name: string, types: Types): string[] {
  const type = types[`graphplane:index:${name}`] ?? {};
  return [`### ${name}`, type.description ?? "", propertyList(type, types)];
}

function importSection(kind: string): string[] {
  const { idFormat, importFormat = idFormat } = definitionOf(kind);
  if (!idFormat.startsWith("<")) return [];
  const state = registry[kind]?.description().lookup === undefined ? "" : ", { … }";
  return [
    "## Import",
    `\`${kind}.get("<name>", "${idFormat}"${state})\` only reads. To manage the object, [import it](../languages.md#import):`,
    code(`pulumi import graphplane:index:${kind} <name> '${importFormat}'`, "sh"),
  ];
}

function requestList(kind: string): string {
  const lines = requestsOf(kind).map((row) => `- ${requestText(row)}`);
  const note = lines.some((line) => line.endsWith("†")) ? `\n\n${daggerNote}` : "";
  return `${lines.join("\n")}${note}`;
}
