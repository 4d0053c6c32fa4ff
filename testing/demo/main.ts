import { join } from "node:path";
import { copyProgram, type Driver, embedded, findCli, type Operation, type Outcome, type ProgramCopy } from "../driver";
import { type Emulator, type JournalEntry, sampleAccount, startEmulator } from "../emulator";

/** One scene: something happens, one command is run, and both its steps and its requests must be these. */
interface Scene {
  readonly title: string;
  /** What happened before the command, in words; `act` does it. */
  readonly before?: string;
  readonly act?: (stage: Stage) => Promise<void> | void;
  readonly operation: Operation;
  readonly refresh?: boolean;
  /** What must be done to the resource. */
  readonly op: string;
  /** The writes that must have been sent, whole. */
  readonly writes: readonly string[];
  /** The most reads that it may take. */
  readonly reads: number;
  /** A line that the user must have been told. */
  readonly told?: string;
}

interface Stage {
  readonly emulator: Emulator;
  readonly program: ProgramCopy;
  readonly workgroupId: string;
  readonly workspaceId: string;
}

const root = join(__dirname, "../../..");
const example = join(root, "examples/workspace-settings");

function scenes({ workgroupId, workspaceId }: Stage): Scene[] {
  const path = `/workgroups/${workgroupId}/workspaces/${workspaceId}`;
  const put = (body: string) => `PUT ${path} ${body}`;
  return [
    {
      title: "See what the program would change. The workspace exists already: declaring it adopts it",
      operation: "preview",
      op: "create",
      writes: [],
      reads: 1,
      told: `graphplane: PUT ${path} {"auto_stop_minutes":30,"maintenance_window_hour_of_day":3} was {"auto_stop_minutes":60,"maintenance_window_hour_of_day":2}`,
    },
    {
      title: "Apply it: one request, holding what differs and nothing else",
      operation: "up",
      op: "create",
      writes: [put('{"auto_stop_minutes":30,"maintenance_window_hour_of_day":3}')],
      reads: 2,
    },
    { title: "Apply it again: nothing to change, nothing sent", operation: "up", op: "same", writes: [], reads: 0 },
    {
      title: "Preview with refresh shows the drift",
      before: "someone sets auto_stop_minutes to 240 in the console",
      act: ({ emulator }) => emulator.changeWorkspace(workgroupId, workspaceId, { auto_stop_minutes: 240 }),
      operation: "preview",
      refresh: true,
      op: "update",
      writes: [],
      reads: 2,
      told: `graphplane: PUT ${path} {"auto_stop_minutes":30} was {"auto_stop_minutes":240}`,
    },
    {
      title: "Up with refresh corrects the drift with one small request",
      operation: "up",
      refresh: true,
      op: "update",
      writes: [put('{"auto_stop_minutes":30}')],
      reads: 4,
    },
    {
      title: "Change two settings",
      before: "the program now says autoStopMinutes: 45 and enableAutoStart: false",
      act: async ({ program }) => {
        await program.edit("index.ts", '"autoStopMinutes") ?? 30', '"autoStopMinutes") ?? 45');
        await program.edit("index.ts", "enableAutoStart: true", "enableAutoStart: false");
      },
      operation: "up",
      op: "update",
      writes: [put('{"auto_stop_minutes":45,"enable_auto_start":false}')],
      reads: 2,
    },
    {
      title: "Let go of one setting: it stays as it is, and nothing is sent",
      before: "the program no longer declares enableAutoStart",
      act: ({ program }) => program.edit("index.ts", "  enableAutoStart: false,\n", ""),
      operation: "up",
      op: "update",
      writes: [],
      reads: 2,
      told: `graphplane: ${path}: no longer declared: enableAutoStart keeps its current value false`,
    },
    {
      title: "Destroy the stack: the workspace and its settings stay",
      operation: "destroy",
      op: "delete",
      writes: [],
      reads: 0,
      told: `graphplane: ${path}: the workspace is no longer managed; it keeps its current settings (deletionPolicy "retain")`,
    },
  ];
}

async function main(args: readonly string[]): Promise<number> {
  const unknown = args.find((arg) => arg !== "--cli");
  if (unknown !== undefined) {
    console.error(`demo: unknown option ${unknown}: the only one is --cli, to run on the Pulumi CLI`);
    return 2;
  }
  const driver = args.includes("--cli") ? await findCli() : embedded;
  if (driver === undefined) {
    console.error('demo: there is no "pulumi" on PATH: install the Pulumi CLI, or leave out --cli to run on the embedded engine');
    return 1;
  }
  const emulator = await startEmulator();
  const program = await copyProgram(root, example);
  try {
    return await play(driver, emulator, program);
  } finally {
    await program.remove();
    await emulator.close();
  }
}

async function play(driver: Driver, emulator: Emulator, program: ProgramCopy): Promise<number> {
  const { workgroupId, workspaceIds } = sampleAccount(emulator.account);
  const stage = { emulator, program, workgroupId, workspaceId: workspaceIds.main };
  emulator.changeWorkspace(workgroupId, workspaceIds.main, { auto_stop_minutes: 60 });
  console.log(`An emulated control plane answers at ${emulator.url}; the program runs on: ${driver.name}.\n`);
  const stack = await driver.open({
    program: program.program,
    folder: program.folder,
    passphrase: "demo",
    config: {
      workgroupId,
      workspaceId: workspaceIds.main,
      "graphplane:baseUrl": emulator.url,
      "graphplane:apiKey": { secret: emulator.apiKey },
    },
    env: {},
  });
  const wrong: string[] = [];
  const all = scenes(stage);
  for (const [index, scene] of all.entries()) {
    const mark = emulator.journal.mark();
    await scene.act?.(stage);
    heading(`${index + 1} of ${all.length}. ${scene.title}`);
    if (scene.before !== undefined) console.log(`   (${scene.before})`);
    console.log(`$ pulumi ${scene.operation}${scene.refresh === true ? " --refresh" : ""}\n`);
    const outcome = await stack.run(scene.operation, scene.refresh === undefined ? {} : { refresh: scene.refresh });
    console.log(outcome.text.trimEnd());
    const requests = emulator.journal.since(mark).entries;
    console.log(`\n   requests sent: ${requests.length === 0 ? "none" : ""}`);
    for (const entry of requests) console.log(`     ${shown(entry)} -> ${entry.status ?? "no answer"}`);
    wrong.push(...differences(scene, outcome, requests).map((text) => `${index + 1}. ${scene.title}: ${text}`));
  }
  heading(wrong.length === 0 ? `All ${all.length} steps did what they should` : "Not as it should be");
  for (const text of wrong) console.log(`  ${text}`);
  return wrong.length === 0 ? 0 : 1;
}

function differences(scene: Scene, outcome: Outcome, requests: readonly JournalEntry[]): string[] {
  const reads = requests.filter(({ method }) => method === "GET").length;
  const writes = requests.filter(({ method }) => method !== "GET").map(shown);
  const last = outcome.steps.filter(({ op }) => op !== "refresh").at(-1);
  return [
    ...(outcome.exitCode === 0 ? [] : [`ended with exit code ${outcome.exitCode}`]),
    ...(last?.op === scene.op ? [] : [`the resource's step was ${last?.op ?? "none"}, not ${scene.op}`]),
    ...(JSON.stringify(writes) === JSON.stringify(scene.writes)
      ? []
      : [`sent ${writes.join("; ") || "nothing"}, not ${scene.writes.join("; ") || "nothing"}`]),
    ...(reads <= scene.reads ? [] : [`took ${reads} reads, not ${scene.reads} at the most`]),
    ...(scene.told === undefined || outcome.text.includes(scene.told) ? [] : [`did not say: ${scene.told}`]),
  ];
}

function shown({ method, path, body }: JournalEntry): string {
  const shortPath = path.replace("/controller/v4/v2", "");
  return body === undefined ? `${method} ${shortPath}` : `${method} ${shortPath} ${JSON.stringify(body)}`;
}

function heading(text: string): void {
  console.log(`\n── ${text} ${"─".repeat(Math.max(2, 100 - text.length))}`);
}

main(process.argv.slice(2)).then(
  (code) => (process.exitCode = code),
  (error: unknown) => {
    console.error(`demo: ${error instanceof Error ? error.message : String(error)}`);
    process.exitCode = 1;
  },
);
