import type { TypeSpec, Types } from "../docs/reference-types";
import { goExample } from "./go";
import { pythonExample, typescriptExample, yamlExample } from "./languages";

/** Returns a program that declares a resource, in each language of Pulumi's registry. */
export function programsOf(kind: string, properties: object, types: object): Readonly<Record<string, string>> {
  return {
    typescript: typescriptExample(kind),
    python: pythonExample(kind),
    go: goExample(kind, properties as Readonly<Record<string, TypeSpec>>, types as Types),
    yaml: yamlExample(kind),
  };
}

/** Returns the example of a resource in each language, with the markers for Pulumi's registry and its generators. */
export function exampleSection(kind: string, properties: object, types: object): string {
  const fences = Object.entries(programsOf(kind, properties, types)).map(([language, text]) => `\`\`\`${language}\n${text}\n\`\`\``);
  return `\n\n{{% examples %}}\n## Example Usage\n{{% example %}}\n\n${fences.join("\n")}\n{{% /example %}}\n{{% /examples %}}`;
}
