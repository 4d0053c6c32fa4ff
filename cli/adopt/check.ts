import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { cp, mkdir, mkdtemp, rm, symlink } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { openStack, type OperationResult, render } from "../../testing/engine";

/** What the preview of the written project says. */
export type Checked = { readonly clean: true; readonly resources: number } | { readonly clean: false; readonly preview: string };

/**
 * Imports the import file and previews the program, on the embedded engine and on a copy of the project: nothing is
 * installed, and no state is left. Without a change the preview sends no request.
 */
export async function check(folder: string, files: readonly string[], expected: number, signal: AbortSignal): Promise<Checked> {
  const base = await mkdtemp(join(tmpdir(), "graphplane-check-"));
  try {
    const program = join(base, "program");
    await mkdir(program);
    // The runner looks at no settings of the compiler: the copy's packages are this command's own.
    for (const file of files.filter((name) => name !== "tsconfig.json")) await cp(join(folder, file), join(program, file));
    await linkPackages(program);
    const stack = await openStack({ program, stack: "check", stateFolder: join(base, "state"), passphrase: randomUUID() });
    await stack.importResources(join(program, "import.json"));
    const result = await stack.preview({ signal });
    return isClean(result, expected)
      ? { clean: true, resources: expected }
      : { clean: false, preview: render(result, { color: false }).trimEnd() };
  } finally {
    await rm(base, { recursive: true, force: true });
  }
}

function isClean({ ok, steps, outputsDiff }: OperationResult, expected: number): boolean {
  const resources = steps.filter(({ type }) => !type.startsWith("pulumi:"));
  return ok && steps.every(({ op }) => op === "same") && resources.length === expected && Object.keys(outputsDiff).length === 0;
}

/** Makes this package and the SDK that it uses known to the program. */
async function linkPackages(program: string): Promise<void> {
  const modules = join(program, "node_modules");
  await mkdir(join(modules, "@pulumi"), { recursive: true });
  const sdk = dirname(createRequire(__filename).resolve("@pulumi/pulumi/package.json"));
  await symlink(sdk, join(modules, "@pulumi", "pulumi"), "junction");
  await symlink(packageRoot(), join(modules, "pulumi-graphplane"), "junction");
}

/** This package's folder: above the source one folder nearer than above what is built. */
function packageRoot(): string {
  const above = [join(__dirname, "..", ".."), join(__dirname, "..", "..", "..")];
  return above.find((folder) => existsSync(join(folder, "package.json"))) ?? __dirname;
}
