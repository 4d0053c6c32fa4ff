// Written by `npm run docs`.
import * as pulumi from "@pulumi/pulumi";
import { registration, suspendStackTraces } from "../shim";
import type { QueryVersion } from "./types";

/** The arguments of a {@link QueryRun}. Exactly one of `secret` and `token` is required. */
export interface QueryRunArgs {
  /**
   * The workspace's data plane, e.g. the output `host` of its `Workspace`: a `name`, a `name:port`, or an origin such as `https://name`,
   * without a path. By default it is reached over https on port 443. http is for loopback hosts only, and is assumed for a loopback host
   * with a port. Changing it runs the query again.
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
   * A database secret of the workspace, always kept secret; never the control plane's API key. It is sent unchanged
   * (`Authorization: GSQL-Secret`); if the service refuses that, it is exchanged for a token that is valid for an hour. Changing it does
   * not run the query again. Exactly one of `secret` and `token` is required. Allowed: not empty.
   */
  secret?: pulumi.Input<string>;
  /**
   * An access token instead of the secret, always kept secret (`Authorization: Bearer`). Changing it does not run the query again. Exactly
   * one of `secret` and `token` is required. Allowed: not empty.
   */
  token?: pulumi.Input<string>;
  /**
   * Values that run the query again when they change, e.g. the `triggers` of a `WorkspaceRefresh`: the query then also waits for the
   * refresh.
   *
   * @default none: the query runs at creation, and when `host`, `graph`, `query` or `parameters` changes
   */
  triggers?: pulumi.Input<pulumi.Input<unknown>[]>;
  /**
   * Declares that running the query twice is harmless. graphplane then retries after a lost response or a gateway's 502, 503 or 504, when
   * the query might already have run; otherwise, the run fails.
   *
   * @default false
   */
  idempotent?: pulumi.Input<boolean>;
  /**
   * Time limit in seconds, including the time until a stopped workspace wakes up (one to three minutes). A single request can take
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
 * A run of an installed query on a workspace's data plane: at creation, and again whenever `host`, `graph`, `query`, `parameters` or
 * `triggers` changes. The query's results are kept in state. Deleting the resource sends no request.
 *
 * Fails if the query reports an error, if the credential is refused, or if the results are over 1 MiB (the query has run, and does not run
 * again unless one of these arguments changes). The id is random.
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
   * The workspace's data plane, e.g. the output `host` of its `Workspace`: a `name`, a `name:port`, or an origin such as `https://name`,
   * without a path. By default it is reached over https on port 443. http is for loopback hosts only, and is assumed for a loopback host
   * with a port. Changing it runs the query again.
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
   * A database secret of the workspace, always kept secret; never the control plane's API key. It is sent unchanged
   * (`Authorization: GSQL-Secret`); if the service refuses that, it is exchanged for a token that is valid for an hour. Changing it does
   * not run the query again. Exactly one of `secret` and `token` is required.
   */
  declare readonly secret: pulumi.Output<string | undefined>;
  /**
   * An access token instead of the secret, always kept secret (`Authorization: Bearer`). Changing it does not run the query again. Exactly
   * one of `secret` and `token` is required.
   */
  declare readonly token: pulumi.Output<string | undefined>;
  /**
   * Values that run the query again when they change, e.g. the `triggers` of a `WorkspaceRefresh`: the query then also waits for the
   * refresh.
   */
  declare readonly triggers: pulumi.Output<unknown[] | undefined>;
  /**
   * Declares that running the query twice is harmless. graphplane then retries after a lost response or a gateway's 502, 503 or 504, when
   * the query might already have run; otherwise, the run fails.
   */
  declare readonly idempotent: pulumi.Output<boolean | undefined>;
  /**
   * Time limit in seconds, including the time until a stopped workspace wakes up (one to three minutes). A single request can take
   * `graphplane:requestTimeoutSeconds`.
   */
  declare readonly timeoutSeconds: pulumi.Output<number | undefined>;
  /**
   * The results that the query printed, always secret; content and names depend on the query. An integer beyond ±(2^53 - 1), such as a
   * 64-bit id, and a number outside a double's range are strings of their digits, so that nothing is rounded. A number with a fraction or
   * an exponent is a double.
   */
  declare readonly results: pulumi.Output<unknown>;
  /** The message of the response; often empty. */
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
