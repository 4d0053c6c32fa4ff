import * as schema from "../../schema.json";

/** The parts of the package schema that the protocol needs. */

interface SchemaJson {
  readonly resources: Readonly<Record<string, { readonly inputProperties: object; readonly properties: object } | undefined>>;
}

const { resources } = schema as SchemaJson;

export function schemaText(): string {
  return JSON.stringify(schema);
}

/** The outputs of a kind of resource that are no arguments. */
export function outputsOf(kind: string): readonly string[] {
  const { properties = {}, inputProperties = {} } = resources[`graphplane:index:${kind}`] ?? {};
  return Object.keys(properties).filter((name) => !Object.hasOwn(inputProperties, name));
}
