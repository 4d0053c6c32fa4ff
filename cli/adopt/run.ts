import { setMaxListeners } from "node:events";
import { basename, resolve } from "node:path";
import { type Client, createClient, SettingsError } from "../../client";
import { unmistakable } from "../../client/http/secret-finder";
import { shownValue } from "../../client/http/settings";
import { packageRoot, version } from "../../client/http/version";
import { Reader } from "../../provider/adopt/reader";
import { AccountSettings, environmentNames } from "../../provider/config";
import { type Environment, exit, type Terminal } from "../command";
import { UsageError } from "../errors";
import { type ShowStep, withProgress } from "../progress";
import { count } from "../words";
import { adoptedOf } from "./account";
import { check, requirePulumi } from "./check";
import { requireUsable, writeFiles } from "./folder";
import type { Options } from "./options";
import { bundle, dependencyOn } from "./package";
import { programText } from "./program";
import { importEntries, projectFiles, projectName } from "./project";
import { readAccount } from "./read";
import { asJson, asText, nothingToAdopt, type Run } from "./report";

/** Reads, checks and writes; resolves to the exit code. Stopped or failed, it has written nothing. */
export async function adoptAccount(options: Options, terminal: Terminal): Promise<number> {
  // Every request listens to it, and an account has many.
  setMaxListeners(0, terminal.stopped);
  const { client, shortKey } = connect(terminal.environment);
  if (shortKey !== undefined) terminal.err(`graphplane adopt: ${shortKey}`);
  await requireUsable(resolve(options.out));
  if (options.check) await requirePulumi(terminal);
  const run = await withProgress("adopt", "nothing was written", terminal, (showStep) => adopt(client, options, terminal, showStep));
  return report(run, options.json, terminal);
}

async function adopt(client: Client, options: Options, terminal: Terminal, showStep: ShowStep): Promise<Run> {
  const folder = resolve(options.out);
  const { stopped } = terminal;
  const reader = new Reader(client, stopped, showStep);
  const reading = await readAccount(reader, options.scope);
  const adopted = adoptedOf(reading, options.fields, (text) => client.repeatsSecret(text), reader.leaveOut);
  const { failures, leftOut } = reader;
  const imported = importEntries(adopted, client.address);
  if (imported.length === 0) throw new Error(nothingToAdopt(reader));

  const { dependency, files: bundled } = await bundle(dependencyOn(packageRoot, version));
  const files = projectFiles(options.name ?? projectName(basename(folder)), dependency, programText(adopted), imported);
  if (options.check) showStep("importing and previewing with the Pulumi CLI");
  const checked = options.check ? await check(files, imported.length, terminal) : undefined;
  stopped.throwIfAborted();
  const all = { ...files, ...bundled };
  await writeFiles(folder, all);
  return { folder: options.out, files: Object.keys(all), dependency, imported, adopted, failures, leftOut, checked };
}

function report(run: Run, json: boolean, terminal: Terminal): number {
  terminal.out(json ? asJson(run) : asText(run));
  const failed = run.failures.length;
  const unclean = run.checked?.clean === false;
  if (failed > 0)
    terminal.err(
      `graphplane adopt: ${count(failed, "thing")} could not be read; the rest is written. Fix the cause, and run it again into a new folder.`,
    );
  if (unclean)
    terminal.err("graphplane adopt: the preview after the import shows changes or errors. Please report this with what it shows.");
  return failed > 0 || unclean ? exit.failed : exit.fine;
}

/** The client, and a warning about a key that values contain by chance. */
function connect(environment: Environment): { readonly client: Client; readonly shortKey: string | undefined } {
  try {
    const settings = new AccountSettings(() => undefined, environment).values;
    const { length } = settings.apiKey ?? "";
    const warning = `the API key has only ${count(length, "character")}, which other texts contain by chance: what contains it looks like a secret, and is left out.`;
    return { client: createClient(settings), shortKey: length < unmistakable ? warning : undefined };
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    const wrong = error.problems.map((one) => ({ ...one, variable: environmentNames[one.name] ?? one.name }));
    const problems = wrong.map(({ variable, problem, value }) => `${variable}${shownValue(value)} ${problem}`).join("; ");
    const missing = wrong.filter(({ variable }) => !environment[variable]).length;
    const verb = missing === 0 ? "Correct" : missing === wrong.length ? "Set" : "Set or correct";
    throw new UsageError(`${problems}. ${verb} ${wrong.length === 1 ? "it" : "them"} in the environment.`);
  }
}
