import type { TypeSpec, Types } from "../docs/reference-types";
import { goExample } from "./go";
import { pythonExample, typescriptExample, yamlExample } from "./languages";

/** The example of a resource in each language, with the marks by which Pulumi's registry and its generators find it. */
export function exampleSection(kind: string, properties: object, types: object): string {
  const programs = {
    typescript: typescriptExample(kind),
    python: pythonExample(kind),
    go: goExample(kind, properties as Readonly<Record<string, TypeSpec>>, types as Types),
    yaml: yamlExample(kind),
  };
  const fences = Object.entries(programs).map(([language, text]) => `\`\`\`${language}\n${text}\n\`\`\``);
  return `\n\n{{% examples %}}\n## Example Usage\n{{% example %}}\n\n${fences.join("\n")}\n{{% /example %}}\n{{% /examples %}}`;
}
