import { isDeepStrictEqual, parseArgs, stripVTControlCharacters } from "node:util";
import { join } from "node:path";
import { copyProgram, findCli } from "../driver";
import { type Account, type JournalEntry, startEmulator } from "../emulator";
import { EmbeddedStack } from "./stack";
import { dimmed, paint } from "./render";
import { type Printed, type Stage, type Step, steps } from "./steps";

const root = join(__dirname, "../../..");

/** Fills an account, using names as identifiers to make the output readable. */
function fillAccount(account: Account): void {
  account.addWorkgroup({ workgroup_id: "production", name: "production" });
  account.addDatabase("production", { name: "movies" });
  account.addWorkspace("production", { workspace_id: "main", name: "main", auto_stop_minutes: 60 });
  account.addWorkspace("production", { workspace_id: "sandbox", name: "sandbox", is_rw: false });
  account.addInstalledAddon({ id: "insights", name: "Insights", unique_name: "insights" });
}

async function main(args: string[]): Promise<number> {
  const { values: options } = parseArgs({ args, options: { cli: { type: "boolean" } } });
  const cli = options.cli === true ? await findCli() : undefined;
  if (options.cli === true && cli === undefined)
    throw new Error('The Pulumi CLI ("pulumi") is not on PATH. Install it, or leave out --cli to run on the embedded engine.');
  const emulator = await startEmulator({ extensions: true, account: fillAccount });
  const program = await copyProgram(root, join(root, "testing/demo/program"));
  const config = {
    "databases:reportingPassword": { secret: "demo-password" },
    "graphplane:baseUrl": emulator.url,
    "graphplane:apiKey": { secret: emulator.apiKey },
  };
  try {
    const stack =
      cli === undefined
        ? new EmbeddedStack({ program: program.program, project: "databases", stack: "prod", config })
        : // Processes one resource at a time, to keep the order of the output stable.
          await cli.open({ ...program, stack: "prod", passphrase: "demo", parallel: 1, config, env: {} });
    const engine = cli?.name ?? "embedded, for this demo (npm run demo -- --cli uses the Pulumi CLI)";
    console.log(`Engine: ${engine}. Service: emulated, on this machine. Titles, totals and repeated lines are omitted.`);
    return await play({ emulator, program, stack, root });
  } finally {
    await program.remove();
    await emulator.close();
  }
}

async function play(stage: Stage): Promise<number> {
  const { emulator } = stage;
  const wrong: string[] = [];
  const announced = new Set<string>();
  for (const [index, step] of steps.entries()) {
    const mark = emulator.journal.mark();
    await step.prepare?.(stage);
    printHeading(`${index + 1}. ${step.title}`);
    if (step.before !== undefined) console.log(`(${step.before})`);
    console.log(`$ ${step.command}`);
    const printed = await step.run(stage);
    for (const line of linesOf(step, printed, announced)) console.log(line);
    const entries = withoutRepeatedReads(emulator.journal.since(mark).entries);
    printRequests(entries);
    wrong.push(...findDifferences(step, printed, entries.map(requestLine)).map((text) => `${index + 1}. ${text}`));
  }
  return conclude(wrong);
}

/** Titles and totals of the engine, which repeat the heading of the step. */
const frame = /^(Previewing|Updating|Duration|@ |Diagnostics:|pulumi:pulumi:Stack \(|Resources:|[+~-] \d+ |\d+ unchanged)/;

/** Returns the visible output lines of a command. Blank lines and repeated request messages are omitted. */
function linesOf({ leftOut }: Step, { text }: Printed, announced: Set<string>): string[] {
  const lines = text.replaceAll(root, "<this repository>").split("\n");
  return lines.filter((line) => {
    const plain = stripVTControlCharacters(line).trim();
    if (plain === "" || leftOut?.test(plain) === true || frame.test(plain)) return false;
    if (!plain.startsWith("graphplane: ")) return true;
    return announced.size !== announced.add(plain).size;
  });
}

function findDifferences(step: Step, { text, exitCode }: Printed, requests: readonly string[]): string[] {
  const { exitCode: expected = 0, requests: wanted, says } = step;
  const list = (lines: readonly string[]) => lines.join("; ") || "nothing";
  return [
    ...(exitCode === expected ? [] : [`the exit code was ${exitCode}, not ${expected}`]),
    ...(isDeepStrictEqual([...requests].sort(), [...wanted].sort()) ? [] : [`the service received ${list(requests)}, not ${list(wanted)}`]),
    ...says.filter((said) => !stripVTControlCharacters(text).includes(said)).map((said) => `the output lacks: ${said}`),
  ];
}

function conclude(wrong: readonly string[]): number {
  if (wrong.length > 0) {
    printHeading("Unexpected results");
    for (const text of wrong) console.log(text);
    return 1;
  }
  printHeading(`All ${steps.length} steps had the expected output and requests`);
  console.log("Next: adopt your account with docs/adopt.md (it only reads), set up reviews with docs/review.md,");
  console.log("or try things out by hand: npx --no graphplane emulator");
  return 0;
}

/** Returns the requests without duplicate reads, because a slow machine repeats reads that are older than ten seconds. */
function withoutRepeatedReads(entries: readonly JournalEntry[]): JournalEntry[] {
  const lines = entries.map(requestLine);
  return entries.filter(({ method }, index) => method !== "GET" || lines.indexOf(lines[index] ?? "") === index);
}

/** Prints one line per write, and one line for all reads with the same status. */
function printRequests(entries: readonly JournalEntry[]): void {
  const reads = entries.filter(({ method }) => method === "GET");
  const writes = entries.filter(({ method }) => method !== "GET");
  const log = (text: string) => console.log(paint(text, dimmed));
  log(`Log of the emulated service:${entries.length === 0 ? " no requests" : ""}`);
  for (const status of new Set(reads.map((entry) => entry.status))) {
    const alike = reads.filter((entry) => entry.status === status);
    log(`  GET ${alike.map(pathOf).sort().join(", ")} -> ${status ?? "no response"}`);
  }
  for (const write of writes) log(`  ${requestLine(write)}`);
}

const pathOf = ({ path }: JournalEntry): string => path.replace("/controller/v4/v2", "");

function requestLine(entry: JournalEntry): string {
  const { method, body, status } = entry;
  const sent = body === undefined ? "" : ` ${JSON.stringify(body)}`;
  return `${method} ${pathOf(entry)}${sent} -> ${status ?? "no response"}`;
}

function printHeading(text: string): void {
  console.log(`\n── ${text} ${"─".repeat(Math.max(2, 90 - text.length))}`);
}

main(process.argv.slice(2)).then(
  (code) => (process.exitCode = code),
  (error: unknown) => {
    console.error(`demo: ${error instanceof Error ? error.message : String(error)}`);
    process.exitCode = 1;
  },
);
