import { z } from "zod";
import type { DataPlaneCaller } from "./data-plane";
import { dataPlaneOrigin } from "./host";
import { type Credential, exchangeSecret, type SecretExchange, type TokenResponse, type Tokens } from "./tokens";
import { endpoint } from "../http/endpoint";
import { isObject } from "../wire/json";

const text = z.string().nullish().catch(undefined);

/**
 * A successful query response (API 4, data plane). The content of `results` depends on the query. Unknown keys are kept. Numbers are never
 * rounded silently: integers beyond ±(2^53 - 1), such as 64-bit ids, and numbers outside the range of a double are strings of their digits.
 * Numbers with a fraction or an exponent are doubles.
 */
const queryResponse = z.looseObject({
  version: z
    .looseObject({ api: text, schema: z.number().nullish().catch(undefined) })
    .nullish()
    .catch(undefined),
  error: z.boolean().nullish().catch(undefined),
  message: text,
  results: z.unknown().optional(),
});
export type QueryResponse = z.infer<typeof queryResponse>;

export const runQuery = endpoint("POST", "/restpp/query/{graph}/{queryName}", "Run an installed query.", {
  number: "data plane",
  body: z.custom<Readonly<Record<string, unknown>>>(isObject),
  result: queryResponse,
});

/** An installed query of a workspace. */
export interface QueryId {
  /** The workspace's data plane, given as `name`, `name:port`, or an origin. The default is https on port 443. http is allowed only for loopback hosts. */
  readonly host: string;
  readonly graph: string;
  readonly queryName: string;
}

/** Calls for a workspace's data plane. Each rejects with a `ServiceError`, which never contains a credential. */
export const queries = (call: DataPlaneCaller, tokens: Tokens, ownError: (error: unknown) => unknown) => {
  const exchangeAt = (origin: string, body: Omit<SecretExchange, "host">) => call(exchangeSecret, origin, {}, { body });
  return {
    /**
     * Runs an installed query with parameters, which are sent unchanged (API 4, data plane). A request that might have been processed is
     * retried only if `idempotent` is true. If an HTML page is returned because the workspace is waking up, rejects with an error whose
     * `failure.waking` is true. The query did not run in this case. Large integers are strings in the response, as described for {@link
     * QueryResponse}. Pass them as strings in `parameters` too, because a JavaScript number would round them.
     */
    run: async (
      { host, graph, queryName }: QueryId,
      parameters: Readonly<Record<string, unknown>>,
      credential: Credential,
      { idempotent = false }: { readonly idempotent?: boolean | undefined } = {},
    ): Promise<QueryResponse> => {
      const origin = dataPlaneOrigin(host);
      return tokens.sendAuthorized(credential, {
        origin,
        graph,
        send: (authorization) => call(runQuery, origin, { graph, queryName }, { body: parameters, authorization, repeatable: idempotent }),
        exchange: (exchange) => exchangeAt(origin, exchange),
        ownError,
      });
    },
    /** Exchanges a database secret for an access token (API 10.13). `run` does so automatically if the service requires a token. */
    exchange: async ({ host, ...exchange }: SecretExchange): Promise<TokenResponse> => exchangeAt(dataPlaneOrigin(host), exchange),
  };
};
export type Queries = ReturnType<typeof queries>;
