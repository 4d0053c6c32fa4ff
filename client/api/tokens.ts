import { z } from "zod";
import type { Clock } from "../http/clock";
import type { Authorization } from "./data-plane";
import { classify, isCredentialRefused, mayMeanMissing } from "../http/error-classification";
import { isServiceError, type ServiceError } from "../http/errors";
import { redactor } from "../http/redact";
import { endpoint } from "../http/endpoint";

/** A credential for a data plane: a database secret, or an access token that was obtained with one (API 5). */
export type Credential = { readonly secret: string; readonly token?: undefined } | { readonly token: string; readonly secret?: undefined };

const text = z.string().nullish().catch(undefined);

/** The response of the token exchange. `expiration` is either a number of seconds since 1970 or a date and time. */
const tokenResponse = z.looseObject({ token: z.string().min(1), expiration: z.unknown().optional(), message: text });
export type TokenResponse = z.infer<typeof tokenResponse>;

export const exchangeSecret = endpoint("POST", "/gsql/v1/tokens", "Exchange a database secret for an access token.", {
  body: z.strictObject({ secret: z.string(), lifetime: z.number().optional(), graph: z.string().optional() }),
  secret: ["secret"],
  // Retrying is safe, because an additional token does no harm.
  repeatable: true,
  result: tokenResponse,
});

/** The secret to exchange for a token. */
export interface SecretExchange {
  /** The workspace's data plane, as in `QueryId`. */
  readonly host: string;
  readonly secret: string;
  /** Lifetime of the token, in seconds. @default the service's default */
  readonly lifetime?: number | undefined;
  /** The graph to which the token is limited. @default none, which works best according to users */
  readonly graph?: string | undefined;
}

/** The lifetime of a requested token, in seconds. */
export const tokenLifetime = 3600;
/** Milliseconds before its expiration at which a token is renewed. */
const renewalMarginMs = 60_000;

interface CachedToken {
  readonly token: Promise<string>;
  /** Milliseconds on the clock; Infinity until the token arrives. */
  expiresAt: number;
}

interface AuthorizedRequest<T> {
  readonly origin: string;
  readonly graph: string;
  readonly send: (authorization: Authorization) => Promise<T>;
  readonly exchange: (exchange: Omit<SecretExchange, "host">) => Promise<TokenResponse>;
  /** Converts the error of an exchange that another operation started to an error of this operation. */
  readonly ownError: (error: unknown) => unknown;
}

/**
 * The ways to authenticate with a secret: the secret itself, a token for every graph, and a token for one graph. It is not documented which
 * of them a service accepts (API 5), so they are tried in this order, each only if the previous one is refused.
 */
const methods = ["secret", "token", "token of the graph"] as const;
type AuthMethod = (typeof methods)[number];

/**
 * Manages the access tokens of a process, for each host and secret. Each token is requested only once, even by parallel callers, kept only
 * in memory, and renewed before it expires or when it is refused.
 */
export class Tokens {
  private readonly cache = new Map<string, CachedToken>();
  /** The last method that a host accepted for the secret. */
  private readonly acceptedMethods = new Map<string, AuthMethod>();
  private readonly issued = new Set<string>();
  private redactor = redactor([]);

  constructor(private readonly clock: Clock) {}

  /** Removes all tokens that were obtained here from the text. */
  redact(text: string): string {
    return this.redactor(text);
  }

  /** Sends a request with the first method that the host accepts. A refused request was not processed, so the next method can be tried. */
  async sendAuthorized<T>({ secret, token }: Credential, request: AuthorizedRequest<T>): Promise<T> {
    if (token !== undefined)
      return request.send({ scheme: "Bearer", value: token }).catch((error: unknown) => {
        throw isServiceError(error) && isTokenRefused(error) ? error.as({ ...error.failure, hint: usedToken }) : error;
      });
    const hostKey = JSON.stringify([request.origin, secret]);
    const first = this.acceptedMethods.get(hostKey) ?? "secret";
    const refusals: ServiceError[] = [];
    for (const method of methods.slice(methods.indexOf(first))) {
      try {
        const response = await this.sendBy(method, secret, request);
        this.acceptedMethods.set(hostKey, method);
        return response;
      } catch (error) {
        if (!isServiceError(error) || !isTokenRefused(error)) throw error;
        refusals.push(error);
        // If the service does not issue a token for every graph, it does not issue one for a single graph either, unless it asked for the
        // graph.
        if (isExchange(error) && !/graph/i.test(error.failure.message ?? "")) break;
      }
    }
    this.acceptedMethods.delete(hostKey);
    throw this.combineRefusals(refusals);
  }

  private async sendBy<T>(method: AuthMethod, secret: string, request: AuthorizedRequest<T>): Promise<T> {
    const { origin, send, exchange, ownError } = request;
    if (method === "secret") return send({ scheme: "GSQL-Secret", value: secret });
    const graph = method === "token of the graph" ? request.graph : undefined;
    const tokenKey = JSON.stringify([origin, secret, graph]);
    const sendWith = async ({ token }: CachedToken) => {
      const value = await token.catch((error: unknown) => {
        throw markNotRun(ownError(error));
      });
      return send({ scheme: "Bearer", value });
    };
    const renew = () => this.startExchange(tokenKey, () => exchange({ secret, lifetime: tokenLifetime, graph }));
    const known = this.usable(tokenKey);
    const entry = known ?? renew();
    try {
      return await sendWith(entry);
    } catch (error) {
      if (!isCredentialRefused(error)) throw error;
      if (this.cache.get(tokenKey) === entry) this.cache.delete(tokenKey);
      if (known === undefined) throw error;
    }
    return sendWith(this.usable(tokenKey) ?? renew());
  }

  private usable(tokenKey: string): CachedToken | undefined {
    const entry = this.cache.get(tokenKey);
    return entry !== undefined && this.clock.now() < entry.expiresAt ? entry : undefined;
  }

  private startExchange(tokenKey: string, exchange: () => Promise<TokenResponse>): CachedToken {
    const askedAt = this.clock.now();
    const entry: CachedToken = {
      expiresAt: Infinity,
      token: exchange().then(
        ({ token, expiration }) => {
          this.issued.add(token);
          this.redactor = redactor([...this.issued]);
          entry.expiresAt = askedAt + lifetimeOf(expiration, Date.now()) - renewalMarginMs;
          return token;
        },
        (error: unknown) => {
          if (this.cache.get(tokenKey) === entry) this.cache.delete(tokenKey);
          throw error;
        },
      ),
    };
    this.cache.set(tokenKey, entry);
    return entry;
  }

  /** Returns the error of the query, which is the most informative one, with a hint about the failed token exchange. */
  private combineRefusals(refusals: readonly ServiceError[]): Error {
    const main = refusals.find((refusal) => !isExchange(refusal)) ?? refusals[0];
    const exchanged = refusals.find(isExchange);
    const also =
      exchanged === undefined || exchanged === main ? "" : ` (the exchange ${exchanged.failure.summary}${quoteMessage(exchanged)})`;
    const hint = `The database secret (secret) was sent as GSQL-Secret and to the token exchange${also}. ${checkSecret}`;
    return main === undefined ? new Error("no form of the secret was tried") : main.as({ ...main.failure, hint });
  }
}

const usedToken =
  "The access token (token) was sent as a bearer token. Use a new token, or a database secret (secret) instead. The token might have expired, or belong to a different graph or workspace. The API key does not work here";
const checkSecret = "Check that it is complete, belongs to this workspace, and was not revoked. The API key does not work here";

function quoteMessage({ failure: { message } }: ServiceError): string {
  return message === undefined ? "" : `: ${message.replace(/[.!?]+$/, "")}`;
}

/** Returns true if the credential was refused by the query, or by an exchange that does not recognize the credential or does not exist. */
function isTokenRefused(error: ServiceError): boolean {
  const { meaning } = classify(error.failure);
  if (meaning === "credential refused") return true;
  if (isExchange(error)) return meaning === "forbidden" || mayMeanMissing(error);
  return meaning === "forbidden" && /\btoken\b/i.test(error.failure.message ?? "");
}

/** The failures of exchanges. They cannot be identified by path, because a path can contain a redacted secret. */
const exchangeFailures = new WeakSet<ServiceError>();

const isExchange = (error: ServiceError): boolean => exchangeFailures.has(error);

/** Marks an exchange as failed. The query was not sent, so it can be retried if the workspace is waking up. A response without a token is a refusal. */
function markNotRun(error: unknown): unknown {
  if (!isServiceError(error)) return error;
  const { processed, meaning } = classify(error.failure);
  const ofQuery = processed === "no" ? {} : meaning === "later" ? ({ waking: true } as const) : ({ outcome: "unreachable" } as const);
  const failure = error.as({ ...error.failure, earlier: [], ...ofQuery });
  exchangeFailures.add(failure);
  return failure;
}

/**
 * Returns the number of milliseconds for which a token is valid. Uses the expiration from the service if it is plausible, because it has no
 * time zone.
 * @param now milliseconds since 1970
 */
export function lifetimeOf(expiration: unknown, now: number): number {
  const requestedMs = tokenLifetime * 1000;
  const left = momentOf(expiration) - now;
  return left > 0 ? Math.min(left, requestedMs) : requestedMs;
}

/** Parses milliseconds, seconds, or a date and time, and returns milliseconds since 1970; NaN for anything else. */
function momentOf(expiration: unknown): number {
  if (typeof expiration !== "string" && typeof expiration !== "number") return NaN;
  const number = Number(expiration);
  if (!Number.isNaN(number)) return number > 1e11 ? number : number * 1000;
  const text = String(expiration);
  return Date.parse(/(Z|[+-]\d\d:?\d\d)$/.test(text) ? text : `${text.replace(" ", "T")}Z`);
}
