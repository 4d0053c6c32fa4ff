import { settingNames } from "../../client/http/settings";
import { account } from "../../provider/describe/account";
import { functions } from "../../provider/functions/registry";
import { registry } from "../../provider/registry";
import { environmentNames } from "../../provider/config";
import { omit } from "../../provider/values/json";
import type { Description } from "../../provider/describe/resource";
import { classText, outputsOf } from "../generate/resource-class";
import { type Json, propertiesOf, propertyOf, requiredNames, type SchemaTypes, token, withoutLinks } from "./fields";
import { functionSpec } from "./functions";
import { exampleSection } from "../examples/section";
import { goImportPath, registryFacts } from "./manifest";

/** The native plugin's package schema, generated from resource descriptions and function definitions. */

/** Returns the schema in the format of `schema.json`. */
export function makeSchema(): Json {
  const types: SchemaTypes = {};
  const resources = Object.keys(registry)
    .toSorted()
    .flatMap((kind) => registry[kind]?.description() ?? [])
    .map((description) => [token(description.kind), resourceOf(description, types)]);
  const settings = settingsOf(types);
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
    provider: {
      description: "The account that resources belong to: its address, its API key, and limits for requests.",
      inputProperties: settings,
    },
    types,
    resources: Object.fromEntries(resources) as Json,
    functions: Object.fromEntries(Object.entries(functions).map(([name, definition]) => [token(name), functionSpec(definition, types)])),
  };
}

/** Returns the settings of an account, without defaults from the environment, which SDKs would write into the state. */
function settingsOf(types: SchemaTypes): Json {
  const settings = settingNames.map((name) => {
    const setting = propertyOf(account.settings[name], name, types);
    const variable = environmentNames[name];
    const from = variable === undefined ? "" : ` Environment variable: \`${variable}\`.`;
    return [name, { ...setting, description: `${String(setting["description"])}${from}` }];
  });
  return Object.fromEntries(settings) as Json;
}

function resourceOf(description: Description, types: SchemaTypes): Json {
  const { kind, arguments: args } = description;
  const outputs = outputsOf(description);
  const given = Object.keys(args);
  const inputProperties = propertiesOf(args, kind, types);
  return {
    description: `${withoutLinks(classText(description))}${exampleSection(kind, inputProperties, types)}${importSection(description)}`,
    inputProperties,
    requiredInputs: requiredNames(args),
    properties: { ...inputProperties, ...propertiesOf(omit(outputs, given), kind, types) },
    required: requiredNames(outputs),
    aliases: [{ type: `pulumi-nodejs:dynamic/graphplane:${kind}` }],
  };
}

/** Returns the import section of a resource that is identified by its id alone. */
function importSection({ kind, idFormat, importFormat = idFormat }: Pick<Description, "kind" | "idFormat" | "importFormat">): string {
  if (!idFormat.startsWith("<")) return "";
  return `\n\n## Import\n\n\`\`\`sh\npulumi import ${token(kind)} name ${JSON.stringify(importFormat)}\n\`\`\``;
}
