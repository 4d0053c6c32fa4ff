import { spawn } from "node:child_process";
import type { Readable } from "node:stream";
import { Interrupted } from "./command";
import { systemReason } from "./errors";

export interface PulumiRun {
  /** The exit code; 1 if the process was ended by a signal. */
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface PulumiOptions {
  readonly folder: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly onOut?: (line: string) => void;
  readonly onErr?: (line: string) => void;
  readonly stopped: AbortSignal;
  /** Maximum duration in milliseconds. */
  readonly timeout?: number;
}

export const installPulumi = "Install it: https://www.pulumi.com/docs/install/";

/** Maximum number of characters to keep of each stream, which is far more than any preview prints. */
const maxCharacters = 512 * 1024 * 1024;

/** Runs `pulumi` without a shell. When the run is aborted, interrupts pulumi and waits for it to exit. */
export async function runPulumi(args: readonly string[], options: PulumiOptions): Promise<PulumiRun> {
  const { folder, env, onOut, onErr, stopped, timeout } = options;
  if (stopped.aborted) throw new Interrupted("interrupted; pulumi was not started.");
  // Runs in a separate process group. Otherwise, Ctrl-C on the terminal would interrupt pulumi twice, and the second interrupt would kill
  // it.
  const detached = process.platform !== "win32";
  const child = spawn("pulumi", args, { cwd: folder, env, stdio: ["ignore", "pipe", "pipe"], detached });
  const stop = () => void child.kill("SIGINT");
  stopped.addEventListener("abort", stop, { once: true });
  const timer = timeout === undefined ? undefined : setTimeout(stop, timeout);
  const ended = new Promise<number>((resolve, reject) => {
    child.on("error", (error: NodeJS.ErrnoException) => {
      const isMissing = error.code === "ENOENT";
      const reason = isMissing ? "is not on PATH" : `cannot be started (${systemReason(error) ?? error.message})`;
      reject(new Error(`The Pulumi CLI ${reason}. ${installPulumi}`));
    });
    child.on("close", (code) => resolve(code ?? 1));
  });
  try {
    const [code, stdout, stderr] = await Promise.all([ended, collect(child.stdout, onOut), collect(child.stderr, onErr)]);
    return { code, stdout, stderr };
  } finally {
    clearTimeout(timer);
    stopped.removeEventListener("abort", stop);
  }
}

/** Returns the version that the Pulumi CLI prints; undefined if the CLI cannot be run. */
export async function pulumiVersion(run: (args: readonly string[]) => Promise<PulumiRun>): Promise<string | undefined> {
  const { code, stdout } = await run(["version"]).catch((error: unknown) => {
    if (error instanceof Interrupted) throw error;
    return { code: 1, stdout: "" };
  });
  return code === 0 ? stdout : undefined;
}

/** Collects the text of a stream and passes on each line. Only a line feed ends a line, because names can contain other line separators. */
async function collect(stream: Readable, onLine?: (line: string) => void): Promise<string> {
  const kept: string[] = [];
  let length = 0;
  const take = (line: string) => {
    onLine?.(line);
    if (length > maxCharacters) return;
    kept.push(line);
    length += line.length;
  };
  let rest = "";
  for await (const chunk of stream.setEncoding("utf8") as AsyncIterable<string>) {
    const [first = "", ...more] = chunk.split("\n");
    rest += first;
    for (const line of more) {
      take(rest);
      rest = line;
    }
  }
  if (rest !== "") take(rest);
  return kept.join("\n");
}
