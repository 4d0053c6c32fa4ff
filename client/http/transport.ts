import http from "node:http";
import https from "node:https";
import { Semaphore } from "async-mutex";
import type * as Axios from "axios";
import type { AxiosInstance } from "axios";
import { type Clock, untilAborted } from "./clock";
import type { DecodedResponse, HttpResponse } from "./envelope";
import { mayHaveBeenProcessed } from "./error-classification";
import { type Failure, type Purpose, ServiceError, TimeLimitError, type Try } from "./errors";
import { findProxy, type NamedProxy } from "./proxy";
import { type Redactor, toOneLine } from "./redact";
import { type Method, pauseBeforeRetry } from "./retry";
import type { ResolvedSettings } from "./settings";
import { version } from "./version";
import { optional } from "../wire/json";

/** axios is loaded when the first client is created, because a run without changes starts faster without it. */
const axios = () => require("axios") as typeof Axios;

/** Maximum response size in bytes, after decompression. */
export const maxResponseSize = 64 * 1024 * 1024;

export interface OutgoingRequest {
  readonly method: Method;
  readonly origin: string;
  /** The encoded path, as sent. */
  readonly path: string;
  /** The path for errors and logs, without secrets. */
  readonly shownPath: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The body as JSON text. */
  readonly body?: string | undefined;
  readonly purpose: Purpose;
  /** Redacts the credential and all secrets of the body in external text. */
  readonly redact: Redactor;
  /** True if the request can be retried even if it might have been processed. @default true for all methods except POST */
  readonly repeatable?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Decodes the response. The failure and the RequestID contain no secrets. */
  readonly read: (answer: HttpResponse) => DecodedResponse;
}

/** Dependencies of a transport, which tests can replace. */
export interface TransportOptions {
  readonly settings: ResolvedSettings;
  /** @default the system clock */
  readonly clock: Clock;
  /** Returns a number in [0, 1), for the jitter of retries. @default Math.random */
  readonly random: () => number;
  /**
   * Receives a line for each attempt: method, path, status, duration, attempt, and RequestID, but never a header or a body.
   * @default stderr if `GRAPHPLANE_LOG=debug`, otherwise no log
   */
  readonly debug?: ((line: string) => void) | undefined;
  /** Maximum response size in bytes, after decompression. @default 64 MiB */
  readonly maxResponseSize?: number | undefined;
}

/** Sends all HTTP requests of a client. Each `send` is one request with its retries, subject to the shared concurrency limit. */
export class Transport {
  private readonly http: AxiosInstance;
  private readonly limit: Semaphore;

  constructor(private readonly options: TransportOptions) {
    this.limit = new Semaphore(options.settings.maxConcurrency);
    this.http = axios().default.create({
      httpAgent: new http.Agent({ keepAlive: true }),
      httpsAgent: new https.Agent({ keepAlive: true }),
      // Redirects are reported instead of followed, because following one would send the key to its target.
      maxRedirects: 0,
      maxContentLength: options.maxResponseSize ?? maxResponseSize,
      maxBodyLength: maxResponseSize,
      responseType: "text",
      transformRequest: [],
      transformResponse: [],
      validateStatus: () => true,
    });
  }

  /** Resolves with the payload. Rejects with a {@link ServiceError} that contains no headers, bodies, or secrets. */
  async send(request: OutgoingRequest): Promise<unknown> {
    const { clock, random, settings } = this.options;
    const earlier: Try[] = [];
    for (let attempt = 1; ; attempt++) {
      const turn = this.limit.runExclusive(() => this.attempt(request, attempt));
      const reading = await untilAborted(turn, request.signal).catch((error: unknown): DecodedResponse => {
        if (request.signal?.aborted !== true) throw error;
        return { failure: abortedBy(request.signal.reason) };
      });
      if ("result" in reading) return reading.result;

      const pause = pauseBeforeRetry(request, reading.failure, attempt, settings.maxRetries, random);
      if (pause === undefined) throw this.error(request, reading.failure, earlier, attempt);
      const { outcome, status, type, retryAfter, waking } = reading.failure;
      earlier.push({ outcome, ...optional({ status, type, retryAfter, waking }) });
      try {
        await clock.sleep(pause, request.signal);
      } catch (reason) {
        throw this.error(request, abortedBy(reason), earlier, attempt);
      }
    }
  }

  private async attempt(request: OutgoingRequest, attempt: number): Promise<DecodedResponse> {
    request.signal?.throwIfAborted();
    const { clock, debug } = this.options;
    const startedAt = clock.now();
    const answer = await this.exchange(request);
    const reading = "outcome" in answer ? { failure: answer } : request.read(answer);
    if (debug === undefined) return reading;
    const { requestId = "none" } = "failure" in reading ? reading.failure : reading;
    const { status, outcome = "" }: { readonly status?: number; readonly outcome?: string } = answer;
    const duration = Math.round(clock.now() - startedAt);
    const line = `graphplane: debug: ${request.method} ${request.shownPath} ${status ?? outcome} ${duration} ms, attempt ${attempt}, RequestID ${requestId}`;
    debug(toOneLine(line));
    return reading;
  }

  /** Returns the response, or the failure if there is none. */
  private async exchange(request: OutgoingRequest): Promise<HttpResponse | Failure> {
    const { method, origin, path, shownPath, headers, body, purpose } = request;
    // http is allowed only for loopback hosts. No proxy is used for it, because the credential must not leave this machine.
    const named = origin.startsWith("http:") ? undefined : findProxy(origin, process.env);
    if (named !== undefined && named.proxy === undefined) return invalidProxy(named);
    const timeout = withTimeout(this.options.settings.requestTimeoutSeconds * 1000, request.signal);
    let response;
    try {
      response = await this.http.request<string>({
        method,
        url: origin + path,
        headers: {
          accept: "application/json",
          // Otherwise, axios adds a form content type to a POST or PUT without a body.
          "content-type": body === undefined ? false : "application/json",
          "user-agent": userAgent(purpose),
          ...headers,
        },
        data: body,
        proxy: named?.proxy ?? false,
        signal: timeout.signal,
      });
    } catch (error) {
      const { reason } = timeout.signal as { reason?: Failure };
      const target = named ?? (shownPath.startsWith(origin) ? "" : ` to ${origin}`);
      return reason ?? failureOf(error as NodeJS.ErrnoException, target, this.options.maxResponseSize);
    } finally {
      timeout.stop();
    }
    const { status } = response;
    if (status === 407 && named !== undefined) return proxyRefusal(named);
    const answer = { status, headers: response.headers as HttpResponse["headers"], text: response.data };
    if (status < 300 || status >= 400) return answer;
    return redirectFailure(status, answer.headers["location"], request.redact);
  }

  private error({ method, repeatable, shownPath, purpose }: OutgoingRequest, last: Failure, earlier: readonly Try[], attempts: number) {
    const failure = earlier.length === 0 ? last : { ...last, earlier };
    const error = new ServiceError(failure, method, shownPath, attempts, purpose);
    // Reads do not change anything, and repeatable requests can be sent again.
    const needsNoWarning = repeatable ?? method === "GET";
    if (needsNoWarning || !mayHaveBeenProcessed(error)) return error;
    const { hint } = failure;
    return error.as({ ...failure, hint: `The request might have been applied.${hint === undefined ? "" : ` ${hint}`}` });
  }
}

const aborted: Failure = { outcome: "aborted", summary: "was canceled before a response arrived" };

function abortedBy(reason: unknown): Failure {
  return reason instanceof TimeLimitError ? { ...aborted, hint: reason.message } : aborted;
}

const timedOut: Failure = { outcome: "lost", summary: "timed out", hint: "Try again, or raise graphplane:requestTimeoutSeconds" };

/** Aborts an attempt on timeout or when its caller gives up. The timeout of axios covers only the time until the response begins. */
function withTimeout(milliseconds: number, caller?: AbortSignal) {
  const controller = new AbortController();
  const giveUp = () => controller.abort(aborted);
  const timer = setTimeout(() => controller.abort(timedOut), milliseconds);
  caller?.addEventListener("abort", giveUp);
  const stop = () => {
    clearTimeout(timer);
    caller?.removeEventListener("abort", giveUp);
  };
  return { signal: controller.signal, stop };
}

/** Returns the `User-Agent`, which consists of the kind and the operation of the request, in valid header characters. */
function userAgent({ kind, operation }: Purpose): string {
  return `pulumi-graphplane/${version} (${kind}; ${operation})`.replace(/[^\x20-\x7e]/g, "?");
}

/** Returns only the origin of the target, because the path and the query can contain request data in any encoding. */
function redirectTarget(location: string | undefined, redact: Redactor): string {
  if (location === undefined) return "an unspecified address";
  if (!/^https?:/i.test(location) || !URL.canParse(location)) return "an address that graphplane does not print";
  return redact(new URL(location).origin);
}

function redirectFailure(status: number, location: string | undefined, redact: Redactor): Failure {
  return {
    outcome: "redirected",
    status,
    summary: `returned HTTP ${status}, a redirect to ${redirectTarget(location, redact)}`,
    hint: "If the service is at that address, configure graphplane to use it. graphplane did not follow the redirect, because the request contains a credential",
  };
}

/** Error codes that occur before any byte is sent. */
const notConnected = new Map([
  ["ECONNREFUSED", "no server listens at that address"],
  ["ENOTFOUND", "the host name does not exist"],
  ["EAI_AGAIN", "the host name cannot be resolved now"],
  ["EHOSTUNREACH", "no route leads to the host"],
  ["ENETUNREACH", "the network is unreachable"],
  ["EADDRNOTAVAIL", "this machine has no free address"],
]);
const insecureHints: readonly (readonly [RegExp, string])[] = [
  [
    /EPROTO|ERR_SSL/,
    "The server does not use TLS at this address. Check the address, and that HTTPS_PROXY begins with http:// unless the proxy itself uses TLS",
  ],
  [/ALTNAME/, "The certificate belongs to a different host. Check the address"],
  [
    /EXPIRED|NOT_YET_VALID/,
    "The certificate is not valid at this time. Check this machine's clock; if it is right, the service needs a new certificate",
  ],
];
const certificate = /CERT|SELF_SIGNED|UNABLE_TO_|ERR_TLS|ERR_SSL|EPROTO/;

/** Classifies a connection error. Its text is never quoted, because axios errors contain the request with its headers. */
function failureOf({ code = "", message }: NodeJS.ErrnoException, target: NamedProxy | string, largest = maxResponseSize): Failure {
  if (message.includes("maxContentLength"))
    return {
      outcome: "too-large",
      summary: `returned a body over ${largest / 1024 / 1024} MiB, which graphplane does not accept`,
      hint: "Check the address: it must be the service's own. If it is, request less data",
    };
  const cause = notConnected.get(code);
  if (cause !== undefined) {
    const [where, hint] =
      typeof target === "string"
        ? [target, "Check the address. If only a proxy can reach it, set HTTPS_PROXY"]
        : [` to the proxy ${target.address} (${target.variable})`, `Correct ${target.variable}, or add the host to NO_PROXY`];
    return { outcome: "unreachable", summary: `could not be sent${where}: ${cause} (${code})`, hint };
  }
  if (certificate.test(code)) {
    const hint =
      insecureHints.find(([codes]) => codes.test(code))?.[1] ??
      "If a private certificate authority issued the service's certificate, set NODE_EXTRA_CA_CERTS to the authority's certificate file";
    return {
      outcome: "unreachable",
      nonRetryable: true,
      insecure: true,
      summary: `could not be sent: the connection is not secure (${code})`,
      hint,
    };
  }
  if (code === "ETIMEDOUT") return timedOut;
  if (code === "") return { outcome: "lost", summary: "failed for an unknown reason", hint: "Try again" };
  return { outcome: "lost", summary: `lost its connection (${code})`, hint: "Try again" };
}

function invalidProxy({ variable }: NamedProxy): Failure {
  const hint = `Correct ${variable} (for example, http://proxy.example.com:3128), or add the host to NO_PROXY`;
  const summary = "could not be sent: the proxy's address is not a valid http or https address";
  return { outcome: "unreachable", nonRetryable: true, summary, hint };
}

function proxyRefusal({ variable, address }: NamedProxy): Failure {
  return {
    outcome: "unreachable",
    status: 407,
    nonRetryable: true,
    summary: `could not be sent: the proxy ${address} (${variable}) requires different credentials (HTTP 407)`,
    hint: `Set its user name and password in ${variable}, with special characters percent-encoded (for example, http://user:p%40ss@${address})`,
  };
}
