import type { Documented, RecordShape, Row } from "../../client/wire/record-shape";
import { namesOf } from "../../provider/functions/fields";
import type { FunctionDefinition } from "../../provider/functions/look-up";
import { functions } from "../../provider/functions/registry";
import { capitalized } from "./names";
import { docComment } from "./comment";

/** Writes the functions of the SDK, and the records that they return, from the definitions and from the shapes of the service. */

/** The module of the functions, each with its arguments and with its twin for inputs. */
export function functionsModule(): string {
  const all = Object.values(functions);
  const returned = all.flatMap(({ returns }) => (returns === "any" ? [] : [("list" in returns ? returns.list : returns).returned]));
  return [
    'import type * as pulumi from "@pulumi/pulumi";',
    'import type { AsInputs } from "../functions/inputs";',
    'import { lookUp, lookUpOutput } from "../functions/session";',
    `import type { ${[...new Set(returned)].sort().join(", ")} } from "./records";`,
    ...all.map((one) => `\n${functionText(one)}`),
  ].join("\n");
}

function functionText({ name, says, example, required = {}, oneOf = {}, returns }: FunctionDefinition): string {
  const args = `${capitalized(name)}Args`;
  const inputs = `${capitalized(name)}OutputArgs`;
  const result = returns === "any" ? "unknown" : typeText(returns);
  const choice = Object.keys(oneOf).map((argument) => `\`${argument}\``);
  const properties = [
    ...Object.entries(required).map(([argument, text]) => `${docComment(text, { indent: 2 })}  ${argument}: string;`),
    ...Object.entries(oneOf).map(([argument, text]) => `${docComment(text, { indent: 2 })}  ${argument}?: string;`),
  ];
  const isBare = properties.length === 0;
  const types = [
    `${docComment(`The arguments of {@link ${name}}.${choice.length === 0 ? "" : ` Give exactly one of ${choice.join(" and ")}.`}`)}export interface ${args} {\n${properties.join("\n")}\n}`,
    `${docComment(`{@link ${args}}, each as an input.`)}export type ${inputs} = AsInputs<${args}>;`,
  ];
  const parts = [
    ...(isBare ? [] : types),
    `${docComment(says, { example })}export function ${name}(${isBare ? "" : `args: ${args}`}): Promise<${result}> {
  return lookUp("${name}"${isBare ? "" : ", args"});
}`,
    `${docComment(`{@link ${name}}${isBare ? "" : " for inputs,"} as an output.`)}export function ${name}Output(${isBare ? "" : `args: ${inputs}`}): pulumi.Output<${result}> {
  return lookUpOutput("${name}"${isBare ? "" : ", args"});
}`,
  ];
  return parts.join("\n\n");
}

/** The module of the records that functions return. */
export function recordsModule(): string {
  const shapes = new Map<string, RecordShape>();
  for (const { returns } of Object.values(functions)) collect(returns, shapes);
  const types = [...shapes.values()].flatMap((shape) => [...groupsOf(shape), recordText(shape)]);
  const known = new Set(
    [...shapes.values()].flatMap(({ rows }) => Object.values(rows).flatMap(({ typed = "" }) => typed.match(/^\w+$/) ?? [])),
  );
  return [`import type { ${[...known].sort().join(", ")} } from "./types";`, "", ...types].join("\n");
}

/** Collects the shapes of a type, each once; those of its fields first. */
function collect(type: Documented, shapes: Map<string, RecordShape>): void {
  if (typeof type === "string") return;
  if ("list" in type) return collect(type.list, shapes);
  Object.values(type.fields).forEach((field) => collect(field, shapes));
  shapes.set(type.returned, type);
}

function recordText(shape: RecordShape): string {
  const names = namesOf(shape);
  const groups = new Set<string>();
  const fields = Object.entries(shape.rows).flatMap(([wire, row]) => {
    if (row.within === undefined) return [fieldText(names.get(wire) ?? "", row)];
    const { name, returned, says } = row.within;
    return groups.has(name) ? [] : (groups.add(name), [`${docComment(says, { indent: 2 })}  ${name}?: ${returned};`]);
  });
  return interfaceText(shape, fields);
}

/** The types of the objects of ours that group fields of a record. */
function groupsOf({ rows }: RecordShape): string[] {
  const grouped = Object.values(rows).filter(({ within }) => within !== undefined);
  return [...new Set(grouped.map(({ within }) => within))].flatMap((group) => {
    const fields = grouped.filter(({ within }) => within === group).map((row) => fieldText(row.as ?? "", row));
    return group === undefined ? [] : [interfaceText(group, fields)];
  });
}

function interfaceText({ returned, says }: { readonly returned: string; readonly says: string }, fields: readonly string[]): string {
  return `${docComment(says)}export interface ${returned} {\n${fields.join("\n")}\n}\n`;
}

function fieldText(name: string, { type, says, typed, always }: Row): string {
  return `${docComment(says, { indent: 2 })}  ${name}${always === true ? "" : "?"}: ${typed ?? typeText(type)};`;
}

function typeText(type: Documented): string {
  if (typeof type === "object") return "list" in type ? `${typeText(type.list)}[]` : type.returned;
  return type === "integer" ? "number" : type === "any" ? "unknown" : type;
}
