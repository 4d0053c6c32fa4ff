import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { copyProgram, type ProgramCopy } from "../../testing/driver";
import { type Emulator, type EmulatorOptions, startEmulator } from "../../testing/emulator";
import { requestText, root } from "./stack-fixture";

/** A process and those that it started, the first one first. */
function treeOf(pid: number): number[] {
  const listed = spawnSync("ps", ["-o", "pid=", "--ppid", String(pid)], { encoding: "utf8" }).stdout.split("\n");
  return [pid, ...listed.filter((line) => line.trim() !== "").flatMap((line) => treeOf(Number(line)))];
}

/** Commands in a copy of a program, with the Pulumi CLI on PATH and a service and a backend of their own. */
export class Commands {
  private constructor(
    readonly emulator: Emulator,
    readonly copy: ProgramCopy,
  ) {}

  static async open(program: string, service: EmulatorOptions): Promise<Commands> {
    const copy = await copyProgram(root, join(root, program));
    await mkdir(join(copy.folder, "backend"));
    return new Commands(await startEmulator(service), copy);
  }

  /** Starts a command in its own process group, as a terminal does; `input` is what it can read. */
  start(args: readonly string[], more: Readonly<Record<string, string>> = {}, input = "") {
    const { emulator, copy } = this;
    const mark = emulator.journal.mark();
    const env = {
      ...process.env,
      GRAPHPLANE_BASE_URL: emulator.url,
      GRAPHPLANE_API_KEY: emulator.apiKey,
      PULUMI_HOME: join(copy.folder, "home"),
      PULUMI_BACKEND_URL: `file://${join(copy.folder, "backend")}`,
      PULUMI_CONFIG_PASSPHRASE: "commands",
      PULUMI_SKIP_UPDATE_CHECK: "true",
      ...more,
    };
    const [command = "", ...rest] = args;
    const child = spawn(command, rest, { cwd: copy.program, env, detached: true, stdio: "pipe" });
    // Few commands read it, and some end before it is written.
    child.stdin.on("error", () => undefined).end(input);
    let output = "";
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (output += chunk.toString()));
    const ended = once(child, "close").then(([code]) => {
      const writes = emulator.journal.since(mark).writes().entries.map(requestText);
      /** The writes are every request but reads that it sent. */
      return { code: code as number | null, output, writes };
    });
    /** Kills it and what it started: the host of the providers, which is in a group of its own, outlives it otherwise. */
    // One that has already ended with its parent is no error.
    const kill = () => void spawnSync("kill", ["-KILL", ...treeOf(child.pid ?? 0).map(String)]);
    return { child, ended, kill };
  }

  run(...args: string[]) {
    return this.start(args).ended;
  }

  /** Delays the next request of a method, to a path if one is given, until it is released. */
  hold(method: string, path?: string): { readonly arrived: Promise<void>; readonly release: () => void } {
    let release = () => {};
    const until = new Promise<void>((resolve) => (release = resolve));
    const arrived = new Promise<void>((resolve) => {
      const body = () => (resolve(), true);
      this.emulator.fault({ kind: "slow-body", pieces: 1, until, match: { method, body, ...(path !== undefined && { path }) } });
    });
    return { arrived, release };
  }

  async close(): Promise<void> {
    await this.emulator.close();
    await this.copy.remove();
  }
}
