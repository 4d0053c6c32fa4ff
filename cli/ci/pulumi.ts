import { existsSync } from "node:fs";
import { mkdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { approvalVariable } from "../../client/http/approval";
import { planLogVariable, runKeyVariable } from "../../provider/messages/plan-log";
import type { PulumiOptions, PulumiRun } from "../pulumi";
import { destroyCommand, destroyOf } from "../review/destroy";
import { causeInOutput } from "../review/diagnostics";
import { type EngineEvent, parseEvents, parsePreview, parseRecords, type Preview } from "../review/inputs";
import type { Context } from "./context";

/** Runs the engine. All facts come from its events, its JSON output and the plan records, never from printed text. */

interface EngineRun extends PulumiRun {
  readonly events: readonly EngineEvent[];
}

/** Runs a preview. A single run of the engine produces the steps, the events and the plan records. */
export async function runPreview(context: Context, key: string): Promise<EngineRun & { readonly preview: Preview }> {
  const folder = join(context.temporary, "preview");
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const records = join(folder, "records");
  const env = { [planLogVariable]: records, [runKeyVariable]: key };
  const attempt = async () => {
    await rm(records, { force: true });
    const { destroys, passed, onErr } = context;
    const command = destroys ? destroyCommand(passed) : ["preview", "--json", "--show-replacement-steps"];
    const run = await runEngine(context, command, { env, onErr });
    return { run, printed: parsePreview(run.stdout) };
  };
  let { run, printed } = await attempt();
  // When the engine crashes with `--run-program`, it exits with code 2 and prints neither a summary nor JSON.
  const hasCrashed = run.code === 2 && printed === undefined && !run.events.some(({ summaryEvent }) => summaryEvent !== undefined);
  if (context.runsProgram && !context.destroys && hasCrashed) {
    context.log("Pulumi crashed with --run-program (a known bug with renamed components); previewing again without it.");
    context.runsProgram = false;
    ({ run, printed } = await attempt());
  }
  const failure = printed === undefined ? outputOf(context, run) : run.code === 0 ? undefined : causeInOutput(printed.diagnostics ?? []);
  const destroy = context.destroys ? { destroy: destroyOf(context.passed) } : {};
  return {
    ...run,
    preview: {
      ...printed,
      ...(failure !== undefined && { failure }),
      ...destroy,
      events: run.events,
      ...parseRecords(await textOf(records), key),
    },
  };
}

/** Runs `pulumi up` once. The provider sends only the requests in the approval file. */
export function runUpdate(context: Context, approval: string): Promise<EngineRun> {
  const { onOut, onErr } = context;
  return runEngine(context, ["up", "--yes", "--skip-preview"], { env: { [approvalVariable]: approval }, onOut, onErr });
}

async function runEngine(context: Context, command: readonly string[], { env, ...output }: Partial<PulumiOptions>): Promise<EngineRun> {
  const { stack, pack, passed, runsProgram, destroys, temporary } = context;
  // Debug events contain secrets in plain text. Only the current user can read the directory, and the file is removed immediately.
  const log = join(temporary, "events.json");
  const args = [
    ...command,
    ...["--event-log", log],
    ...(stack === undefined ? [] : ["--stack", stack]),
    "--non-interactive",
    // By default, a destroy does not refresh or run the program.
    ...(destroys ? [] : ["--refresh", ...(runsProgram ? ["--run-program"] : [])]),
    ...(pack === undefined ? [] : ["--policy-pack", pack]),
    ...passed,
  ];
  try {
    // The --event-log option is available only with this variable.
    const run = await context.pulumi(args, { ...output, env: { ...env, PULUMI_DEBUG_COMMANDS: "true" } });
    return { ...run, events: parseEvents(await textOf(log)) };
  } finally {
    await rm(log, { force: true });
  }
}

const maxLines = 12;

/** Returns the last lines that a run printed. */
export function outputOf(context: Context, { stdout, stderr, code }: PulumiRun): string {
  const lines = stripVTControlCharacters(`${stdout}\n${stderr}`).split("\n");
  const shown = lines.filter((line) => line.trim() !== "").slice(-maxLines);
  return context.redact(shown.join("\n") || `pulumi printed nothing, and ended with exit code ${code}.`);
}

async function textOf(file: string): Promise<string> {
  return existsSync(file) ? readFile(file, "utf8") : "";
}
