import { spawn } from "node:child_process";
import { once } from "node:events";
import { createRequire } from "node:module";
import { join } from "node:path";
import { createInterface } from "node:readline";

/** A child process. It cannot outlive this one. */
export type Child = ReturnType<typeof startSdk>;

/** Ends a process when the pipe to its parent closes, which the kernel does even if the parent is killed. */
const tether = `data:text/javascript,${encodeURIComponent('process.stdin.on("end", () => process.exit(143)).resume().unref();')}`;

/** Runs a script of the program's own copy of the SDK, in the program's folder. */
export function startSdk(
  script: "run" | "dynamic-provider",
  args: readonly string[],
  { program, env }: { readonly program: string; readonly env: Readonly<Record<string, string>> },
  onLine: (line: string, stream: "stdout" | "stderr") => void,
) {
  const file = createRequire(join(program, "program.js")).resolve(`@pulumi/pulumi/cmd/${script}`);
  // As one argument: the SDK would take a separate `--import` for a loader and run modules in another way.
  const child = spawn(process.execPath, [`--import=${tether}`, file, ...args], {
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
