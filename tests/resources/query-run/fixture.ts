import type { IncomingHttpHeaders } from "node:http";
import { type EmulatorOptions, type InstalledQuery } from "../../../testing/emulator";
import { Engine, type Properties, VirtualClock } from "../../support/provider";
import { startSettings } from "../../support/settings-fixture";
import { serve } from "../../support/test-server";

export const secret = "database-secret+/=-0123456789";

/** Starts a service that ends with the test, with a workspace that has one query, and an engine that holds a run of it. */
export async function startQuery(options: EmulatorOptions = {}, results?: InstalledQuery["results"]) {
  const base = await startSettings(options);
  const { emulator, ids, clock } = base;
  let runs = 0;
  emulator.account.addQuery(ids.workgroupId, ids.workspaceId, {
    graph: "movies",
    query: "top_rated",
    results: (parameters) => {
      runs++;
      return typeof results === "function" ? results(parameters) : (results ?? [{ first_movie: "x", parameters }]);
    },
  });
  emulator.account.addSecret(ids.workgroupId, ids.workspaceId, secret);
  const host = emulator.url.replace("http://", "");
  return {
    emulator,
    clock,
    engine: base.service.engine("QueryRun", { maxRetries: 0 }),
    /** The arguments of a run that succeeds. */
    program: { host, graph: "movies", query: "top_rated", secret } as Properties,
    /** The number of times that the query was run. */
    runs: () => runs,
    /** The requests since the last call: `query`, `token` or the control plane's endpoint, with the form of its credential. */
    requests: () => base.entries().map(({ endpoint, credentials }) => [endpoint, ...credentials.map(({ form }) => form)].join(" ")),
    /** Stops the workspace, as one that is idle does. */
    stop: () => base.change({ status: "Idle", enable_auto_start: true }),
  };
}

/** One request that {@link dataPlane} got. */
export interface Seen {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Properties;
}

/** A data plane that answers as told, and an engine with a run against it; ends with the test. */
export async function dataPlane(
  answer: (seen: Seen, index: number) => readonly [status: number, body: unknown, headers?: Readonly<Record<string, string>>],
) {
  const seen: Seen[] = [];
  const { origin } = await serve((response, request) => {
    const one = { path: request.url, headers: request.headers, body: JSON.parse(request.body || "{}") as Properties };
    seen.push(one);
    const [status, body, headers = {}] = answer(one, seen.length - 1);
    response.writeHead(status, headers).end(typeof body === "string" || Buffer.isBuffer(body) ? body : JSON.stringify(body));
  });
  const host = origin.replace("http://", "");
  const clock = new VirtualClock();
  const settings = { baseUrl: origin, apiKey: "the-api-key-0123", maxRetries: 0 };
  const engine = new Engine("QueryRun", { settings, clock });
  return { host, seen, clock, engine, program: { host, graph: "g", query: "q", secret } };
}

/** The data plane's answer to a query that succeeded. */
export function success(results: unknown = []): readonly [number, unknown] {
  return [200, { version: { edition: "x", api: "v2", schema: 3 }, error: false, message: "", results }];
}

/** The data plane's refusal of a credential. */
export const refusal: readonly [number, unknown] = [
  403,
  { error: true, code: "REST-10016", message: "Access Denied because the input token or secret is not valid." },
];
