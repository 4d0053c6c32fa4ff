import type { KnownValues, ObjectType } from "../../provider/describe/fields";
import type { Description } from "../../provider/describe/resource";
import { functions } from "../../provider/functions/registry";
import { capitalized, enumerationName, kebab } from "./names";
import { inputType, namedTypes, plainType, typeDeclaration } from "./types";

/** The modules of the SDK that list what the others declare. */

/** The types of the objects that arguments and outputs hold. */
export function typesModule(descriptions: readonly Description[]): string {
  const objects = (fields: Description["arguments"]) => namedTypes(fields).filter((type) => "fields" in type);
  const inputs = new Map(descriptions.flatMap((one) => objects(one.arguments)).map((type) => [type.name, type]));
  const outputs = new Map(descriptions.flatMap((one) => objects(one.outputs)).map((type) => [type.name, type]));
  return [
    'import type * as pulumi from "@pulumi/pulumi";\n\n',
    ...[...inputs.values()].map((type) => typeDeclaration(type, inputType)),
    ...[...outputs.values()].map((type) => typeDeclaration(type, plainType)),
  ].join("\n");
}

/** The classes and the types of the default entry. */
export function indexModule(descriptions: readonly Description[]): string {
  const classes = descriptions.map(({ kind, lookup }) => {
    const types = [`type ${kind}Args`, ...(lookup === undefined ? [] : [`type ${kind}Lookup`])];
    return `export { ${[kind, ...types].join(", ")} } from "./${kebab(kind)}";\n`;
  });
  return [...classes, 'export type * from "./types";\n'].join("");
}

/** The same classes and the functions through the native plugin, and the values of enumerations. */
export function nativeModule(descriptions: readonly Description[]): string {
  const classes = descriptions.map(
    ({ kind }) => `export const ${kind} = throughPlugin(sdk.${kind});\nexport type ${kind} = sdk.${kind};\n`,
  );
  const lookUps = Object.keys(functions).map(
    (name) => `export const ${name} = invoked("${name}");\nexport const ${name}Output = invokedOutput("${name}");\n`,
  );
  return [
    'import * as sdk from "../index";\nimport { invoked, invokedOutput } from "../invoked";\nimport { throughPlugin } from "../shim";\n\n',
    'export type * from "../index";\n\n',
    ...classes,
    "\n",
    ...lookUps,
    "\n// The values of arguments under the names that `pulumi import` and `pulumi convert` write into a program.\n",
    ...enumerations(descriptions),
  ].join("");
}

function enumerations(descriptions: readonly Description[]): string[] {
  const known = new Map(descriptions.flatMap((one) => knownIn(one)).map((one) => [one.name, one]));
  const choices = descriptions.flatMap(({ kind, arguments: args }) =>
    Object.entries(args).flatMap(([name, { shape }]) =>
      shape.is === "choice" ? [valuesOf(`${kind}${capitalized(name)}`, shape.values)] : [],
    ),
  );
  return [...[...known.values()].map(({ name, values }) => `export type ${name} = sdk.${name};\n${valuesOf(name, values)}`), ...choices];
}

function knownIn({ arguments: args }: Description): KnownValues[] {
  return namedTypes(args).filter((type): type is Exclude<typeof type, ObjectType> => "values" in type);
}

function valuesOf(name: string, values: readonly string[]): string {
  return `export const ${name} = { ${values.map((value) => `${enumerationName(value)}: ${JSON.stringify(value)}`).join(", ")} } as const;\n`;
}
