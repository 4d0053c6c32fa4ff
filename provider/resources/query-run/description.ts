import { dataPlaneOrigin, hostProblem } from "../../../client/api/host";
import { segment } from "../../messages/message";
import { anything, host, listOf, number, object, optional, type OutputsOf, optInFlag, text, timeout, values } from "../../describe/fields";
import { type ArgumentsOf, describe, type ShownValues, type StateOf } from "../../describe/resource";

const version = {
  name: "QueryVersion",
  description: "The versions that the data plane reports.",
  fields: { api: optional(text("Version of the API.")), schema: optional(number("Version of the graph's schema.")) },
} as const;

export const queryRunDescription = describe({
  kind: "QueryRun",
  description: [
    "Runs an installed query on a workspace's data plane: at creation, and again whenever `host`, `graph`, `query`, `parameters` or `triggers` changes. The state stores the results. Deleting the resource sends no request.",
    "The update fails if the query reports an error, if the credential is refused, or if the results are larger than 1 MiB. After such results, the query does not run again until one of these arguments changes. The id is random.",
  ],
  argumentsDescription: "Exactly one of `secret` and `token` is required.",
  example: `
const topRated = new QueryRun("top-rated", {
  host: workspace.host,
  graph: "movies",
  query: "top_rated",
  parameters: { print_limit: 5 },
  secret: config.requireSecret("databaseSecret"),
  triggers: [refresh.triggers],
});
export const movies = topRated.results;
`,
  api: "sections 1 and 4",
  idFormat: "a UUID",
  displayTemplate: "query <query> of graph <graph>",
  arguments: {
    host: host(
      "The host of the workspace's data plane, e.g. the output `host` of its `Workspace`: `name`, `name:port`, or an origin such as `https://name`, without a path. The default is https on port 443. Only loopback hosts can use http, which is the default for a loopback host with a port. Changing it runs the query again.",
      { wire: false },
    ),
    graph: text("The graph that the query belongs to. Changing it runs the query again.", { notEmpty: true, wire: false }),
    query: text("The name of the query, which must be installed. Changing it runs the query again.", { notEmpty: true, wire: false }),
    parameters: optional(
      values(
        "The query's parameters, sent unchanged, including nulls. Pass integers beyond ±(2^53 - 1) as strings, because a JavaScript number would round them, and the engine cannot transport a `bigint`. Changing it runs the query again.",
        { wire: false, opaqueJson: true, default: "{}" },
      ),
    ),
    // A new credential does not cause another run.
    secret: optional(
      text(
        "A database secret of the workspace, always stored as a secret; not the control plane's API key. graphplane sends it unchanged (`Authorization: GSQL-Secret`); if the service refuses that, graphplane exchanges it for a token that is valid for an hour. Changing it does not run the query again. Exactly one of `secret` and `token` is required.",
        { notEmpty: true, secret: true, providerOnly: true, output: {} },
      ),
    ),
    token: optional(
      text(
        "An access token to use instead of the secret (`Authorization: Bearer`), always stored as a secret. Changing it does not run the query again. Exactly one of `secret` and `token` is required.",
        { notEmpty: true, secret: true, providerOnly: true, output: {} },
      ),
    ),
    triggers: optional(
      listOf(
        anything("A value of any type."),
        "Values that trigger another run when they change, e.g. the `triggers` of a `WorkspaceRefresh`: the query then also waits for the refresh.",
        {
          wire: false,
          opaqueJson: true,
          default: "none: the query runs at creation, and when `host`, `graph`, `query` or `parameters` changes",
        },
      ),
    ),
    idempotent: optInFlag(
      "Declares that running the query twice is harmless. graphplane then retries after a lost response or a gateway's 502, 503 or 504, even though the query might have run. By default, the run fails.",
      { output: {} },
    ),
    timeoutSeconds: timeout(
      "Time limit in seconds, including the time until a stopped workspace wakes up (one to three minutes). A single request can take up to `graphplane:requestTimeoutSeconds`.",
      { default: "300", output: {} },
    ),
  },
  outputs: {
    results: optional(
      anything(
        "The results that the query printed, always a secret. Their structure depends on the query. Integers beyond ±(2^53 - 1), such as 64-bit ids, and numbers outside the range of a double are strings of digits, so that nothing is rounded. A number with a fraction or an exponent is a double.",
        { secret: true, opaqueJson: true },
      ),
    ),
    message: optional(text("The message in the response, often empty.")),
    version: optional(object(version, "The versions in the response.")),
  },
  review: {
    addressedBy: ["host", "graph", "query"],
    runs: true,
    compares: false,
    consequences: [
      {
        id: "query",
        method: "POST",
        severity: "care",
        summary: "runs once",
        description: "The query runs once. It can change data.",
        source: "docs/internals/api.md, sections 1 and 4",
      },
    ],
    address: addressOf,
    subject: { query: "query", graph: "graph", host: "host" },
  },
});

export type Arguments = ArgumentsOf<typeof queryRunDescription>;

export type QueryOutcome = OutputsOf<(typeof queryRunDescription)["outputs"]>;

/**
 * The state. `__pending` records a run whose response was lost, or a run whose results were not stored. The latter contains the fingerprint
 * of its arguments, so that the run is not repeated.
 */
export type State = StateOf<typeof queryRunDescription> & {
  readonly __pending?: { readonly ran: string; readonly why: string } | { readonly post: "lost" };
};

/** Normalizes a host, so that equivalent hosts are equal. A malformed host from an old state is not changed. */
export function originOf(host: string): string {
  return hostProblem(host) === undefined ? dataPlaneOrigin(host) : host;
}

/** Returns the address of the call, which identifies the run in messages. */
export function addressOf({ host, graph, query }: ShownValues): string {
  const shown = segment(host);
  const origin = typeof host !== "string" || shown.startsWith("[") ? shown : originOf(host);
  return `${origin}/restpp/query/${segment(graph)}/${segment(query)}`;
}
