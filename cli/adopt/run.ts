import { basename, resolve } from "node:path";
import { createClient, SettingsError } from "../../client";
import { readSettings } from "../../provider/config";
import { exit, type Terminal } from "../command";
import { adoptedOf } from "./account";
import { check, type Checked } from "./check";
import { requireEmpty, writeFiles } from "./folder";
import { importEntries, importFileText } from "./import-file";
import type { Options } from "./options";
import { programText } from "./program";
import { projectFiles, projectName } from "./project";
import { readAccount, type Progress } from "./read";
import { asJson, asText } from "./report";

/** Reads, writes and checks; resolves to the exit code. */
export async function adoptAccount(options: Options, terminal: Terminal): Promise<number> {
  const { out, fields, scope, json } = options;
  const folder = resolve(out);
  await requireEmpty(folder);
  const client = connect().during({ signal: terminal.stopped });
  const reading = await readAccount(client, scope, progressOn(terminal));
  const { adopted, omissions } = adoptedOf(reading, fields, (text) => client.redact(text) !== text);
  const imported = importEntries(adopted);
  if (imported.length === 0) {
    const why = omissions.map((one) => `${one.what}: ${one.why}`).join(" ");
    throw new Error(
      `there is nothing to take over, and nothing was written. ${why || "The account has no workspaces: is the key that of the right organization?"}`,
    );
  }
  const project = projectFiles(options.name ?? projectName(basename(folder)));
  const files = { ...project, "index.ts": programText(adopted), "import.json": importFileText(adopted) };
  await writeFiles(folder, files);

  const names = Object.keys(files);
  const checked: Checked | undefined = options.check ? await check(folder, names, imported.length, terminal.stopped) : undefined;
  const run = { folder: out, files: names, imported, adopted, omissions, checked };
  terminal.out(json ? asJson(run) : asText(run));
  const failed = omissions.filter((one) => one.failed).length;
  if (failed > 0)
    terminal.err(
      `graphplane adopt: ${failed} of what was asked for could not be read; the rest is written. Run it again into a new folder.`,
    );
  if (checked?.clean === false)
    terminal.err("graphplane adopt: the preview after the import shows changes or errors; please report this with what it shows.");
  return failed > 0 || checked?.clean === false ? exit.failed : exit.fine;
}

function connect() {
  try {
    return createClient(readSettings(() => undefined, process.env));
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    const variables: Record<string, string> = { baseUrl: "GRAPHPLANE_BASE_URL", apiKey: "GRAPHPLANE_API_KEY" };
    throw new Error(
      `${error.problems.map(({ name, problem }) => `${variables[name] ?? name} ${problem}`).join("; ")}; set it in the environment.`,
    );
  }
}

/** A line now and then, once it takes longer than a second and someone is looking. */
function progressOn(terminal: Terminal): Progress {
  let next = Date.now() + 1000;
  return (what, done, of) => {
    if (process.stderr.isTTY !== true || Date.now() < next || done === of) return;
    next = Date.now() + 1000;
    terminal.err(`graphplane adopt: read ${done} of ${of} ${what}`);
  };
}
