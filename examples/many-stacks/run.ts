import { readdirSync } from "node:fs";
import { parseArgs } from "node:util";
import { ConcurrentUpdateError, type EngineEvent, LocalWorkspace } from "@pulumi/pulumi/automation";
import { type Row, sideBySide, summarize } from "./report";

const usage = "npm run stacks -- preview|up|destroy [--side-by-side 4] [<stack> …]";
const operations = ["preview", "up", "destroy"] as const;
type Operation = (typeof operations)[number];

// The terminal sends Ctrl-C to every pulumi too, and those end after the request under way; no further stack begins.
// Not "once": a library under the Automation API ends this process where nobody listens any more.
let stopped = false;
process.on("SIGINT", () => (stopped = true));

/** Runs one stack to its end. It never throws: a stack that fails stops no other one. */
async function run(operation: Operation, stackName: string): Promise<Row> {
  const start = Date.now();
  const steps: Record<string, number> = {};
  const count = (step: string) => (steps[step] = (steps[step] ?? 0) + 1);
  const errors: string[] = [];
  const onEvent = ({ resOutputsEvent, resOpFailedEvent, diagnosticEvent }: EngineEvent) => {
    if (resOutputsEvent && !resOutputsEvent.metadata.type.startsWith("pulumi:")) count(resOutputsEvent.metadata.op);
    if (resOpFailedEvent) count("failed");
    if (diagnosticEvent?.severity === "error") errors.push(diagnosticEvent.message);
  };
  const options = { onEvent, onOutput: print(stackName), onError: print(stackName), color: "never", suppressProgress: true } as const;
  let failure = "";
  try {
    if (stopped) throw new Error("not begun: interrupted");
    const place = { stackName, workDir: "." };
    // The key stays in the environment: as configuration it would be on a command line, and in the message of one that fails.
    const stack = await (operation === "destroy" ? LocalWorkspace.selectStack(place) : LocalWorkspace.createOrSelectStack(place));
    await stack[operation](options);
  } catch (error) {
    const message = errors[0] ?? (error instanceof Error ? error.message : String(error));
    failure = message.trim().split("\n")[0];
    if (error instanceof ConcurrentUpdateError)
      failure = `locked: another update of it is under way. Run it again later; if there is none, pulumi cancel --stack ${stackName}`;
  }
  const seconds = (Date.now() - start) / 1000;
  console.log(`${stackName}: ${failure || "done"}`);
  return { stack: stackName, steps, failure, seconds };
}

/** Prints whole lines, with the stack's name before each. */
function print(stackName: string): (chunk: string) => void {
  let rest = "";
  return (chunk) => {
    const lines = (rest + chunk).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines.filter((line) => line.trim() !== "")) console.log(`${stackName} | ${line}`);
  };
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { "side-by-side": { type: "string", default: "4" } } });
  const all = readdirSync("workgroups").map((file) => file.replace(/\.json$/, ""));
  const operation = operations.find((name) => name === positionals[0]);
  const named = positionals.slice(1);
  const unknown = named.filter((name) => !all.includes(name));
  const limit = Number(values["side-by-side"]);
  if (operation === undefined || !(limit >= 1)) throw new Error(usage);
  if (unknown.length > 0) throw new Error(`There is no workgroups/${unknown[0]}.json. There are: ${all.join(", ")}`);
  const rows = await sideBySide(named.length > 0 ? named : all, limit, (name) => run(operation, name));
  console.log(`\n${summarize(rows)}`);
  if (rows.some(({ failure }) => failure !== "")) process.exitCode = 1;
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 2;
});
