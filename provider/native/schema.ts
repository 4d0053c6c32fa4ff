import * as schema from "../../schema.json";

/** The parts of the package schema that the protocol needs. */
export interface PluginSchema {
  readonly text: () => string;
  /** A resource's outputs that are not arguments. */
  readonly outputsOf: (kind: string) => readonly string[];
}

interface SchemaJson {
  readonly resources: Readonly<Record<string, { readonly inputProperties: object; readonly properties: object } | undefined>>;
}

const { resources } = schema as SchemaJson;

/** The package schema, `schema.json`. */
export const pluginSchema: PluginSchema = {
  text: () => JSON.stringify(schema),
  outputsOf(kind) {
    const { properties = {}, inputProperties = {} } = resources[`graphplane:index:${kind}`] ?? {};
    return Object.keys(properties).filter((name) => !Object.hasOwn(inputProperties, name));
  },
};
