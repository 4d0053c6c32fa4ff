import { readFileSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { parseArgs } from "node:util";
import { type Driver, findCli } from "../testing/driver";
import { hosts, measureFirstResponses } from "./first-response";
import { comparisons, type Contender, contenders, open, type OperationName, operations, type Played, type Run, type Runs } from "./measure";
import { comparePlugins } from "./plugins";
import { measureReviews } from "./review";
import { type Divided, measureStacks } from "./stacks";
import { median, medianRatio } from "./statistics";

const usage = `npm run bench -- [--sizes 1,100,500] [--rounds 3] [--latency 20] [--contenders floor,graphplane,…] [--record]
npm run bench -- --stacks 20 [--side-by-side 4] [--sizes 2000] [--rounds 1] [--latency 20]
npm run bench -- --review [--sizes 1,100,500] [--rounds 3] [--latency 20] [--record]
npm run bench -- --plugin [--rounds 3]
--record writes the ratios to bench/ratios.json, which a test compares with the pages.`;

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      sizes: { type: "string", default: "1,100,500" },
      rounds: { type: "string", default: "3" },
      latency: { type: "string", default: "20" },
      contenders: { type: "string", default: "floor,plain,graphplane,native-floor,native-plain,native,naive" },
      stacks: { type: "string" },
      "side-by-side": { type: "string", default: "4" },
      plugin: { type: "boolean", default: false },
      review: { type: "boolean", default: false },
      record: { type: "boolean", default: false },
    },
  });
  if (values.plugin) {
    say(await comparePlugins(Number(values.rounds)));
    return;
  }
  process.env["PATH"] = [join(__dirname, "../../.engine/bin"), process.env["PATH"]].join(delimiter);
  const driver = await findCli();
  if (driver === undefined) throw new Error('There is no "pulumi" on PATH: run "npm run engine" first.');
  const sizes = values.sizes.split(",").map(Number);
  const [rounds, latencyMs] = [Number(values.rounds), Number(values.latency)];
  const names = values.contenders.split(",");
  const chosen = contenders.filter((name) => names.includes(name));
  if (sizes.some((size) => !Number.isInteger(size) || size < 1) || !(rounds >= 1) || !(latencyMs >= 0) || chosen.length !== names.length)
    throw new Error(usage);
  if (values.stacks !== undefined) {
    const [stacks, sideBySide] = [Number(values.stacks), Number(values["side-by-side"])];
    const divisible = sizes.every((size) => size % stacks === 0);
    if (!(stacks > 1) || !divisible || !(sideBySide >= 1)) throw new Error(`${usage}\nEach size has to be a multiple of --stacks.`);
    for (const workspaces of sizes) await compareStacks(driver, { workspaces, stacks, sideBySide, rounds, latencyMs });
    return;
  }
  if (values.review) {
    for (const workspaces of sizes) await compareReviews(driver, { workspaces, rounds, latencyMs });
    if (values.record) record();
    return;
  }
  const results = new Map<number, Runs>();
  for (const size of sizes) results.set(size, await runsOf(driver, chosen, { size, rounds, latencyMs }));
  say(`${driver.name}, median of ${rounds} rounds, the service responds after ${latencyMs} ms`);
  await reportFirstAnswers(rounds);
  for (const [size, runs] of results) report(size, runs);
  if (values.record) record();
}

const ratiosFile = join(__dirname, "../../bench/ratios.json");

/** The ratios of this run, by operation, pair and size. */
const measured: Record<string, Record<string, Record<string, string>>> = {};

function note(operation: string, pair: string, size: number, ratio: string): string {
  ((measured[operation] ??= {})[pair] ??= {})[size] = ratio;
  return ratio;
}

/** Adds the ratios of this run to the record. */
function record(): void {
  const recorded = JSON.parse(readFileSync(ratiosFile, "utf8")) as typeof measured;
  for (const [operation, pairs] of Object.entries(measured))
    for (const [pair, sizes] of Object.entries(pairs)) (recorded[operation] ??= {})[pair] = { ...recorded[operation]?.[pair], ...sizes };
  writeFileSync(ratiosFile, `${JSON.stringify(recorded, null, 2)}\n`);
}

/**
 * Measures the contenders alternately, operation by operation, so that other load on the machine affects all of them; every other round
 * in reverse order.
 */
async function runsOf(
  driver: Driver,
  chosen: readonly Contender[],
  { size, rounds, latencyMs }: Record<"size" | "rounds" | "latencyMs", number>,
): Promise<Runs> {
  const runs = new Map(chosen.map((contender) => [contender, [] as Run[]]));
  for (let round = 1; round <= rounds; round += 1) {
    const opened: [Contender, Played][] = [];
    try {
      for (const contender of chosen) opened.push([contender, await open(driver, contender, size, latencyMs)]);
      if (round % 2 === 0) opened.reverse();
      for (const operation of operations) {
        process.stderr.write(`${driver.name}, ${size} workspaces, round ${round} of ${rounds}: ${operation}\n`);
        for (const [, played] of opened) await played.play(operation);
      }
      for (const [contender, played] of opened) runs.get(contender)?.push(await played.end());
    } finally {
      for (const [, played] of opened) await played.close();
    }
  }
  return runs;
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

function line(name: string, cells: readonly string[]): void {
  say([name.padEnd(28), ...cells.map((cell) => cell.padStart(25))].join(""));
}

/** Compares one stack of all settings with many stacks of a part each, alternately, each with its own service. */
async function compareStacks(
  driver: Driver,
  { rounds, ...setting }: { workspaces: number; stacks: number; sideBySide: number; rounds: number; latencyMs: number },
): Promise<void> {
  const { workspaces, stacks, sideBySide, latencyMs } = setting;
  const one: Divided[] = [];
  const many: Divided[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    process.stderr.write(`${driver.name}, ${workspaces} workspaces, round ${round} of ${rounds}\n`);
    one.push(await measureStacks(driver, { ...setting, stacks: 1 }));
    many.push(await measureStacks(driver, setting));
  }
  say(`${driver.name}, median of ${rounds} rounds, the service responds after ${latencyMs} ms`);
  say(`\n${workspaces} workspaces`);
  line("", ["one stack", `${stacks} stacks, ${sideBySide} at once`, "one ÷ many"]);
  for (const operation of ["create", "up unchanged"] as const) {
    for (const figure of ["milliseconds", "requests", "checkpoints", "checkpointBytes"] as const) {
      const of = (runs: readonly Divided[]) => runs.map((run) => run[operation][figure]);
      const [single, divided] = [median(of(one)), median(of(many))];
      line(`${operation}, ${figure}`, [single.toFixed(0), divided.toFixed(0), divided === 0 ? "" : (single / divided).toFixed(2)]);
    }
  }
}

/** Measures a review and the preview that it runs, alternately. */
async function compareReviews(driver: Driver, setting: { workspaces: number; rounds: number; latencyMs: number }): Promise<void> {
  for (const policies of [false, true]) {
    const times = await measureReviews(driver, { ...setting, policies });
    const [plain, reviewed] = [times["pulumi preview"], times["ci preview"]];
    const name = policies ? "review with policies" : "review";
    const ratio = note(name, "ci ÷ pulumi", setting.workspaces, medianRatio(reviewed, plain).toFixed(2));
    const cells = [median(plain).toFixed(0), median(reviewed).toFixed(0), ratio];
    if (!policies) line(`\n${setting.workspaces} workspaces`, ["pulumi preview", "ci preview", "ci ÷ pulumi"]);
    line(policies ? "with policies, ms" : "change all, ms", cells);
  }
}

/** The time until a host first responds and the engine can use it. */
async function reportFirstAnswers(rounds: number): Promise<void> {
  const taken = Object.entries(await measureFirstResponses(hosts, rounds));
  say(`\nfirst response of the host, ms: ${taken.map(([name, times]) => `${name} ${median(times).toFixed(0)}`).join(", ")}`);
}

function report(size: number, runs: Runs): void {
  type ValueOf = (run: Run) => number;
  const compared = comparisons.filter((pair) => pair.every((contender) => runs.has(contender)));
  const valuesOf = (contender: Contender, valueOf: ValueOf) => (runs.get(contender) ?? []).map(valueOf);
  const ratios = (operation: string, valueOf: ValueOf) =>
    compared.map(([of, to]) =>
      note(operation, `${of} ÷ ${to}`, size, medianRatio(valuesOf(of, valueOf), valuesOf(to, valueOf)).toFixed(2)),
    );
  const medians = (valueOf: ValueOf) => [...runs.keys()].map((contender) => median(valuesOf(contender, valueOf)).toFixed(0));
  const cost = (operation: OperationName, figure: "milliseconds" | "requests" | "bytes") => (run: Run) => run.costs[operation][figure];
  say(`\n${size} workspaces`);
  line("", [...runs.keys(), ...compared.map(([of, to]) => `${of} ÷ ${to}`)]);
  for (const operation of operations) {
    const time = cost(operation, "milliseconds");
    line(`${operation}, ms`, [...medians(time), ...ratios(operation, time)]);
  }
  for (const operation of operations) line(`${operation}, requests`, medians(cost(operation, "requests")));
  line("change all, bytes", medians(cost("change all", "bytes")));
  line("state, bytes", [...medians((run) => run.stateBytes), ...ratios("state", (run) => run.stateBytes)]);
  const memory = (run: Run) => run.hostMegabytes;
  line("host, MB", [...medians(memory), ...ratios("host memory", memory)]);
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
