import { z } from "zod";
import type { DataPlaneCaller } from "../data-plane";
import { dataPlaneOrigin } from "../host";
import type { Credential, Tokens } from "../tokens";

/** One row of the data plane's interface. */
export interface DataPlaneEndpoint<Path extends string = string, Result extends z.ZodType = z.ZodType> {
  /** `documented` in API 4; `extension` where only the public reference shows it (API 10.13). */
  readonly source: "documented" | "extension";
  readonly method: "POST";
  /** The path with `{parameter}` places, relative to the workspace's host. */
  readonly path: Path;
  /** What it does. */
  readonly purpose: string;
  /** The shape of the answer, tolerant. */
  readonly result: Result;
}

function row<Path extends string, Result extends z.ZodType>(endpoint: DataPlaneEndpoint<Path, Result>): DataPlaneEndpoint<Path, Result> {
  return endpoint;
}

const text = z.string().nullish().catch(undefined);

/**
 * A successful answer of a query (API 4, data plane). What `results` holds depends on the query. Unknown keys are kept.
 *
 * No number is rounded silently: an integer beyond ±(2^53 - 1), such as a 64-bit id, and a number that is out of a double's range
 * are strings of their own digits. A number with a fraction or an exponent is a double.
 */
export const queryAnswer = z.looseObject({
  version: z
    .looseObject({ api: text, schema: z.number().nullish().catch(undefined) })
    .nullish()
    .catch(undefined),
  error: z.boolean().nullish().catch(undefined),
  message: text,
  results: z.unknown().optional(),
});
export type QueryAnswer = z.infer<typeof queryAnswer>;

/** The answer of the token exchange. `expiration` is a number of seconds since 1970, or a date and time. */
export const tokenAnswer = z.looseObject({ token: z.string().min(1), expiration: z.unknown().optional(), message: text });
export type TokenAnswer = z.infer<typeof tokenAnswer>;

export const runQuery = row({
  source: "documented",
  method: "POST",
  path: "/restpp/query/{graph}/{queryName}",
  purpose: "Run an installed query.",
  result: queryAnswer,
});

export const exchangeSecret = row({
  source: "extension",
  method: "POST",
  path: "/gsql/v1/tokens",
  purpose: "Exchange a database secret for an access token.",
  result: tokenAnswer,
});

/** An installed query of a workspace. */
export interface QueryId {
  /** The workspace's data plane: `name`, `name:port` or an origin. https on port 443 unless told; http for loopback hosts only. */
  readonly host: string;
  readonly graph: string;
  readonly queryName: string;
}

/** What is exchanged for a token. */
export interface SecretExchange {
  /** The workspace's data plane, as in {@link QueryId}. */
  readonly host: string;
  readonly secret: string;
  /** For how many seconds the token is to be valid. @default the service's own */
  readonly lifetime?: number | undefined;
  /** The graph that the token is for. @default none: users report that leaving it out is the safe form */
  readonly graph?: string | undefined;
}

/** The calls on a workspace's data plane; each fails with a `ServiceError`, none of which holds a credential. */
export interface Queries {
  /**
   * Runs an installed query with its own parameters, sent as they are (API 4, data plane).
   *
   * A request that may have been processed is sent again only where `idempotent` is true. An HTML page in place of an answer
   * (a workspace that is waking up) fails with `failure.waking`: the query did not run.
   *
   * Large integers are strings in the answer, as {@link QueryAnswer} says; give them as strings in `parameters` too, since a
   * number of JavaScript does not keep them.
   */
  run(
    query: QueryId,
    parameters: Readonly<Record<string, unknown>>,
    credential: Credential,
    options?: { readonly idempotent?: boolean | undefined },
  ): Promise<QueryAnswer>;
  /** Exchanges a database secret for an access token (API 10.13). {@link run} does it by itself where a service asks for one. */
  exchange(exchange: SecretExchange): Promise<TokenAnswer>;
}

export const queries = (call: DataPlaneCaller, tokens: Tokens): Queries => {
  const exchangeAt = (origin: string, { secret, lifetime, graph }: Omit<SecretExchange, "host">) =>
    // Another token does no harm, so the exchange may be repeated.
    call(exchangeSecret, origin, {}, { body: { secret, lifetime, graph }, secrets: [secret], repeatable: true, shared: true });
  return {
    run: async ({ host, graph, queryName }, parameters, credential, { idempotent = false } = {}) => {
      const origin = dataPlaneOrigin(host);
      return tokens.withToken(
        { origin, graph, credential },
        (authorization) => call(runQuery, origin, { graph, queryName }, { body: parameters, authorization, repeatable: idempotent }),
        (exchange) => exchangeAt(origin, exchange),
      );
    },
    exchange: async ({ host, ...exchange }) => exchangeAt(dataPlaneOrigin(host), exchange),
  };
};
