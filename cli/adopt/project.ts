import type { Declared } from "../../provider/adopt/facts";
import { holdsAddress } from "../../provider/adopt/secrets";
import { dynamicType, providerInput } from "../../sdk/shim";
import type { Adopted } from "./account";

/** Returns the project's files. `dependency` is the version or the location of this package. Pure. */
export function projectFiles(name: string, dependency: string, program: string, resources: readonly ImportEntry[]): Record<string, string> {
  const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;
  return {
    "Pulumi.yaml": `name: ${JSON.stringify(name)}\ndescription: Settings of an existing account\nruntime: nodejs\n`,
    "package.json": json({
      name: name.toLowerCase().replace(/^[._]+/, "") || "adopted",
      private: true,
      main: "index.ts",
      dependencies: { "@pulumi/pulumi": "^3.200.0", "pulumi-graphplane": dependency },
      devDependencies: { "@types/node": "^20.0.0", typescript: "~5.9" },
    }),
    "tsconfig.json": json({
      compilerOptions: { target: "es2022", module: "node16", moduleResolution: "node16", strict: true, skipLibCheck: true, noEmit: true },
      include: ["*.ts"],
    }),
    // Previews and plans contain live values.
    ".gitignore": "node_modules/\npreview.json\nplan.json\n",
    "index.ts": program,
    "import.json": json({ resources }),
  };
}

export function projectName(folder: string): string {
  return (
    folder
      .replace(/[^A-Za-z0-9_.-]+/g, "-")
      .replace(/^[-.]+|[-.]+$/g, "")
      .slice(0, 100) || "account"
  );
}

export type ImportEntry = ReturnType<typeof importEntries>[number];

/**
 * Returns the entries of the file for `pulumi import --file`. Resources with an argument that the service never returns are not importable.
 * The import does not call the provider, because each entry contains inputs and outputs; `properties` lists the declared inputs. Pure.
 */
export function importEntries({ kinds }: Adopted, service: string) {
  return kinds.flatMap(({ kind, facts, declared }) => {
    if (facts.secret !== undefined) return [];
    const own = providerInput(kind);
    return declared.map(({ name, id, args, outputs }) => {
      const all = { ...args, ...own };
      return {
        type: dynamicType(kind),
        name,
        id,
        properties: Object.keys(all),
        inputs: all,
        outputs: { ...args, ...withoutAddresses(outputs), ...own, __service: service },
      };
    });
  });
}

/** Returns the outputs without e-mail addresses, which must not end up in a repository. The next refresh reads them. */
function withoutAddresses(outputs: Declared["outputs"] = {}): object {
  return Object.fromEntries(Object.entries(outputs).filter(([, value]) => !holdsAddress(value)));
}
