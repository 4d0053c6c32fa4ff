import { type FSWatcher, statSync, watch } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { Semaphore } from "async-mutex";
import { copyProgram, type DrivenStack, type Driver } from "../testing/driver";
import { type Asked, Service } from "./service";

/** The costs of one operation on all stacks. */
interface Cost extends Asked {
  /** From the start of the first stack to the end of the last. */
  readonly milliseconds: number;
  /** The number of state writes, counted by a directory watcher. */
  readonly checkpoints: number;
  readonly checkpointBytes: number;
}

/** The same settings, divided among a number of stacks. */
export type Divided = Readonly<Record<"create" | "up unchanged", Cost>>;

const root = join(__dirname, "../..");

/** On the CLI: creates settings of `workspaces` workspaces in `stacks` equal stacks, at most `sideBySide` at once, then updates them with nothing to change. */
export async function measureStacks(
  cli: Driver,
  { workspaces, stacks, sideBySide, latencyMs }: { workspaces: number; stacks: number; sideBySide: number; latencyMs: number },
): Promise<Divided> {
  const service = await Service.start({ workspaces, latencyMs });
  const copy = await copyProgram(root, join(root, "bench/programs"));
  const count = workspaces / stacks;
  const meter = new CheckpointMeter();
  try {
    const open = async (number: number) => {
      const folder = join(copy.folder, `${number}`);
      await mkdir(folder);
      const stack = await cli.open({
        program: join(copy.program, "graphplane"),
        stack: `stack-${number}`,
        folder,
        passphrase: "bench",
        config: {
          "bench:settings": JSON.stringify({ from: number * count, count, changed: 0 }),
          "graphplane:baseUrl": service.url,
          "graphplane:apiKey": { secret: service.apiKey },
        },
        env: { PULUMI_NODEJS_TYPESCRIPT: "false" },
      });
      meter.watch(join(folder, "backend/.pulumi/stacks/bench"), `stack-${number}.json`);
      return stack;
    };
    const opened: DrivenStack[] = [];
    for (let number = 0; number < stacks; number += 1) opened.push(await open(number));
    const turns = new Semaphore(sideBySide);
    const up = async (): Promise<Cost> => {
      meter.reset();
      const start = performance.now();
      const outcomes = await Promise.all(opened.map((stack) => turns.runExclusive(() => stack.run("up", { skipPreview: true }))));
      const milliseconds = performance.now() - start;
      const failed = outcomes.find(({ exitCode }) => exitCode !== 0);
      if (failed !== undefined) throw new Error(`A stack failed:\n${failed.text}`);
      return { milliseconds, ...(await service.asked()), checkpoints: meter.checkpoints, checkpointBytes: meter.checkpointBytes };
    };
    return { create: await up(), "up unchanged": await up() };
  } finally {
    meter.close();
    await copy.remove();
    await service.stop();
  }
}

/** Counts state writes, which the CLI does by renaming a temporary file. */
class CheckpointMeter {
  checkpoints = 0;
  checkpointBytes = 0;
  private readonly watchers: FSWatcher[] = [];

  watch(folder: string, state: string): void {
    const seen = (event: string, file: string | null) => {
      if (event !== "rename" || file !== state) return;
      this.checkpoints += 1;
      this.checkpointBytes += statSync(join(folder, file)).size;
    };
    this.watchers.push(watch(folder, seen));
  }

  reset(): void {
    this.checkpoints = 0;
    this.checkpointBytes = 0;
  }

  close(): void {
    for (const watcher of this.watchers) watcher.close();
  }
}
