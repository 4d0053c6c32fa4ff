import { spawn } from "node:child_process";
import { once } from "node:events";
import { createRequire } from "node:module";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { StackNames } from "../engine/state";
import { plain, type Properties } from "../engine/values";

/** Exits when the pipe to the parent closes, which also happens if the parent is killed. */
const tether = `data:text/javascript,${encodeURIComponent('process.stdin.on("end", () => process.exit(143)).resume().unref();')}`;

/** Starts the language runner of the program's own SDK in the program's directory. The process cannot outlive this one. */
export function startProgram(
  { program, project, stack }: StackNames & { readonly program: string },
  config: Properties,
  { preview, ...addresses }: { readonly preview: boolean; readonly engine: string; readonly monitor: string },
  onLine: (line: string, stream: "stdout" | "stderr") => void,
) {
  const flags = { ...addresses, organization: "organization", project, "root-directory": program, stack, pwd: program, parallel: "1" };
  const args = Object.entries(flags).flatMap(([name, value]) => [`--${name}`, value]);
  const env = {
    // The first variable allows the runner to find a TypeScript program. The second one halves its startup time.
    PULUMI_NODEJS_TYPESCRIPT: "true",
    PULUMI_NODEJS_TRANSPILE_ONLY: "true",
    PULUMI_CONFIG: JSON.stringify(plain(config)),
    PULUMI_CONFIG_SECRET_KEYS: JSON.stringify(Object.keys(config).filter((key) => typeof config[key] !== "string")),
  };
  const runner = createRequire(join(program, "program.js")).resolve("@pulumi/pulumi/cmd/run");
  // A single argument, because the SDK treats a separate `--import` as a loader and runs modules differently.
  const child = spawn(process.execPath, [`--import=${tether}`, runner, ...args, ...(preview ? ["--dry-run"] : []), "."], {
    cwd: program,
    env: { ...process.env, ...env },
    stdio: ["pipe", "pipe", "pipe"],
  });
  const ended = once(child, "exit");
  const lines = (["stdout", "stderr"] as const).map((stream) => {
    const reader = createInterface({ input: child[stream] });
    reader.on("line", (line) => onLine(line, stream));
    return once(reader, "close");
  });
  /** Resolves with the exit code once the process has exited and its output is complete; with -1 after a signal. */
  const exited = Promise.all([ended, ...lines]).then(([[code]]) => (code as number | null) ?? -1);
  return { exited, kill: () => void child.kill("SIGKILL") };
}
