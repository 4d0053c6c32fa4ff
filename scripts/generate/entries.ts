import { account } from "../../provider/describe/account";
import type { Fields, OpenEnumType } from "../../provider/describe/fields";
import * as openEnums from "../../provider/describe/open-enums";
import type { Description } from "../../provider/describe/resource";
import { functions } from "../../provider/functions/registry";
import { capitalized, enumerationName, kebab } from "./names";
import { docComment } from "./comment";
import { classComment } from "./resource-class";
import { inputType, knownType, namedTypes, objectType, plainType, properties } from "./types";

/** The SDK modules that re-export the others. */

/** Returns the module with the types of strings that have known values, and of the objects in arguments and outputs. */
export function typesModule(descriptions: readonly Description[]): string {
  const objects = (fields: Fields) => namedTypes(fields).filter((type) => "fields" in type);
  const inputs = new Map(descriptions.flatMap((one) => objects(one.arguments)).map((type) => [type.name, type]));
  const outputs = new Map(descriptions.flatMap((one) => objects(one.outputs)).map((type) => [type.name, type]));
  return [
    'import type * as pulumi from "@pulumi/pulumi";\n',
    `${docComment("A string with known values. Any other string is also accepted, because a service can add values.")}export type Open<Known extends string> = Known | (string & {});\n`,
    ...Object.values(openEnums).map(knownType),
    ...[...inputs.values()].map((type) => objectType(type, inputType)),
    ...[...outputs.values()].map((type) => objectType(type, plainType)),
  ].join("\n");
}

/** Returns the module with the class of an explicit provider. */
export function providerModule(): string {
  return `import * as pulumi from "@pulumi/pulumi";
import { providerRegistration } from "../provider-inputs";

${docComment("The arguments of a {@link Provider}. Omitted settings come from the environment, or have their defaults.")}export interface ProviderArgs {
${properties(account.settings, inputType)}}

${docComment(account.description, { example: account.example.trim() })}export class Provider extends pulumi.ProviderResource {
  constructor(name: string, args: ProviderArgs = {}, opts?: pulumi.ResourceOptions) {
    super(...providerRegistration(name, args, opts));
  }
}
`;
}

/** Returns the module with the classes and types of the default entry. */
export function indexModule(descriptions: readonly Description[]): string {
  const classes = descriptions.map(({ kind, lookup }) => {
    const types = [`type ${kind}Args`, ...(lookup === undefined ? [] : [`type ${kind}Lookup`])];
    return `export { ${[kind, ...types].join(", ")} } from "./${kebab(kind)}";\n`;
  });
  const others = ["functions", "records", "types"].map((module) => `export * from "./${module}";\n`);
  return [...classes, ...others].join("");
}

/** Returns the module with the same classes for the native plugin, its functions, and the values of enumerations. */
export function nativeModule(descriptions: readonly Description[]): string {
  const classes = descriptions.map((description) => {
    const { kind } = description;
    return `${classComment(description)}export const ${kind} = throughPlugin(sdk.${kind});\nexport type ${kind} = sdk.${kind};\n\n`;
  });
  const functionExports = Object.keys(functions).map(
    (name) => `export const ${name} = invoked("${name}");\nexport const ${name}Output = invokedOutput("${name}");\n`,
  );
  return [
    'import * as sdk from "../index";\nimport { invoked, invokedOutput } from "../invoked";\nimport { throughPlugin } from "../shim";\n\n',
    'export { Provider, type ProviderArgs } from "./explicit-provider";\nexport type * from "../index";\n\n',
    ...classes,
    ...functionExports,
    "\n// The values of arguments under the names that `pulumi import` and `pulumi convert` write into a program.\n",
    ...enumerations(descriptions),
  ].join("");
}

/** Returns the enumerations of the plugin's schema. */
function enumerations(descriptions: readonly Description[]): string[] {
  const declared = descriptions.flatMap((one) => namedTypes(one.arguments).flatMap((type) => ("values" in type ? [type] : [])));
  const known = new Map<string, OpenEnumType>(declared.map((type) => [type.name, type]));
  const choices = descriptions.flatMap(({ kind, arguments: args }) =>
    Object.entries(args).flatMap(([name, { shape }]) =>
      shape.is === "choice" ? [valuesOf(`${kind}${capitalized(name)}`, shape.values)] : [],
    ),
  );
  return [...[...known.values()].map(({ name, values }) => `export type ${name} = sdk.${name};\n${valuesOf(name, values)}`), ...choices];
}

function valuesOf(name: string, values: readonly string[]): string {
  return `export const ${name} = { ${values.map((value) => `${enumerationName(value)}: ${JSON.stringify(value)}`).join(", ")} } as const;\n`;
}
