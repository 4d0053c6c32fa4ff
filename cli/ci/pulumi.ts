import { existsSync } from "node:fs";
import { mkdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { approvalVariable } from "../../client/http/approval";
import { recordsVariable, runKeyVariable } from "../../provider/announce/records";
import type { PulumiRun } from "../pulumi";
import { destroyCommand, destroyOf } from "../review/destroy";
import { type EngineEvent, parseEvents, parsePreview, parseRecords, type Preview } from "../review/inputs";
import type { Context } from "./context";

/** The runs of the engine. Each fact about one comes from its events, its JSON or the plan records, never from a text that it prints. */

/** A run of the engine, with its events. */
interface EngineRun extends PulumiRun {
  readonly events: readonly EngineEvent[];
}

/** Runs a preview: one run of the engine gives the steps, the events and the plan records. */
export async function runPreview(context: Context, key: string): Promise<EngineRun & { readonly preview: Preview }> {
  const folder = join(context.temporary, "preview");
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const records = join(folder, "records");
  const env = { [recordsVariable]: records, [runKeyVariable]: key };
  const once = async () => {
    await rm(records, { force: true });
    const { destroys, passed, onErr } = context;
    const command = destroys ? destroyCommand(passed) : ["preview", "--json", "--show-replacement-steps"];
    return runEngine(context, command, { env, onErr });
  };
  const read = (run: EngineRun) => parsePreview(run.stdout);
  let run = await once();
  if (context.runsProgram && !context.destroys && hasPanicked(run, read(run))) {
    context.note("Pulumi crashed with --run-program (a known bug with renamed components); previewing again without it.");
    context.runsProgram = false;
    run = await once();
  }
  const printed = read(run);
  const failure = printed === undefined ? { failure: outputOf(context, run) } : {};
  const destroy = context.destroys ? { destroy: destroyOf(context.passed) } : {};
  return { ...run, preview: { ...printed, ...failure, ...destroy, events: run.events, ...parseRecords(await textOf(records), key) } };
}

/** Runs `pulumi up`, once. The provider sends no request that the file of the approval does not hold. */
export function runUpdate(context: Context, approval: string): Promise<EngineRun> {
  const { onOut, onErr } = context;
  return runEngine(context, ["up", "--yes", "--skip-preview"], { env: { [approvalVariable]: approval }, onOut, onErr });
}

async function runEngine(
  context: Context,
  command: readonly string[],
  { env, ...output }: Pick<Parameters<Context["pulumi"]>[1] & object, "env" | "onOut" | "onErr">,
): Promise<EngineRun> {
  const { stack, pack, passed, runsProgram, destroys, temporary } = context;
  // Debug events contain secrets in plain text: only this user can read the folder, and the file is removed immediately.
  const log = join(temporary, "events.json");
  const args = [
    ...command,
    ...["--event-log", log],
    ...(stack === undefined ? [] : ["--stack", stack]),
    "--non-interactive",
    // By default, a destroy neither refreshes nor runs the program.
    ...(destroys ? [] : ["--refresh", ...(runsProgram ? ["--run-program"] : [])]),
    ...(pack === undefined ? [] : ["--policy-pack", pack]),
    ...passed,
  ];
  try {
    // The variable unlocks --event-log.
    const run = await context.pulumi(args, { ...output, env: { ...env, PULUMI_DEBUG_COMMANDS: "true" } });
    return { ...run, events: parseEvents(await textOf(log)) };
  } finally {
    await rm(log, { force: true });
  }
}

/** Returns true for the engine's crash with `--run-program`: its exit code is 2, and it ends without a summary and without JSON. */
function hasPanicked({ code, events }: EngineRun, preview: Preview | undefined): boolean {
  return code === 2 && preview === undefined && !events.some(({ summaryEvent }) => summaryEvent !== undefined);
}

const maxLines = 12;

/** The last lines that a run printed, for people. */
export function outputOf(context: Context, { stdout, stderr, code }: PulumiRun): string {
  const lines = stripVTControlCharacters(`${stdout}\n${stderr}`)
    .split("\n")
    .filter((line) => line.trim() !== "");
  const shown = lines.slice(-maxLines).join("\n");
  return context.clean(shown === "" ? `pulumi printed nothing, and ended with exit code ${code}.` : shown);
}

async function textOf(file: string): Promise<string> {
  return existsSync(file) ? readFile(file, "utf8") : "";
}
