import { type Client, classify, type Failure, isObject, isServiceError, parseInstalledAddons } from "../../client";
import { type Parameter, type ReadEndpoint, readEndpoints } from "./endpoints";
import { failureFix, failureText, type Finding, findings } from "./finding";

/** The outcome of one GET. */
export type Outcome = { readonly result: unknown } | { readonly failure: Failure } | { readonly needs: Parameter };

/** One GET of the service, and its outcome. */
export interface Read {
  readonly endpoint: ReadEndpoint;
  readonly outcome: Outcome;
}

type Known = Partial<Record<Parameter, string>>;

/** Sends every GET for which the identifiers are known, one after the other; ends early if no call can succeed. */
export async function readService(client: Client, given: Known, tell: (doing: string) => void): Promise<Read[]> {
  const reads: Read[] = [];
  let known = given;
  for (const [index, endpoint] of readEndpoints.entries()) {
    tell(`reading the service, ${index} of ${readEndpoints.length} calls done`);
    const outcome = await read(client, endpoint, known);
    reads.push({ endpoint, outcome });
    if (isHopeless(outcome)) break;
    if ("result" in outcome) known = { ...idsIn(endpoint.path, outcome.result, known), ...known };
  }
  return reads;
}

async function read(client: Client, { path }: ReadEndpoint, known: Known): Promise<Outcome> {
  const needed = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as Parameter);
  const missing = needed.find((name) => known[name] === undefined);
  if (missing !== undefined) return { needs: missing };
  try {
    return { result: await client.inspect(path, Object.fromEntries(needed.map((name) => [name, known[name] ?? ""]))) };
  } catch (error) {
    if (isServiceError(error) && error.failure.outcome !== "aborted") return { failure: error.failure };
    throw error;
  }
}

/** Nothing else would be answered either. */
function isHopeless(outcome: Outcome): boolean {
  if (!("failure" in outcome)) return false;
  const { meaning } = classify(outcome.failure);
  return meaning === "credential refused" || ["unreachable", "lost", "redirected"].includes(outcome.failure.outcome);
}

/** The first identifiers that a Result shows. */
function idsIn(path: string, result: unknown, known: Known): Known {
  if (path === "/installed-addons") {
    const addon = parseInstalledAddons(result)?.found[0];
    if (addon === undefined) return {};
    return { installedAddonsID: addon.id, addonsID: addon.id, ...(addon.configurations[0] && { configName: addon.configurations[0] }) };
  }
  if (path === "/workgroups") {
    const groups = objectsIn(result);
    const first = groups.find(({ workspaces }) => objectsIn(workspaces).length > 0) ?? groups[0];
    return pickIds({ workgroupID: first?.["workgroup_id"] });
  }
  if (path === "/addons/{addonsID}/workspaces") {
    // The only documented list in which a workgroup is named.
    const { workgroup_id: workgroupID, workspace_id: workspaceID } = objectsIn(result)[0] ?? {};
    return pickIds({ workgroupID, workspaceID });
  }
  if (path !== "/workgroups/{workgroupID}" || !isObject(result)) return {};
  const own = objectsIn(result["workspaces"]);
  const workspace = own.find(({ workspace_id }) => workspace_id === known.workspaceID) ?? own[0];
  const database = workspace?.["database_id"] ?? objectsIn(result["tg_databases"])[0]?.["database_id"];
  return pickIds({ workspaceID: workspace?.["workspace_id"], databaseID: database });
}

function pickIds(ids: Partial<Record<Parameter, unknown>>): Known {
  return Object.fromEntries(Object.entries(ids).filter(([, id]) => typeof id === "string" && id !== ""));
}

function objectsIn(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

/** Checks the address, TLS, the key, and what the key may read, by the outcomes of the reads. */
export function checkReads(address: string, reads: readonly Read[]): Finding[] {
  const failures = reads.flatMap(({ endpoint, outcome }) =>
    "failure" in outcome ? [{ path: endpoint.path, failure: outcome.failure }] : [],
  );
  // Any word of the service itself, a refusal too, shows that the address is its own.
  const answered = reads.some(({ outcome }) => "result" in outcome || ("failure" in outcome && outcome.failure.outcome === "refused"));
  const secure = findings("TLS");
  const isSecure = address.startsWith("https:");
  const [first] = failures;
  if (!answered && first !== undefined) {
    const { failure, path } = first;
    if (failure.insecure === true) return [secure.failed(failureText(path, failure), failureFix(failure))];
    return [findings("address").failed(failureText(path, failure), failureFix(failure))];
  }
  const found = [
    findings("address").ok(`The service answers at ${address}.`),
    ...(isSecure ? [secure.ok("The certificate is trusted.")] : []),
  ];
  const key = checkKey(reads);
  return [...found, key, ...(key.result === "failed" ? [] : reads.map(checkPermission))];
}

function checkKey(reads: readonly Read[]): Finding {
  const { ok, warning, failed } = findings("key");
  const refused = reads.find(
    ({ outcome }) => "failure" in outcome && ["credential refused", "API disabled"].includes(classify(outcome.failure).meaning),
  );
  const results = reads.flatMap(({ endpoint, outcome }) => ("result" in outcome ? [{ path: endpoint.path, result: outcome.result }] : []));
  const denied = refused ?? (results.length > 0 ? undefined : reads.find(({ outcome }) => "failure" in outcome));
  if (denied !== undefined && "failure" in denied.outcome) {
    return failed(failureText(denied.endpoint.path, denied.outcome.failure), failureFix(denied.outcome.failure));
  }
  const groups = results.find(({ path }) => path === "/workgroups");
  const addons = results.find(({ path }) => path === "/installed-addons");
  const seesNothing =
    groups !== undefined && objectsIn(groups.result).length === 0 && (parseInstalledAddons(addons?.result)?.found ?? []).length === 0;
  if (!seesNothing) return ok("The service accepts the API key.");
  const fix = "Check in the console which organization it belongs to: a key of another organization is accepted, and gets empty lists.";
  return warning("The service accepts the API key and shows it neither a workgroup nor an add-on.", fix);
}

const nameOne = "Name one with --workspace <workgroup>/<workspace>.";

const needsWords: Readonly<Record<Parameter, string>> = {
  workgroupID: "a workgroup, and the service lists none",
  workspaceID: "a workspace, and the service lists none",
  databaseID: "a database, and the workgroup shows none",
  installedAddonsID: "an installed add-on, and the service shows none",
  configName: "the name of a configuration, and the add-on lists none",
  addonsID: "an add-on, and the service shows none",
};

function checkPermission({ endpoint: { path, extension }, outcome }: Read): Finding {
  const { ok, warning, skipped } = findings("permission");
  if ("needs" in outcome) {
    const isNamed = outcome.needs === "workgroupID" || outcome.needs === "workspaceID";
    return skipped(`GET ${path} needs ${needsWords[outcome.needs]}.`, isNamed ? nameOne : undefined);
  }
  if ("result" in outcome) {
    return ok(`GET ${path} answers${Array.isArray(outcome.result) ? ` (a list of ${outcome.result.length})` : ""}.`);
  }
  if (extension === true && classify(outcome.failure).meaning === "no such call") {
    return skipped(`GET ${path} is not a call of this service, which need not have it.`);
  }
  return warning(failureText(path, outcome.failure), failureFix(outcome.failure));
}
