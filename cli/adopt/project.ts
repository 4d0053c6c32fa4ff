/** The files of the project beside the program; `dependency` is what its package.json says of this package. Pure. */
export function projectFiles(name: string, dependency: string): Record<string, string> {
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
    // What `graphplane review` reads holds live values.
    ".gitignore": "node_modules/\npreview.json\nplan.json\n",
  };
}

/** A project's name as Pulumi takes it, made of a folder's. */
export function projectName(folder: string): string {
  return (
    folder
      .replace(/[^A-Za-z0-9_.-]+/g, "-")
      .replace(/^[-.]+|[-.]+$/g, "")
      .slice(0, 100) || "account"
  );
}
