import type { IsSecret } from "../../definition";
import type { QueryResponse } from "../../../client";
import { canonicalJson, maxDepth, isTooDeep } from "../../values/json";
import { type ShownRequest, maxShownLength } from "../../messages/message";
import { addressOf, type Arguments, originOf, type QueryOutcome } from "./description";

/** Maximum size of results in the state, in bytes of JSON. */
const maxResultsSize = 1024 * 1024;

/** Returns the part of a response to store in the state. Credentials are redacted in strings that are not secret outputs. */
export function outcomeOf({ results, message, version }: QueryResponse, redact: (text: string) => string): QueryOutcome {
  const { api, schema } = version ?? {};
  return {
    ...(results === undefined ? {} : { results }),
    ...(typeof message === "string" ? { message: redact(message) } : {}),
    ...(version ? { version: { ...(api ? { api: redact(api) } : {}), ...(typeof schema === "number" ? { schema } : {}) } } : {}),
  };
}

export function refusalOf({ results }: QueryResponse): string | undefined {
  if (isTooDeep(results)) return `its results are nested deeper than ${maxDepth} levels`;
  const bytes = results === undefined ? 0 : Buffer.byteLength(JSON.stringify(results));
  if (bytes <= maxResultsSize) return undefined;
  return `its results are ${(bytes / 1024 / 1024).toFixed(2)} MiB of JSON`;
}

export function notKept(why: string): string {
  return `the query ran, but its results were not stored: ${why}, and the state stores at most 1 MiB. graphplane does not run it again unless host, graph, query, parameters or triggers change. Reduce its results, or run it from your own code with the SDK's typed client (queries.run of createClient from "pulumi-graphplane/client").`;
}

/** Serializes the arguments that identify a run, so that equivalent arguments result in equal strings. */
export function runText({ host, graph, query, parameters, triggers }: Partial<Arguments>): string {
  return canonicalJson([host === undefined ? null : originOf(host), graph ?? null, query ?? null, parameters ?? {}, triggers ?? []]);
}

/** Returns the request that runs the query, for messages. Secret values are redacted, and long values are truncated. */
export function showRequest(args: Arguments, isSecret: IsSecret): ShownRequest {
  const showPart = (name: "host" | "graph" | "query") => (isSecret(name) ? "[secret]" : args[name]);
  const parameters = isSecret("parameters") ? "[secret]" : canonicalJson(args.parameters ?? {});
  const body = parameters.length > maxShownLength ? `${parameters.slice(0, maxShownLength)}…` : parameters;
  return { method: "POST", path: addressOf({ host: showPart("host"), graph: showPart("graph"), query: showPart("query") }), body };
}
