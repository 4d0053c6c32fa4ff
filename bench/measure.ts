import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { copyProgram, type Driver, type Operation } from "../testing/driver";
import { type Asked, Service } from "./service";

/** The compared programs, in `bench/programs`; each `plain` is its `floor` with requests. Those that begin with `native` use a plugin. */
export const contenders = ["floor", "plain", "graphplane", "workspaces", "native-floor", "native-plain", "native", "naive"] as const;
export type Contender = (typeof contenders)[number];

/** Each provider compared with its floor, the providers with each other, and a typical provider with ours. */
export const comparisons: readonly (readonly [Contender, Contender])[] = [
  ["graphplane", "floor"],
  ["plain", "floor"],
  ["graphplane", "plain"],
  ["workspaces", "floor"],
  ["native", "native-floor"],
  ["native-plain", "native-floor"],
  ["native", "native-plain"],
  ["native", "graphplane"],
  ["naive", "graphplane"],
];

export type OperationName = "preview" | "create" | "preview unchanged" | "up unchanged" | "refresh" | "change one" | "change all";

/** The operations on a stack, in order, each starting from the state of the previous one, with the number of settings changed before. */
const commands: Readonly<Record<OperationName, readonly [Operation, changed?: number]>> = {
  preview: ["preview"],
  create: ["up"],
  "preview unchanged": ["preview"],
  "up unchanged": ["up"],
  refresh: ["refresh"],
  "change one": ["up", 1],
  "change all": ["up", Infinity],
};
export const operations = Object.keys(commands) as readonly OperationName[];

/** The costs of one operation. */
export interface Cost extends Asked {
  readonly milliseconds: number;
}

/** The costs of one contender with a number of workspaces. */
export interface Run {
  readonly costs: Readonly<Record<OperationName, Cost>>;
  /** The size of the `pulumi stack export` output. */
  readonly stateBytes: number;
  /** Maximum resident set size of a provider host, in megabytes. */
  readonly hostMegabytes: number;
}

/** The runs of one size, by contender, one for each round. */
export type Runs = ReadonlyMap<Contender, readonly Run[]>;

const root = join(__dirname, "../..");

/** The plugins, keyed by the program that uses them. */
const plugins: Readonly<Record<string, readonly [name: string, executable: string]>> = {
  native: ["graphplane", join(root, "dist/provider/native/main.js")],
  "native-floor": ["bench", join(root, "bench/programs/native-floor/plugin.js")],
};

/** One contender with its own stack and emulated service, played one operation at a time. */
export interface Played {
  readonly play: (operation: OperationName) => Promise<void>;
  /** The costs, once every operation has been played. */
  readonly end: () => Promise<Run>;
  readonly close: () => Promise<void>;
}

export async function open(driver: Driver, contender: Contender, workspaces: number, latencyMs: number): Promise<Played> {
  const service = await Service.start({ workspaces, latencyMs });
  const copy = await copyProgram(root, join(root, "bench/programs"));
  const close = async () => {
    await copy.remove();
    await service.stop();
  };
  try {
    const memory = join(copy.folder, "memory");
    const program = contender.replace("plain", "floor");
    const [name, executable] = plugins[program] ?? [];
    if (name !== undefined && executable !== undefined) await copy.plugIn(name, executable, join(copy.program, program));
    await writeFile(memory, "");
    const config = (changed: number) => ({
      "bench:settings": JSON.stringify({ count: workspaces, changed }),
      "graphplane:baseUrl": service.url,
      "graphplane:apiKey": { secret: service.apiKey },
    });
    const stack = await driver.open({
      program: join(copy.program, program),
      folder: copy.folder,
      passphrase: "bench",
      config: config(0),
      env: {
        PULUMI_NODEJS_TYPESCRIPT: "false",
        NODE_OPTIONS: `--require ${JSON.stringify(join(root, "bench/peak-memory.js"))}`,
        PEAK_MEMORY_FILE: memory,
        ...(program !== contender && { PLAIN_URL: service.url, PLAIN_KEY: service.apiKey }),
      },
    });
    const costs = new Map<OperationName, Cost>();
    const play = async (operation: OperationName): Promise<void> => {
      const [command, changed] = commands[operation];
      if (changed !== undefined) await stack.configure(config(Math.min(changed, workspaces)));
      const start = performance.now();
      const { exitCode, text } = await stack.run(command, command === "up" ? { skipPreview: true } : {});
      const milliseconds = performance.now() - start;
      if (exitCode !== 0) throw new Error(`${contender} failed:\n${text}`);
      costs.set(operation, { milliseconds, ...(await service.asked()) });
    };
    const end = async (): Promise<Run> => {
      const state = JSON.stringify(await stack.export());
      const peaks = (await readFile(memory, "utf8")).split("\n").filter(Boolean).map(Number);
      return {
        costs: Object.fromEntries(costs) as Record<OperationName, Cost>,
        stateBytes: Buffer.byteLength(state),
        hostMegabytes: Math.max(0, ...peaks) / 1024,
      };
    };
    return { play, end, close };
  } catch (error) {
    await close();
    throw error;
  }
}
