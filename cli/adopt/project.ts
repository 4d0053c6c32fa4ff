import type { ImportEntry } from "./import-file";

/** The files of the project; `dependency` is the version or the place of this package in its package.json. Pure. */
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
    // The files that `graphplane review` reads contain live values.
    ".gitignore": "node_modules/\npreview.json\nplan.json\n",
    "index.ts": program,
    "import.json": json({ resources }),
  };
}

/** A name that Pulumi accepts for a project, made from the folder's. */
export function projectName(folder: string): string {
  return (
    folder
      .replace(/[^A-Za-z0-9_.-]+/g, "-")
      .replace(/^[-.]+|[-.]+$/g, "")
      .slice(0, 100) || "account"
  );
}
