import { registry } from "../../provider/registry";
import { indexModule, nativeModule, providerModule, typesModule } from "./entries";
import { functionsModule, recordsModule } from "./functions";
import { kebab } from "./names";
import { classModule } from "./resource-class";

/** Returns the modules of `sdk/generated`, keyed by file name. They are generated from resource descriptions, function definitions, and record shapes. */
export function sdkModules(): Readonly<Record<string, string>> {
  const descriptions = Object.keys(registry)
    .toSorted()
    .flatMap((kind) => registry[kind]?.description() ?? []);
  const modules = {
    ...Object.fromEntries(descriptions.map((one) => [`${kebab(one.kind)}.ts`, classModule(one)])),
    "explicit-provider.ts": providerModule(),
    "functions.ts": functionsModule(),
    "index.ts": indexModule(descriptions),
    "native.ts": nativeModule(descriptions),
    "records.ts": recordsModule(),
    "types.ts": typesModule(descriptions),
  };
  return Object.fromEntries(Object.entries(modules).map(([file, text]) => [file, `// Written by \`npm run docs\`.\n${text}`]));
}
