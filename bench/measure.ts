import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { copyProgram, type DrivenStack, type Driver } from "../testing/driver";
import { type Account, startEmulator } from "../testing/emulator";

/** The programs that are held against each other: see their files in `bench/programs`. */
export const contenders = ["floor", "graphplane", "naive"] as const;
export type Contender = (typeof contenders)[number];

/** What is done to a stack, in this order, each on the state that the one before has left. */
export const operations = ["create", "preview", "change one", "change all"] as const;
export type OperationName = (typeof operations)[number];

/** What one operation took. */
export interface Cost {
  readonly milliseconds: number;
  readonly requests: number;
  /** Of the bodies that were sent. */
  readonly bytes: number;
}

/** What one contender took with so many workspaces. */
export interface Run {
  readonly costs: Readonly<Record<OperationName, Cost>>;
  /** The state as `pulumi stack export` writes it. */
  readonly stateBytes: number;
  /** The largest resident set of a provider host, in megabytes; 0 where the engine kills it before it can tell. */
  readonly hostMegabytes: number;
}

const root = join(__dirname, "../..");

/** Runs one contender on a stack and an emulated service of its own. */
export async function measure(driver: Driver, contender: Contender, count: number): Promise<Run> {
  const emulator = await startEmulator({ account: (account) => fill(account, count), now: () => Date.UTC(2026, 5, 3) });
  const copy = await copyProgram(root, join(root, "bench/programs"));
  const memory = join(copy.folder, "memory");
  await writeFile(memory, "");
  try {
    const config = (changed: number) => ({
      "bench:settings": JSON.stringify({ count, changed }),
      "graphplane:baseUrl": emulator.url,
      "graphplane:apiKey": { secret: emulator.apiKey },
    });
    const stack = await driver.open({
      program: join(copy.program, contender),
      folder: copy.folder,
      passphrase: "bench",
      config: config(0),
      env: {
        PULUMI_NODEJS_TYPESCRIPT: "false",
        NODE_OPTIONS: `--require ${JSON.stringify(join(root, "bench/peak-memory.js"))}`,
        PEAK_MEMORY_FILE: memory,
      },
    });
    const cost = async (operation: (stack: DrivenStack) => ReturnType<DrivenStack["run"]>): Promise<Cost> => {
      const mark = emulator.journal.mark();
      const start = performance.now();
      const { exitCode, text } = await operation(stack);
      const milliseconds = performance.now() - start;
      if (exitCode !== 0) throw new Error(`${contender} failed:\n${text}`);
      const sent = emulator.journal.since(mark).entries;
      const bytes = sent.reduce((sum, { body }) => sum + (body === undefined ? 0 : Buffer.byteLength(JSON.stringify(body))), 0);
      return { milliseconds, requests: sent.length, bytes };
    };
    const update = (stack: DrivenStack) => stack.run("up", { skipPreview: true });
    const create = await cost(update);
    const preview = await cost((stack) => stack.run("preview"));
    await stack.configure(config(1));
    const changeOne = await cost(update);
    await stack.configure(config(count));
    const changeAll = await cost(update);
    const state = JSON.stringify(await stack.export());
    const peaks = (await readFile(memory, "utf8")).split("\n").filter(Boolean).map(Number);
    return {
      costs: { create, preview, "change one": changeOne, "change all": changeAll },
      stateBytes: Buffer.byteLength(state),
      hostMegabytes: Math.max(0, ...peaks) / 1024,
    };
  } finally {
    await copy.remove();
    await emulator.close();
  }
}

/** Workspaces that all differ from what is declared in one field. */
function fill(account: Account, count: number): void {
  for (let index = 0; index < count; index += 1) {
    const workgroup_id = `wg-${Math.floor(index / 50)}`;
    if (index % 50 === 0) account.addWorkgroup({ workgroup_id });
    account.addWorkspace(workgroup_id, {
      workspace_id: `ws-${index}`,
      auto_stop_minutes: 60,
      enable_auto_start: true,
      maintenance_window_day_of_week: 0,
      maintenance_window_hour_of_day: 3,
    });
  }
}
