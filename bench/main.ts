import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { type Driver, embedded, findCli } from "../testing/driver";
import { chart } from "./chart";
import { type Contender, contenders, measure, type OperationName, operations, type Run } from "./measure";
import { median, ratio, type Runs } from "./statistics";

const usage = `npm run bench -- [--sizes 10,100,500] [--rounds 3] [--latency 20] [--cli] [--chart <file.svg>]`;

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      sizes: { type: "string", default: "10,100,500" },
      rounds: { type: "string", default: "3" },
      latency: { type: "string", default: "20" },
      cli: { type: "boolean", default: false },
      chart: { type: "string" },
    },
  });
  const driver = values.cli ? await findCli() : embedded;
  if (driver === undefined) throw new Error('there is no "pulumi" on PATH');
  const sizes = values.sizes.split(",").map(Number);
  const [rounds, latencyMs] = [Number(values.rounds), Number(values.latency)];
  if (sizes.some((size) => !Number.isInteger(size) || size < 1) || !(rounds >= 1) || !(latencyMs >= 0)) throw new Error(usage);
  const results = new Map<number, Runs>();
  for (const size of sizes) results.set(size, await runsOf(driver, { size, rounds, latencyMs }));
  say(`${driver.name}, median of ${rounds} rounds, each answer of the service after ${latencyMs} ms`);
  for (const [size, runs] of results) report(size, runs);
  if (values.chart !== undefined) {
    await mkdir(dirname(values.chart), { recursive: true });
    await writeFile(join(process.cwd(), values.chart), chart(driver.name, results));
  }
}

/** The contenders take turns, so that whatever else the machine does meets all of them. */
async function runsOf(driver: Driver, { size, rounds, latencyMs }: Record<"size" | "rounds" | "latencyMs", number>): Promise<Runs> {
  const runs: Record<Contender, Run[]> = { floor: [], graphplane: [], naive: [] };
  for (let round = 1; round <= rounds; round += 1) {
    for (const contender of contenders) {
      process.stderr.write(`${driver.name}, ${size} workspaces, round ${round} of ${rounds}: ${contender}\n`);
      runs[contender].push(await measure(driver, contender, size, latencyMs));
    }
  }
  return runs;
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

function report(size: number, runs: Runs): void {
  const time = (operation: OperationName) => (run: Run) => run.costs[operation].milliseconds;
  const line = (name: string, cells: readonly string[]) => say([name.padEnd(28), ...cells.map((cell) => cell.padStart(14))].join(""));
  say(`\n${size} workspaces`);
  line("", [...contenders, "÷ floor", "naive ÷"]);
  for (const operation of operations) {
    line(`${operation}, ms`, [
      ...contenders.map((contender) => median(runs[contender].map(time(operation))).toFixed(0)),
      ratio(runs, "graphplane", "floor", time(operation)).toFixed(2),
      ratio(runs, "naive", "graphplane", time(operation)).toFixed(2),
    ]);
  }
  for (const operation of operations) {
    line(
      `${operation}, requests`,
      contenders.map((contender) => median(runs[contender].map((run) => run.costs[operation].requests)).toFixed(0)),
    );
  }
  line(
    "change all, bytes",
    contenders.map((contender) => median(runs[contender].map((run) => run.costs["change all"].bytes)).toFixed(0)),
  );
  for (const [name, valueOf] of [
    ["state, bytes", (run: Run) => run.stateBytes],
    ["host, MB", (run: Run) => run.hostMegabytes],
  ] as const) {
    line(name, [
      ...contenders.map((contender) => median(runs[contender].map(valueOf)).toFixed(0)),
      ratio(runs, "graphplane", "floor", valueOf).toFixed(2),
      ratio(runs, "naive", "graphplane", valueOf).toFixed(2),
    ]);
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
