// Written by `npm run docs`.
import * as pulumi from "@pulumi/pulumi";
import { registration, suspendStackTraces } from "../shim";
import type { QueryVersion } from "./types";

/** The arguments of a {@link QueryRun}. Exactly one of `secret` and `token` is required. */
export interface QueryRunArgs {
  /**
   * The host of the workspace's data plane, e.g. the output `host` of its `Workspace`: `name`, `name:port`, or an origin such as
   * `https://name`, without a path. The default is https on port 443. Only loopback hosts can use http, which is the default for a loopback
   * host with a port. Changing it runs the query again.
   */
  host: pulumi.Input<string>;
  /** The graph that the query belongs to. Changing it runs the query again. Allowed: not empty. */
  graph: pulumi.Input<string>;
  /** The name of the query, which must be installed. Changing it runs the query again. Allowed: not empty. */
  query: pulumi.Input<string>;
  /**
   * The query's parameters, sent unchanged, including nulls. Pass integers beyond ±(2^53 - 1) as strings, because a JavaScript number would
   * round them, and the engine cannot transport a `bigint`. Changing it runs the query again.
   *
   * @default {}
   */
  parameters?: pulumi.Input<Record<string, unknown>>;
  /**
   * A database secret of the workspace, always stored as a secret; not the control plane's API key. graphplane sends it unchanged
   * (`Authorization: GSQL-Secret`); if the service refuses that, graphplane exchanges it for a token that is valid for an hour. Changing it
   * does not run the query again. Exactly one of `secret` and `token` is required. Allowed: not empty.
   */
  secret?: pulumi.Input<string>;
  /**
   * An access token to use instead of the secret (`Authorization: Bearer`), always stored as a secret. Changing it does not run the query
   * again. Exactly one of `secret` and `token` is required. Allowed: not empty.
   */
  token?: pulumi.Input<string>;
  /**
   * Values that trigger another run when they change, e.g. the `triggers` of a `WorkspaceRefresh`: the query then also waits for the
   * refresh.
   *
   * @default none: the query runs at creation, and when `host`, `graph`, `query` or `parameters` changes
   */
  triggers?: pulumi.Input<pulumi.Input<unknown>[]>;
  /**
   * Declares that running the query twice is harmless. graphplane then retries after a lost response or a gateway's 502, 503 or 504, even
   * though the query might have run. By default, the run fails.
   *
   * @default false
   */
  idempotent?: pulumi.Input<boolean>;
  /**
   * Time limit in seconds, including the time until a stopped workspace wakes up (one to three minutes). A single request can take up to
   * `graphplane:requestTimeoutSeconds`. Allowed: more than 0.
   *
   * @default 300
   */
  timeoutSeconds?: pulumi.Input<number>;
}

const resource = {
  kind: "QueryRun",
  outputs: [
    "host",
    "graph",
    "query",
    "parameters",
    "secret",
    "token",
    "triggers",
    "idempotent",
    "timeoutSeconds",
    "results",
    "message",
    "version",
  ],
  secrets: ["secret", "token"],
  secretOutputs: ["secret", "token", "results"],
} as const;

/**
 * Runs an installed query on a workspace's data plane: at creation, and again whenever `host`, `graph`, `query`, `parameters` or `triggers`
 * changes. The state stores the results. Deleting the resource sends no request.
 *
 * The update fails if the query reports an error, if the credential is refused, or if the results are larger than 1 MiB. After such
 * results, the query does not run again until one of these arguments changes. The id is random.
 *
 * @see docs/internals/api.md, sections 1 and 4
 *
 * @example
 * const topRated = new QueryRun("top-rated", {
 *   host: workspace.host,
 *   graph: "movies",
 *   query: "top_rated",
 *   parameters: { print_limit: 5 },
 *   secret: config.requireSecret("databaseSecret"),
 *   triggers: [refresh.triggers],
 * });
 * export const movies = topRated.results;
 */
export class QueryRun extends pulumi.CustomResource {
  /**
   * The host of the workspace's data plane, e.g. the output `host` of its `Workspace`: `name`, `name:port`, or an origin such as
   * `https://name`, without a path. The default is https on port 443. Only loopback hosts can use http, which is the default for a loopback
   * host with a port. Changing it runs the query again.
   */
  declare readonly host: pulumi.Output<string>;
  /** The graph that the query belongs to. Changing it runs the query again. */
  declare readonly graph: pulumi.Output<string>;
  /** The name of the query, which must be installed. Changing it runs the query again. */
  declare readonly query: pulumi.Output<string>;
  /**
   * The query's parameters, sent unchanged, including nulls. Pass integers beyond ±(2^53 - 1) as strings, because a JavaScript number would
   * round them, and the engine cannot transport a `bigint`. Changing it runs the query again.
   */
  declare readonly parameters: pulumi.Output<Record<string, unknown> | undefined>;
  /**
   * A database secret of the workspace, always stored as a secret; not the control plane's API key. graphplane sends it unchanged
   * (`Authorization: GSQL-Secret`); if the service refuses that, graphplane exchanges it for a token that is valid for an hour. Changing it
   * does not run the query again. Exactly one of `secret` and `token` is required.
   */
  declare readonly secret: pulumi.Output<string | undefined>;
  /**
   * An access token to use instead of the secret (`Authorization: Bearer`), always stored as a secret. Changing it does not run the query
   * again. Exactly one of `secret` and `token` is required.
   */
  declare readonly token: pulumi.Output<string | undefined>;
  /**
   * Values that trigger another run when they change, e.g. the `triggers` of a `WorkspaceRefresh`: the query then also waits for the
   * refresh.
   */
  declare readonly triggers: pulumi.Output<unknown[] | undefined>;
  /**
   * Declares that running the query twice is harmless. graphplane then retries after a lost response or a gateway's 502, 503 or 504, even
   * though the query might have run. By default, the run fails.
   */
  declare readonly idempotent: pulumi.Output<boolean | undefined>;
  /**
   * Time limit in seconds, including the time until a stopped workspace wakes up (one to three minutes). A single request can take up to
   * `graphplane:requestTimeoutSeconds`.
   */
  declare readonly timeoutSeconds: pulumi.Output<number | undefined>;
  /**
   * The results that the query printed, always a secret. Their structure depends on the query. Integers beyond ±(2^53 - 1), such as 64-bit
   * ids, and numbers outside the range of a double are strings of digits, so that nothing is rounded. A number with a fraction or an
   * exponent is a double.
   */
  declare readonly results: pulumi.Output<unknown>;
  /** The message in the response, often empty. */
  declare readonly message: pulumi.Output<string | undefined>;
  /** The versions in the response. */
  declare readonly version: pulumi.Output<QueryVersion | undefined>;

  constructor(name: string, args: QueryRunArgs, opts?: pulumi.CustomResourceOptions) {
    const restoreStackTraces = suspendStackTraces();
    try {
      super(...registration(resource, name, args, opts, new.target));
      restoreStackTraces();
    } catch (error) {
      throw restoreStackTraces(error);
    }
  }
}
