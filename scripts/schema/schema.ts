import { z } from "zod";
import { settingNames } from "../../client/http/settings";
import type { ResourceDefinition } from "../../provider/definition";
import { functions } from "../../provider/functions/registry";
import { definitionOf, registry } from "../../provider/registry";
import { environmentNames } from "../../provider/config";
import type { Description } from "../../provider/describe/resource";
import { classText, outputsOf } from "../generate/resource-class";
import { type NamedTypes, objectOf as objectOfFields, requiredNames, withoutLinks } from "./fields";
import { exampleSection } from "../examples/section";
import { descriptionOf, findDeclaration, membersOf, readDeclarations, readSdk } from "./declarations";
import { goImportPath, registryFacts } from "./manifest";
import { anyType, capitalized, type Json, objectOf, type Shape, token, type Translation, typeOf } from "./types";

/** The package schema of the native plugin, out of the SDK's doc comments and the resources' own schemas. */

/** The schema as `schema.json` holds it. */
export function makeSchema(): Json {
  const translation = { declarations: readSdk(), types: {} };
  const resources = Object.keys(registry)
    .toSorted()
    .map((kind) => [token(kind), resourceOf(kind, translation)]);
  const settings = settingsOf();
  return {
    name: "graphplane",
    displayName: "graphplane",
    ...registryFacts(),
    meta: { supportPack: true },
    language: {
      nodejs: { packageName: "pulumi-graphplane", respectSchemaVersion: true },
      python: { packageName: "pulumi_graphplane", respectSchemaVersion: true, pyproject: { enabled: true } },
      go: { importBasePath: goImportPath, generateResourceContainerTypes: true, respectSchemaVersion: true },
      csharp: { respectSchemaVersion: true },
    },
    config: { variables: settings },
    provider: { description: "The account that resources belong to: how to reach it, and its key.", inputProperties: settings },
    types: translation.types,
    resources: Object.fromEntries(resources) as Json,
    functions: Object.fromEntries(
      Object.entries(functions)
        .toSorted(([one], [other]) => one.localeCompare(other))
        .map(([name, { result, returns }]) => [token(name), functionOf(name, result, returns === "any", translation)]),
    ),
  };
}

/** The settings as the client documents them. Without defaults from the environment: SDKs would write those into the state. */
function settingsOf(): Json {
  const declarations = readDeclarations("client/http/settings.ts");
  const members = membersOf(declarations, findDeclaration(declarations, "ClientSettings"));
  const integer = { type: "integer" };
  const shapes: Readonly<Record<string, Shape>> = { maxRetries: integer, maxConcurrency: integer };
  const settings = settingNames.map((name) => {
    const member = members.find((one) => one.name === name);
    if (member === undefined) throw new Error(`no setting ${name}`);
    const type = typeOf(member.type, shapes[name], name, { declarations, types: {} });
    const variable = environmentNames[name];
    const description = `${member.description}${variable === undefined ? "" : ` Environment variable: \`${variable}\`.`}`;
    return [name, { ...type, description, ...(name === "apiKey" ? { secret: true } : {}) }];
  });
  return Object.fromEntries(settings) as Json;
}

function resourceOf(kind: string, translation: Translation): Json {
  const description = registry[kind]?.description?.();
  return description === undefined ? readResource(kind, translation) : describedResource(description, translation.types);
}

/** A resource out of its description. */
function describedResource(description: Description, types: NamedTypes): Json {
  const { kind, arguments: args, outputs } = description;
  const inputProperties = objectOfFields(args, kind, types);
  const properties = objectOfFields(outputs, kind, types);
  const inputs = inputProperties["properties"] as Json;
  return {
    description: `${withoutLinks(classText(description))}${exampleSection(kind, inputs, types)}${importSection(description)}`,
    inputProperties: inputs,
    requiredInputs: inputProperties["required"],
    properties: { ...inputs, ...(properties["properties"] as Json) },
    required: requiredNames(outputsOf(description)),
    aliases: [{ type: `pulumi-nodejs:dynamic/graphplane:${kind}` }],
  };
}

function readResource(kind: string, translation: Translation): Json {
  const { declarations } = translation;
  const definition = definitionOf(kind);
  const args = membersOf(declarations, findDeclaration(declarations, `${kind}Args`));
  const inputProperties = inputsOf(definition, args, translation);
  const outputs = membersOf(declarations, findDeclaration(declarations, kind));
  const properties = outputs.map(({ name, type, description }) => {
    const secret = isIn(definition.secretOutputs, name) ? { secret: true } : {};
    return [name, inputProperties[name] ?? { ...typeOf(type, undefined, kind, translation), description, ...secret }];
  });
  const requiredInputs = args.filter(({ required }) => required).map(({ name }) => name);
  const always = outputs.filter(({ name, type }) => name in inputProperties && !/\| undefined/.test(type.getText()));
  return {
    description: `${descriptionOf(findDeclaration(declarations, kind))}${exampleSection(kind, inputProperties, translation.types)}${importSection(definition)}`,
    inputProperties,
    requiredInputs,
    properties: { ...inputProperties, ...(Object.fromEntries(properties) as Json) },
    required: always.map(({ name }) => name),
    aliases: [{ type: `pulumi-nodejs:dynamic/graphplane:${kind}` }],
  };
}

/** The import section of a resource that its id alone identifies. */
function importSection({ kind, idForm, importForm = idForm }: Pick<Description, "kind" | "idForm" | "importForm">): string {
  if (!idForm.startsWith("<")) return "";
  return `\n\n## Import\n\n\`\`\`sh\npulumi import ${token(kind)} name ${JSON.stringify(importForm)}\n\`\`\``;
}

function inputsOf(definition: ResourceDefinition<object, object>, args: ReturnType<typeof membersOf>, translation: Translation): Json {
  const shape = z.toJSONSchema(definition.schema, { unrepresentable: "any" }) as Shape;
  const inputs = args.map(({ name, type, description }) => [
    name,
    {
      ...typeOf(type, shape.properties?.[name], `${definition.kind}${capitalized(name)}`, translation),
      description,
      ...(isIn(definition.secret, name) ? { secret: true } : {}),
      ...(isIn(definition.review.replaceOnChanges, name) ? { replaceOnChanges: true } : {}),
    },
  ]);
  return Object.fromEntries(inputs) as Json;
}

/** A function: the protocol returns objects, so that an answer without fields of its own is the one field of an object. */
function functionOf(name: string, result: string | undefined, isWrapped: boolean, translation: Translation): Json {
  const { declarations } = translation;
  const declared = declarations.functions.get(name);
  if (declared?.type === undefined) throw new Error(`the SDK declares no function ${name}`);
  const args = declarations.types.get(`${capitalized(name)}Args`);
  const answer = typeOf(declared.type, undefined, name, { ...translation, isAnswer: true });
  if (isWrapped !== (answer === anyType)) throw new Error(`${name} is to be wrapped where its type is unknown, and only there`);
  const found = isWrapped ? wrapped(translation) : answer;
  const description = descriptionOf(declared);
  const list = { properties: { [result ?? ""]: { ...found, description } }, required: [result] };
  const outputs = result === undefined ? recordOf(found, translation) : list;
  return {
    description,
    ...(args === undefined ? {} : { inputs: objectOf(args, undefined, translation) }),
    outputs,
  };
}

/** An answer whose form is not documented. */
function wrapped({ types }: Translation): Json {
  const description = "The answer as the service gives it; a text that holds a JSON object or list comes parsed.";
  types[token("Answer")] = { type: "object", description, properties: { value: { ...anyType, description } } };
  return { $ref: `#/types/${token("Answer")}` };
}

function recordOf({ $ref }: Json, { types }: Translation): Json {
  const { properties, required } = types[String($ref).replace("#/types/", "")] ?? {};
  return { properties, required };
}

const isIn = (names: readonly string[] | undefined, name: string) => names?.includes(name) === true;
