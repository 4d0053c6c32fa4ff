import { randomUUID } from "node:crypto";
import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { openStack, type OperationResult, render } from "../../testing/engine";
import { packageRoot } from "./package";

/** The result of the preview of the project. */
export type Checked = { readonly clean: true; readonly resources: number } | { readonly clean: false; readonly preview: string };

/**
 * Imports the import file and previews the program, on the embedded engine and in a temporary folder: nothing is
 * installed, and no state is left. Without a change the preview sends no request.
 */
export async function check(files: Readonly<Record<string, string>>, expected: number, signal: AbortSignal): Promise<Checked> {
  const base = await mkdtemp(join(tmpdir(), "graphplane-check-"));
  try {
    const program = join(base, "program");
    await mkdir(program);
    // Without tsconfig.json, the runner uses no compiler settings: the copy has this command's own packages.
    const needed = Object.entries(files).filter(([name]) => name !== "tsconfig.json");
    for (const [name, text] of needed) await writeFile(join(program, name), text);
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
