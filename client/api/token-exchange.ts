import { z } from "zod";
import { dataPlaneEndpoint } from "../http/endpoint";

const text = z.string().nullish().catch(undefined);

/** The answer of the token exchange. `expiration` is a number of seconds since 1970, or a date and time. */
export const tokenAnswer = z.looseObject({ token: z.string().min(1), expiration: z.unknown().optional(), message: text });
export type TokenAnswer = z.infer<typeof tokenAnswer>;

export const exchangeSecret = dataPlaneEndpoint({
  source: "extension",
  method: "POST",
  path: "/gsql/v1/tokens",
  purpose: "Exchange a database secret for an access token.",
  result: tokenAnswer,
});

/** The secret that is exchanged for a token. */
export interface SecretExchange {
  /** The workspace's data plane, as in `QueryId`. */
  readonly host: string;
  readonly secret: string;
  /** For how many seconds the token is to be valid. @default the service's own */
  readonly lifetime?: number | undefined;
  /** The graph that the token is for. @default none: users report that leaving it out is the safe form */
  readonly graph?: string | undefined;
}
