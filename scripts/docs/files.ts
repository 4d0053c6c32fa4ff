import { conformancePage } from "./conformance";
import { referencePages } from "./reference";
import { registryPage } from "./registry-page";
import { formatted } from "../generate/format";
import { sdkModules } from "../generate/sdk";
import { makeSchema } from "../schema/schema";

/** The directories that contain only generated files. */
export const generatedFolders = ["sdk/generated", "docs/reference"];

/** Returns the contents of all files generated from the descriptions, the commands, and the client, keyed by path. */
export async function generatedFiles(): Promise<Record<string, string>> {
  const modules = Object.entries(sdkModules()).map(async ([name, code]) => [`sdk/generated/${name}`, await formatted(code)] as const);
  return {
    ...Object.fromEntries(await Promise.all(modules)),
    "schema.json": `${JSON.stringify(makeSchema(), undefined, 2)}\n`,
    ...Object.fromEntries(Object.entries(referencePages()).map(([name, text]) => [`docs/reference/${name}`, text])),
    "docs/internals/conformance.md": `${conformancePage()}\n`,
    "docs/_index.md": `${registryPage()}\n`,
  };
}
