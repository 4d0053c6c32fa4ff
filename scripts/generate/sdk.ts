import { registry } from "../../provider/registry";
import { typesModule } from "./entries";
import { functionsModule, recordsModule } from "./functions";
import { kebab } from "./names";
import { classModule } from "./resource-class";

/** The modules of `sdk/generated` by file name: out of the descriptions of the resources, the definitions of the functions and the shapes of the records. */
export function sdkModules(): Readonly<Record<string, string>> {
  const described = Object.entries(registry)
    .toSorted()
    .flatMap(([, { description }]) => (description === undefined ? [] : [description()]));
  const modules = {
    ...Object.fromEntries(described.map((one) => [`${kebab(one.kind)}.ts`, classModule(one)])),
    "functions.ts": functionsModule(),
    "records.ts": recordsModule(),
    "types.ts": typesModule(described),
  };
  const filled = Object.entries(modules).filter(([, text]) => text.includes("export"));
  return Object.fromEntries(filled.map(([file, text]) => [file, `// Written by \`npm run docs\`.\n${text}`]));
}
