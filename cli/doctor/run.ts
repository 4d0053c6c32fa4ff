import { type Client, findWorkspace, hostOf, isServiceError, mayMeanMissing, type WorkspaceRecord } from "../../client";
import { exit, type Terminal } from "../command";
import { describeError } from "../errors";
import { type ShowStep, withProgress } from "../progress";
import { capitalized } from "../words";
import { explain, failed, type FailedRead, type Finding, findingLines, ok } from "./finding";
import { type Machine, thisMachine } from "./machine";
import { readProject } from "./project";
import { makeReport, reportText } from "./report";
import { checkReads, type Read, readService } from "./service";
import { checkConnection, checkSettings, secretVariable } from "./settings";
import { checkVersions, readVersions } from "./versions";

export interface DoctorOptions {
  readonly workspace?: { readonly workgroupID: string; readonly workspaceID: string } | undefined;
  readonly stack?: string | undefined;
  readonly dataPlane: boolean;
  readonly report: boolean;
  readonly json: boolean;
}

/** Runs every check and prints the findings. Resolves with the exit code, which is 1 if a check failed. */
export async function diagnose(options: DoctorOptions, terminal: Terminal, machine = thisMachine(terminal)): Promise<number> {
  const { found, report } = await withProgress("doctor", "nothing was changed", terminal, (showStep) =>
    examine(options, machine, terminal, showStep),
  );
  const isFine = found.every(({ result }) => result !== "failed");
  if (options.json) terminal.out(JSON.stringify({ ok: isFine, checks: found, ...(options.report && { report }) }));
  // Users attach the report to an issue, so the lines, which contain names, go to standard error.
  else for (const line of findingLines(found)) void (options.report ? terminal.err(line) : terminal.out(line));
  if (options.report && !options.json) terminal.out(reportText(report));
  return isFine ? exit.fine : exit.failed;
}

async function examine(options: DoctorOptions, machine: Machine, terminal: Terminal, showStep: ShowStep) {
  showStep("reading the versions and the stack's configuration");
  const versions = await readVersions(machine);
  const project = await readProject(machine, options.stack, versions.cli !== undefined);
  const settings = checkSettings(project.config, terminal);
  const found = [...checkVersions(versions), ...project.found, ...settings.found];
  const reads: Read[] = [];
  if (settings.client !== undefined) {
    const client = settings.client.withContext({ purpose: { kind: "doctor", operation: "reading" }, signal: terminal.stopped });
    const workspace = await findNamed(client, options.workspace);
    const isMissing = workspace !== undefined && "missing" in workspace;
    reads.push(...(await readService(client, isMissing ? {} : (options.workspace ?? {}), showStep)));
    found.push(...checkConnection(client.address, terminal.environment), ...checkReads(client.address, reads));
    if (isMissing) found.push(workspace.missing);
    if (project.state !== undefined) found.push(await project.state(client.address, settings.apiKey));
    if (options.dataPlane && !isMissing) found.push(await checkDataPlane(client, workspace, terminal.environment[secretVariable] ?? ""));
  }
  const withoutKey = (text: string) => settings.client?.withoutKey(text) ?? text;
  const safe = found.map((finding) => ({ ...finding, text: withoutKey(finding.text) }));
  return { found: safe, report: makeReport(versions, safe, reads) };
}

type Found = { readonly record: WorkspaceRecord } | FailedRead;

/** Reads the workspace in `--workspace`. `missing` is the finding for a workspace that does not exist. */
async function findNamed(client: Client, workspace: DoctorOptions["workspace"]) {
  if (workspace === undefined) return undefined;
  const fix = "Correct --workspace: pass the ids of a workgroup and of a workspace in it, not their names.";
  const missing = (text: string) => ({ missing: failed("workspace", text, fix) });
  try {
    const found = await findWorkspace(client, workspace);
    return "missing" in found ? missing(`${capitalized(found.missing)}.`) : found;
  } catch (error) {
    if (!isServiceError(error)) return missing(`${capitalized(describeError(error))}.`);
    // Services reject malformed ids with inconsistent errors.
    return mayMeanMissing(error) ? missing(explain({ path: `/workgroups/${workspace.workgroupID}`, failure: error.failure })[0]) : error;
  }
}

const tokenLifetime = 60;

/** Exchanges the database secret for a short-lived token, to verify the secret without reading data. */
async function checkDataPlane(client: Client, workspace: Found | undefined, secret: string): Promise<Finding> {
  if (workspace === undefined) return failed("data plane", "--workspace is missing.", "Pass --workspace <workgroup>/<workspace>.");
  if (secret === "") return failed("data plane", `${secretVariable} is not set.`, "Set it to a database secret of the workspace.");
  if ("failure" in workspace) return failed("data plane", ...explain(workspace));
  const host = hostOf(workspace.record);
  if (host === undefined)
    return failed("data plane", "The workspace's record contains no host.", "Find the host in the console, and report this.");
  try {
    await client.queries.exchange({ host, secret, lifetime: tokenLifetime });
    return ok("data plane", `${host} accepts the database secret.`);
  } catch (error) {
    if (!isServiceError(error)) return failed("data plane", `${capitalized(describeError(error))}.`, "Correct this value.");
    return failed("data plane", ...explain(error));
  }
}
