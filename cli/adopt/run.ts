import { setMaxListeners } from "node:events";
import { basename, resolve } from "node:path";
import { type Client, createClient, SettingsError } from "../../client";
import { minUniqueLength } from "../../client/http/secret-finder";
import { shownValue } from "../../client/http/settings";
import { packageRoot, version } from "../../client/http/version";
import { Reader } from "../../provider/adopt/reader";
import { AccountSettings, environmentNames } from "../../provider/config";
import { exit, type Terminal } from "../command";
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

/** Reads the account, checks the result and writes the files. Resolves with the exit code. If the command fails or is interrupted, no files are written. */
export async function adoptAccount(options: Options, terminal: Terminal): Promise<number> {
  const log = (text: string) => terminal.err(`graphplane adopt: ${text}`);
  // All requests of an account share this signal.
  setMaxListeners(0, terminal.stopped);
  const client = connect(terminal, log);
  await requireUsable(resolve(options.out));
  if (options.check) await requirePulumi(terminal);
  const run = await withProgress("adopt", "nothing was written", terminal, (showStep) => adopt(client, options, terminal, showStep));

  terminal.out(options.json ? asJson(run) : asText(run));
  const failed = run.failures.length;
  const hasChanges = run.checked?.clean === false;
  if (failed > 0)
    log(`${count(failed, "object")} could not be read, and adopt wrote the rest. Fix the cause, and run adopt again with a new directory.`);
  if (hasChanges) log("The preview after the import contains changes or errors. Please report this with its output.");
  return failed > 0 || hasChanges ? exit.failed : exit.fine;
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

/** Creates the client. Logs a warning if the key is so short that unrelated values might contain it. */
function connect({ environment, clock }: Terminal, log: (text: string) => void): Client {
  try {
    const settings = new AccountSettings(() => undefined, environment).values;
    const client = createClient(settings, { clock });
    const { length } = settings.apiKey ?? "";
    if (length < minUniqueLength)
      log(
        `The API key has only ${count(length, "character")}. adopt leaves out every value that contains the key, because such a value looks like a secret.`,
      );
    return client;
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    const wrong = error.problems.map((one) => ({ ...one, variable: environmentNames[one.name] ?? one.name }));
    const problems = wrong.map(({ variable, problem, value }) => `${variable}${shownValue(value)} ${problem}`).join("; ");
    const missing = wrong.filter(({ variable }) => !environment[variable]).length;
    const verb = missing === 0 ? "Correct" : missing === wrong.length ? "Set" : "Set or correct";
    throw new UsageError(`${problems}. ${verb} ${wrong.length === 1 ? "it" : "them"} in the environment.`);
  }
}
