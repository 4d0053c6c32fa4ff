import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { settingNames } from "../../client/settings";
import type { ResourceDefinition } from "../../provider/definition";
import { ProviderProcess } from "../../provider/lifecycle";
import { makeLifecycle, registry } from "../../provider/registry";
import { descriptionOf, findDeclaration, membersOf, readDeclarations, root } from "./declarations";
import { type Json, type Shape, token, type Translation, typeOf } from "./types";

/** The package schema of the native plugin, out of the SDK's doc comments and the resources' own schemas. */

interface PackageJson {
  readonly version: string;
  readonly description: string;
  readonly keywords: readonly string[];
  readonly license: string;
}

/** The schema as `schema.json` holds it. */
export function makeSchema(): Json {
  const { version, description, keywords, license } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as PackageJson;
  const translation = { declarations: readDeclarations("sdk", "sdk/functions"), types: {} };
  const resources = Object.keys(registry).map((kind) => [token(kind), resourceOf(kind, translation)]);
  const settings = settingsOf();
  return {
    name: "graphplane",
    displayName: "graphplane",
    version,
    description,
    keywords,
    license,
    meta: { supportPack: true },
    language: {
      nodejs: { respectSchemaVersion: true },
      python: { packageName: "pulumi_graphplane", respectSchemaVersion: true, pyproject: { enabled: true } },
      go: { importBasePath: "pulumi-graphplane/sdk/go/graphplane", generateResourceContainerTypes: true, respectSchemaVersion: true },
      csharp: { respectSchemaVersion: true },
    },
    config: { variables: settings },
    provider: { description: "The account that resources belong to: how to reach it, and its key.", inputProperties: settings },
    types: translation.types,
    resources: Object.fromEntries(resources) as Json,
  };
}

/** The settings as the client documents them. Without defaults from the environment: SDKs would write those into the state. */
function settingsOf(): Json {
  const declarations = readDeclarations("client/settings.ts");
  const members = membersOf(declarations, findDeclaration(declarations, "ClientSettings"));
  const integer = { type: "integer" };
  const shapes: Readonly<Record<string, Shape>> = { maxRetries: integer, maxConcurrency: integer };
  const settings = settingNames.map((name) => {
    const member = members.find((one) => one.name === name);
    if (member === undefined) throw new Error(`no setting ${name}`);
    const type = typeOf(member.type, shapes[name], name, { declarations, types: {} });
    return [name, { ...type, description: member.description, ...(name === "apiKey" ? { secret: true } : {}) }];
  });
  return Object.fromEntries(settings) as Json;
}

function resourceOf(kind: string, translation: Translation): Json {
  const { declarations } = translation;
  const { definition } = makeLifecycle(kind, new ProviderProcess());
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
    description: descriptionOf(findDeclaration(declarations, kind)),
    inputProperties,
    requiredInputs,
    properties: { ...inputProperties, ...(Object.fromEntries(properties) as Json) },
    required: always.map(({ name }) => name),
    aliases: [{ type: `pulumi-nodejs:dynamic/graphplane:${kind}` }],
  };
}

function inputsOf(definition: ResourceDefinition<object, object>, args: ReturnType<typeof membersOf>, translation: Translation): Json {
  const shape = z.toJSONSchema(definition.schema, { unrepresentable: "any" }) as Shape;
  const inputs = args.map(({ name, type, description }) => [
    name,
    {
      ...typeOf(type, shape.properties?.[name], `${definition.kind}${name.charAt(0).toUpperCase()}${name.slice(1)}`, translation),
      description,
      ...(isIn(definition.secret, name) ? { secret: true } : {}),
      ...(isIn(definition.replaceOnChanges, name) ? { replaceOnChanges: true } : {}),
    },
  ]);
  return Object.fromEntries(inputs) as Json;
}

const isIn = (names: readonly string[] | undefined, name: string) => names?.includes(name) === true;
