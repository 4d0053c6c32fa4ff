import type { Field, Fields } from "../../provider/describe/fields";
import { type Description, namesWhere } from "../../provider/describe/resource";
import { docComment } from "./comment";
import { inputType, namedTypes, plainType, properties, unwrappedType } from "./types";

export function classModule(description: Description): string {
  const { kind, arguments: args, outputs, lookup } = description;
  const all = outputsOf(description);
  const code = [
    docComment(`The arguments of ${article(kind)} {@link ${kind}}. ${description.argumentsDescription ?? ""}`.trim()),
    `export interface ${kind}Args {\n${properties(args, inputType)}}\n\n`,
    ...(lookup === undefined
      ? []
      : [docComment(`The arguments of {@link ${kind}.get}.`), `export interface ${kind}Lookup {\n${properties(lookup, inputType)}}\n\n`]),
    `const resource = ${JSON.stringify(factsOf(description, all))} as const;\n\n`,
    classComment(description),
    `export class ${kind} extends pulumi.CustomResource {\n`,
    ...Object.entries(all).map(([name, field]) => outputProperty(name, field, name in outputs ? plainType : unwrappedType)),
    getter(description),
    constructor(description),
    "}\n",
  ].join("");
  return `import * as pulumi from "@pulumi/pulumi";\n${importsOf(code, description)}\n${code}`;
}

function importsOf(code: string, { arguments: args, outputs }: Description): string {
  const isUsed = (name: string) => new RegExp(`(?<![\\w\`])${name}\\b`).test(code);
  const modules: Readonly<Record<string, readonly string[]>> = {
    "../shim": ["registration", "suspendStackTraces", "undeclared"],
    "./types": namedTypes({ ...args, ...outputs }).map(({ name }) => name),
  };
  return Object.entries(modules)
    .map(([path, names]) => {
      const used = names.filter(isUsed).sort();
      return used.length === 0 ? "" : `import ${path === "../shim" ? "" : "type "}{ ${used.join(", ")} } from "${path}";\n`;
    })
    .join("");
}

/** Returns the outputs with their descriptions. Those that are also arguments come first. */
export function outputsOf({ arguments: args, outputs }: Description): Fields {
  const given = Object.entries(args).filter(
    ([, { providerOnly, output }]) => output !== false && (providerOnly !== true || output !== undefined),
  );
  return Object.fromEntries([...given, ...Object.entries(outputs)].map(([name, field]) => [name, asOutput(field)]));
}

function asOutput({ isOptional: isOptionalArgument, output, ...field }: Field): Field {
  const { description = field.description, isOptional = isOptionalArgument === true } = output || {};
  return { ...field, description, ...(isOptional && { isOptional: true }) };
}

function outputProperty(name: string, field: Field, typeOf: (field: Field) => string): string {
  const type = `${typeOf(field)}${field.isOptional && field.shape.is !== "anything" ? " | undefined" : ""}`;
  return `${docComment(field.description, { indent: 2 })}  declare readonly ${name}: pulumi.Output<${type}>;\n`;
}

/** Returns the facts with which a constructor registers its resource. */
function factsOf({ kind, arguments: args, review: { protects } }: Description, outputs: Fields) {
  const secrets = namesWhere(args, ({ secret }) => secret === true);
  const secretOutputs = namesWhere(outputs, ({ secret }) => secret === true);
  return {
    kind,
    outputs: Object.keys(outputs),
    ...(secrets.length > 0 && { secrets }),
    ...(secretOutputs.length > 0 && { secretOutputs }),
    ...(protects && { protects }),
  };
}

/** Returns the doc comment of a class, which editors also show for `new` if the constructor has none. */
export function classComment(description: Description): string {
  const { api, example } = description;
  return docComment(classText(description), { see: `docs/internals/api.md, ${api}`, example: example.trim() });
}

export function classText({ description, idFormat, identity }: Description): string {
  const id = idFormat.startsWith("<") ? [`Its id is \`${idFormat}\`.`] : [];
  const once = identity === undefined ? [] : [`A program that declares the same ${listed(identity)} twice is refused.`];
  return [...description, [...id, ...once].join(" ")].filter(Boolean).join("\n\n");
}

function getter({ kind, idFormat, lookup, get }: Description): string {
  if (!idFormat.startsWith("<")) return "";
  const and = lookup === undefined ? "" : `, and its ${listed(Object.keys(lookup))}`;
  const comment = get ?? `Gets ${article(kind)} \`${kind}\` that the program does not manage, by its id, \`${idFormat}\`${and}.`;
  const state = lookup === undefined ? "" : `state: ${kind}Lookup, `;
  const args = lookup === undefined ? "undeclared" : `state as ${kind}Args`;
  return `
${docComment(comment, { indent: 2 })}  static get(name: string, id: pulumi.Input<pulumi.ID>, ${state}opts?: pulumi.CustomResourceOptions): ${kind} {
    return new this(name, ${args}, { ...opts, id });
  }
`;
}

const constructor = ({ kind }: Description) => `
  constructor(name: string, args: ${kind}Args, opts?: pulumi.CustomResourceOptions) {
    const restoreStackTraces = suspendStackTraces();
    try {
      super(...registration(resource, name, args, opts, new.target));
      restoreStackTraces();
    } catch (error) {
      throw restoreStackTraces(error);
    }
  }
`;

const article = (kind: string) => (/^[AEIOU]/.test(kind) ? "an" : "a");

function listed(names: readonly string[]): string {
  const quoted = names.map((name) => `\`${name}\``);
  return [quoted.slice(0, -1).join(", "), ...quoted.slice(-1)].filter(Boolean).join(" and ");
}
