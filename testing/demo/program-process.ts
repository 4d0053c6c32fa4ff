import { spawn } from "node:child_process";
import { once } from "node:events";
import { createRequire } from "node:module";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { StackNames } from "../engine/state";
import { plain, type Properties } from "../engine/values";

/** Ends a process when the pipe to its parent closes, which the kernel does even if the parent is killed. */
const tether = `data:text/javascript,${encodeURIComponent('process.stdin.on("end", () => process.exit(143)).resume().unref();')}`;

/** Starts the runner of the program's own copy of the SDK, in the program's folder. The process cannot outlive this one. */
export function startProgram(
  { program, project, stack }: StackNames & { readonly program: string },
  config: Properties,
  { preview, ...addresses }: { readonly preview: boolean; readonly engine: string; readonly monitor: string },
  onLine: (line: string, stream: "stdout" | "stderr") => void,
) {
  const flags = { ...addresses, organization: "organization", project, "root-directory": program, stack, pwd: program, parallel: "1" };
  const args = Object.entries(flags).flatMap(([name, value]) => [`--${name}`, value]);
  const env = {
    // The runner finds a TypeScript program only with the first; the second halves the time to start it.
    PULUMI_NODEJS_TYPESCRIPT: "true",
    PULUMI_NODEJS_TRANSPILE_ONLY: "true",
    PULUMI_CONFIG: JSON.stringify(plain(config)),
    PULUMI_CONFIG_SECRET_KEYS: JSON.stringify(Object.keys(config).filter((key) => typeof config[key] !== "string")),
  };
  const runner = createRequire(join(program, "program.js")).resolve("@pulumi/pulumi/cmd/run");
  // As one argument: the SDK would take a separate `--import` for a loader and run modules in another way.
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
  /** Resolves to the exit code when the process has ended and all its output has been delivered; to -1 after a signal. */
  const exited = Promise.all([ended, ...lines]).then(([[code]]) => (code as number | null) ?? -1);
  return { exited, kill: () => void child.kill("SIGKILL") };
}
