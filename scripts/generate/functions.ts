import type { Field } from "../../provider/describe/fields";
import type { FunctionDefinition } from "../../provider/functions/function";
import { functions } from "../../provider/functions/registry";
import { docComment } from "./comment";
import { capitalized } from "./names";
import { argumentsOf, shapeOf } from "./records";
import { namedTypes, objectType, plainType, properties } from "./types";

/** Generates the SDK's functions and their result records from the function definitions and the service's shapes. */

const all = Object.values(functions);
const resultOf = ({ description, returns }: FunctionDefinition): Field => ({ shape: shapeOf(returns, "known"), description });

/** Returns the module of the functions, each with its arguments and its output version. */
export function functionsModule(): string {
  // The first type is the record itself.
  const returned = all.flatMap((one) => namedTypes({ result: resultOf(one) }).slice(0, 1)).map(({ name }) => name);
  return [
    'import type * as pulumi from "@pulumi/pulumi";',
    'import type { AsInputs } from "../functions/inputs";',
    'import { callFunction, callFunctionOutput } from "../functions/session";',
    `import type { ${[...new Set(returned)].sort().join(", ")} } from "./records";`,
    ...all.map((one) => `\n${functionText(one)}`),
  ].join("\n");
}

function functionText(definition: FunctionDefinition): string {
  const { name, description, example, oneOf = {} } = definition;
  const args = `${capitalized(name)}Args`;
  const inputs = `${capitalized(name)}OutputArgs`;
  const result = plainType(resultOf(definition));
  const choice = Object.keys(oneOf).map((argument) => `\`${argument}\``);
  const declared = argumentsOf(definition);
  const isBare = Object.keys(declared).length === 0;
  const types = [
    `${docComment(`The arguments of {@link ${name}}.${choice.length === 0 ? "" : ` Pass exactly one of ${choice.join(" and ")}.`}`)}export interface ${args} {\n${properties(declared, plainType)}}`,
    `${docComment(`{@link ${args}}, each as an input.`)}export type ${inputs} = AsInputs<${args}>;`,
  ];
  const parts = [
    ...(isBare ? [] : types),
    `${docComment(description, { example })}export function ${name}(${isBare ? "" : `args: ${args}`}): Promise<${result}> {
  return callFunction("${name}"${isBare ? "" : ", args"});
}`,
    `${docComment(`{@link ${name}}${isBare ? "" : " for inputs,"} as an output.`)}export function ${name}Output(${isBare ? "" : `args: ${inputs}`}): pulumi.Output<${result}> {
  return callFunctionOutput("${name}"${isBare ? "" : ", args"});
}`,
  ];
  return parts.join("\n\n");
}

export function recordsModule(): string {
  const types = namedTypes(Object.fromEntries(all.map((one) => [one.name, resultOf(one)])));
  const known = types.flatMap((type) => ("values" in type ? [type.name] : []));
  const records = types.flatMap((type) => ("fields" in type ? [objectType(type, plainType)] : []));
  return [`import type { ${known.sort().join(", ")} } from "./types";\n`, ...records].join("\n");
}
