import { type Client, classify, type Failure, isServiceError, parseInstalledAddons } from "../../client";
import { addons } from "../../client/api/addons";
import { backups } from "../../client/api/backups";
import { workgroups } from "../../client/api/workgroups";
import { saysNotFound } from "../../client/http/error-classification";
import { objectsIn } from "../../client/wire/json";
import type { ShowStep } from "../progress";
import { idsIn, type Known, type Parameter, parameters, type ReadEndpoint, readEndpoints } from "./endpoints";
import { explain, failed, type FailedRead, type Finding, ok, skipped, warning } from "./finding";

export type Outcome = { readonly result: unknown } | { readonly failure: Failure } | { readonly needs: Parameter };

export interface Read {
  readonly endpoint: ReadEndpoint;
  readonly outcome: Outcome;
}

/** Sends every GET whose ids are known, one after another. Stops early if no further call can succeed. */
export async function readService(client: Client, given: Known, showStep: ShowStep): Promise<Read[]> {
  const reads: Read[] = [];
  let known = given;
  for (const [index, endpoint] of readEndpoints.entries()) {
    showStep(`reading the service, ${index} of ${readEndpoints.length} calls done`);
    const outcome = await read(client, endpoint, known);
    reads.push({ endpoint, outcome });
    if (isHopeless(outcome)) break;
    if ("result" in outcome) known = { ...idsIn(endpoint, outcome.result, known), ...known };
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
    if (path === backups.schedule.path && saysNotFound(error)) return { result: null };
    if (isServiceError(error) && error.failure.outcome !== "aborted") return { failure: error.failure };
    throw error;
  }
}

function isHopeless(outcome: Outcome): boolean {
  if (!("failure" in outcome)) return false;
  const { meaning } = classify(outcome.failure);
  return meaning === "credential refused" || ["unreachable", "lost", "redirected"].includes(outcome.failure.outcome);
}

/** Checks the URL, TLS, the key and its permissions based on the results of reads. */
export function checkReads(address: string, reads: readonly Read[]): Finding[] {
  const failures = reads.flatMap(({ endpoint, outcome }) =>
    "failure" in outcome ? [{ path: endpoint.path, failure: outcome.failure }] : [],
  );
  // Any response of the service, even an error, proves that the address is correct.
  const answers = isAnswered(reads) || failures.some(({ failure }) => failure.outcome === "refused");
  const [first] = failures;
  if (!answers && first !== undefined) return [failed(first.failure.insecure === true ? "TLS" : "address", ...explain(first))];
  const key = checkKey(reads, failures);
  return [
    ok("address", `The service responds at ${address}.`),
    ...(address.startsWith("https:") ? [ok("TLS", "The certificate is trusted.")] : []),
    key,
    ...(key.result === "failed" ? [] : reads.map(checkPermission)),
  ];
}

const isAnswered = (reads: readonly Read[]): boolean => reads.some(({ outcome }) => "result" in outcome);

function checkKey(reads: readonly Read[], failures: readonly FailedRead[]): Finding {
  const refused = failures.find(({ failure }) => ["credential refused", "API disabled"].includes(classify(failure).meaning));
  const denied = refused ?? (isAnswered(reads) ? undefined : failures[0]);
  if (denied !== undefined) return failed("key", ...explain(denied));
  const resultsOf = (row: ReadEndpoint) =>
    reads.flatMap(({ endpoint, outcome }) => (endpoint === row && "result" in outcome ? [outcome.result] : []));
  const hasNoWorkgroup = resultsOf(workgroups.list).some((result) => objectsIn(result).length === 0);
  const hasAddon = resultsOf(addons.list).some((result) => parseInstalledAddons(result)?.found[0] !== undefined);
  if (!hasNoWorkgroup || hasAddon) return ok("key", "The service accepts the API key.");
  const fix = "Check its organization in the console: the service accepts a key of a different organization, and returns empty lists.";
  return warning("key", "The service accepts the API key, but returns no workgroups and no add-ons.", fix);
}

function checkPermission({ endpoint: { path, number }, outcome }: Read): Finding {
  if ("needs" in outcome) {
    const isNamed = outcome.needs === "workgroupID" || outcome.needs === "workspaceID";
    const fix = isNamed ? "Pass --workspace <workgroup>/<workspace>." : undefined;
    return skipped("permission", `GET ${path} needs ${parameters[outcome.needs]}.`, fix);
  }
  if ("result" in outcome)
    return ok("permission", `GET ${path} responds${Array.isArray(outcome.result) ? ` (a list of ${outcome.result.length})` : ""}.`);
  const { meaning } = classify(outcome.failure);
  if (number === undefined && meaning === "no such call")
    return skipped("permission", `This service does not implement GET ${path}, which is optional.`);
  return warning("permission", ...explain({ path, failure: outcome.failure }));
}
