import { randomUUID } from "node:crypto";
import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { packageRoot } from "../../client/http/version";
import { getIn, isObject, parseJson } from "../../provider/values/json";
import type { Terminal } from "../command";
import { UsageError } from "../errors";
import { installPulumi, type PulumiRun, pulumiVersion, runPulumi } from "../pulumi";

/** The result of a preview of the project. `preview` is its output if it contains a change. */
export type Checked = { readonly clean: true } | { readonly clean: false; readonly preview: string };

export async function requirePulumi({ environment: env, stopped }: Terminal): Promise<void> {
  const version = await pulumiVersion((args) => runPulumi(args, { folder: ".", env, stopped }));
  if (version !== undefined) return;
  throw new UsageError(
    `--check needs the Pulumi CLI, which is not on PATH. ${installPulumi}. Or run adopt without --check, and preview later with the commands under "Next" in its report.`,
  );
}

/**
 * Imports the import file and previews the program with the user's Pulumi CLI, in a temporary directory with a separate Pulumi home and
 * state. The user's installation and state do not change. A preview without changes sends no request.
 */
export async function check(files: Readonly<Record<string, string>>, expected: number, terminal: Terminal): Promise<Checked> {
  const { environment, stopped } = terminal;
  const base = await mkdtemp(join(tmpdir(), "graphplane-check-"));
  try {
    const program = join(base, "program");
    await mkdir(program);
    await mkdir(join(base, "state"));
    // Without a tsconfig.json, the program runs with default compiler settings and uses this command's own packages.
    const needed = Object.entries(files).filter(([name]) => name !== "tsconfig.json");
    for (const [name, text] of needed) await writeFile(join(program, name), text);
    await linkPackages(program);
    const env = {
      ...environment,
      PULUMI_HOME: join(base, "home"),
      PULUMI_BACKEND_URL: `file://${join(base, "state")}`,
      PULUMI_CONFIG_PASSPHRASE: randomUUID(),
      PULUMI_SKIP_UPDATE_CHECK: "true",
      PULUMI_NODEJS_TRANSPILE_ONLY: "true",
    };
    return await preview((args) => runPulumi(args, { folder: program, env, stopped }), expected);
  } finally {
    await rm(base, { recursive: true, force: true });
  }
}

async function preview(run: (args: readonly string[]) => Promise<PulumiRun>, expected: number): Promise<Checked> {
  const onStack = ["--stack", "check", "--non-interactive"];
  const before = [
    ["stack", "init", "check", "--non-interactive"],
    ["import", "--file", "import.json", "--generate-code=false", "--protect=false", "--skip-preview", "--yes", ...onStack],
  ];
  for (const args of before) {
    const { code, stdout, stderr } = await run(args);
    if (code !== 0) return { clean: false, preview: `pulumi ${args[0]} failed:\n${(stdout + stderr).trimEnd()}` };
  }
  const { code, stdout, stderr } = await run(["preview", "--json", ...onStack]);
  if (code === 0 && isClean(stdout, expected)) return { clean: true };
  const shown = await run(["preview", "--diff", "--color", "never", ...onStack]);
  return { clean: false, preview: (shown.stdout + shown.stderr).trimEnd() || stderr.trimEnd() };
}

/** Returns true if the preview changes neither the imported resources nor the stack and its provider. */
function isClean(text: string, expected: number): boolean {
  const summary = getIn(parseJson(text), ["changeSummary"]);
  const { same, ...others } = isObject(summary) ? summary : {};
  return Number(same) > expected && Object.values(others).every((number) => number === 0);
}

async function linkPackages(program: string): Promise<void> {
  const modules = join(program, "node_modules");
  await mkdir(join(modules, "@pulumi"), { recursive: true });
  const sdk = dirname(createRequire(__filename).resolve("@pulumi/pulumi/package.json"));
  await symlink(sdk, join(modules, "@pulumi", "pulumi"), "junction");
  await symlink(packageRoot, join(modules, "pulumi-graphplane"), "junction");
}
