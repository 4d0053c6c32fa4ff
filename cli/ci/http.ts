import type * as Axios from "axios";
import { z } from "zod";
import { getIn } from "../../provider/values/json";
import type { Terminal } from "../command";
import { messageOf } from "../errors";
import { shorten, visible } from "../review/escape";

/** Sends HTTP requests to a repository host, with retries, rate limits and pagination. Errors never contain the token. */

export interface HttpSettings extends Pick<Terminal, "clock" | "now"> {
  readonly host: "GitHub" | "GitLab";
  /** The URL of the API. No other URL is called. */
  readonly base: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The environment variable that contains the token, for error messages. */
  readonly tokenName: string;
  /** Aborts waits between retries. Each call is still attempted once, so that an interrupted update is recorded. */
  readonly stopped: AbortSignal;
  /** Prints the reason for waiting. */
  readonly log: (text: string) => void;
}

interface Call {
  /** @default GET */
  readonly method?: "GET" | "POST" | "PATCH" | "PUT";
  /** The path, relative to the URL of the API. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: object;
  /** The permission that the token needs, for error messages. */
  readonly needs: string;
}

/** A failed call. Its message does not contain the token. */
export class HostError extends Error {
  constructor(
    message: string,
    /** `missing`: the target does not exist or is not visible. `unsure`: the host might have processed the call. */
    readonly kind: "refused" | "missing" | "limited" | "unsent" | "unsure",
    /** Milliseconds until the host's rate limit ends. */
    readonly wait?: number,
  ) {
    super(message);
  }
}

type HttpResponse = Pick<Axios.AxiosResponse<unknown>, "status" | "data"> & {
  readonly headers: Readonly<Record<string, string | undefined>>;
};

const maxAttempts = 5;
/** Maximum time, in milliseconds, that a call waits for rate limits. */
const maxWait = 15 * 60_000;
/** The time to wait if GitHub's response does not specify one, as GitHub recommends. */
const defaultWait = 60_000;
/** Maximum number of items per page. */
export const pageSize = 100;
const maxPages = 1_000;

export async function send<T>(settings: HttpSettings, call: Call, shape: z.ZodType<T>): Promise<T> {
  return parse(shape, (await exchange(settings, call)).data, settings, call);
}

export async function list<T>(settings: HttpSettings, call: Call, item: z.ZodType<T>): Promise<readonly T[]> {
  const items: T[] = [];
  let query: Call["query"] = { ...call.query, per_page: String(pageSize) };
  for (let page = 1; query !== undefined && page <= maxPages; page++) {
    const { data, headers } = await exchange(settings, { ...call, query });
    const found = parse(z.array(item), data, settings, call);
    items.push(...found);
    query = nextPage(query, headers, found.length, page);
  }
  return items;
}

/** A time in a response, in milliseconds; undefined if missing. */
export const timestamp = z
  .string()
  .nullish()
  .transform((text) => {
    const time = Date.parse(text ?? "");
    return Number.isNaN(time) ? undefined : time;
  });

/** Resolves with undefined if the target of the call does not exist. */
export async function ifExists<T>(call: Promise<T>): Promise<T | undefined> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof HostError && error.kind === "missing") return undefined;
    throw error;
  }
}

/** Returns the parsed response. Throws if it lacks a required fact, because a default could let a review or an approval pass. */
function parse<T>(shape: z.ZodType<T>, data: unknown, { host, base }: HttpSettings, { method = "GET", path }: Call): T {
  const parsed = shape.safeParse(data);
  if (parsed.success) return parsed.data;
  const field = parsed.error.issues[0]?.path.filter((key) => typeof key === "string").join(".");
  const problem = field ? `\`${field}\` is missing or invalid` : "it is not the documented JSON";
  const { origin, pathname } = new URL(base);
  throw new HostError(
    `${host} returned an unexpected response to ${method} ${path}: ${problem}. Check that ${origin}${pathname} is the address of its API, and that no proxy changes the responses.`,
    "refused",
  );
}

/** Returns the query of the next page. Only the query string of a link is used, so that all calls go to the configured URL. */
function nextPage(query: Call["query"], headers: HttpResponse["headers"], length: number, page: number): Call["query"] {
  const { link, "x-next-page": number } = headers;
  const next = /<[^>?]*\?([^>]*)>\s*;\s*rel="?next"?/.exec(link ?? "")?.[1];
  if (next !== undefined) return { ...query, ...Object.fromEntries(new URLSearchParams(next)) };
  if (number) return { ...query, page: number };
  // Without either header, there might be another page after a full one.
  return link === undefined && number === undefined && length === pageSize ? { ...query, page: String(page + 1) } : undefined;
}

async function exchange(settings: HttpSettings, call: Call): Promise<HttpResponse> {
  const { clock, stopped, log, host } = settings;
  let waited = 0;
  for (let attempt = 1; ; attempt++) {
    const response = await attemptOnce(settings, call);
    if (!(response instanceof HostError)) return response;
    const { kind, wait: pause = 1_000 * 2 ** (attempt - 1) } = response;
    const isRepeatable = kind === "limited" || kind === "unsent" || (kind === "unsure" && call.method !== "POST");
    if (!isRepeatable || attempt === maxAttempts || waited + pause > maxWait || stopped.aborted) throw response;
    const cause = kind === "limited" ? "limits the rate of calls" : "did not respond as expected";
    log(`${host} ${cause}; trying again in ${Math.ceil(pause / 1000)} s.`);
    await clock.sleep(pause, stopped);
    waited += pause;
  }
}

async function attemptOnce(settings: HttpSettings, call: Call): Promise<HttpResponse | HostError> {
  const { base, headers, host } = settings;
  const { method = "GET", path, query, body } = call;
  try {
    const response = await (require("axios") as typeof Axios).default.request<unknown>({
      method,
      baseURL: base,
      url: path,
      params: query,
      headers: { "user-agent": "graphplane", ...headers },
      data: body,
      // Following a redirect would send the token to an arbitrary host.
      maxRedirects: 0,
      timeout: 30_000,
      validateStatus: () => true,
      // A proxy could read unencrypted calls.
      ...(base.startsWith("http:") && { proxy: false }),
    });
    const { status } = response;
    return status >= 200 && status < 300 ? (response as HttpResponse) : errorOf(settings, call, response as HttpResponse);
  } catch (error) {
    const { code = messageOf(error) } = error as NodeJS.ErrnoException;
    const isUnsent = ["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN"].includes(code);
    const address = URL.canParse(base) ? ` at ${new URL(base).origin}` : "";
    const message = `${host} did not respond to ${method} ${path}${address} (${visible(code)}). Run the job again.`;
    return new HostError(message, isUnsent ? "unsent" : "unsure");
  }
}

function errorOf({ host, tokenName, now }: HttpSettings, { method = "GET", path, needs }: Call, response: HttpResponse): HostError {
  const { status, data } = response;
  const causes: Readonly<Record<number, string>> = {
    401: `it rejects the token in ${tokenName}. Set it to a valid token.`,
    403: `the token in ${tokenName} lacks a permission. Grant it ${needs}.`,
    404: `it does not exist, or the token in ${tokenName} has no access to it. Grant it ${needs}.`,
  };
  const wait = waitOf(response, now());
  const cause = wait === undefined ? causes[status] : `its rate limit ends in ${Math.ceil(wait / 1000)} s. Run the job again after that.`;
  const quoted = [status, textOf(data)].filter(Boolean).join(", ");
  const message = `${host} rejected ${method} ${path} (${quoted})${cause === undefined ? "." : `: ${cause}`}`;
  if (wait !== undefined) return new HostError(message, "limited", wait);
  if (status === 404 || status === 410) return new HostError(message, "missing");
  return new HostError(message, status >= 500 ? "unsure" : "refused");
}

/** Returns the time to wait for a rate limit, in milliseconds; undefined if the response is not about a rate limit. */
function waitOf({ status, headers, data }: HttpResponse, now: Date): number | undefined {
  if (status !== 403 && status !== 429) return undefined;
  const after = headers["retry-after"];
  if (after !== undefined) {
    const milliseconds = /^\d+$/.test(after) ? Number(after) * 1000 : Date.parse(after) - now.getTime();
    return Number.isNaN(milliseconds) ? defaultWait : Math.max(0, milliseconds);
  }
  const reset = Number(headers["x-ratelimit-reset"] ?? headers["ratelimit-reset"]);
  const isSpent = headers["x-ratelimit-remaining"] === "0" || headers["ratelimit-remaining"] === "0";
  if (isSpent && reset > 0) return Math.max(1_000, reset * 1000 - now.getTime() + 1_000);
  return status === 429 || isSpent || /rate limit/i.test(textOf(data)) ? defaultWait : undefined;
}

/** Returns the host's error message, escaped for printing. */
function textOf(data: unknown): string {
  const text = getIn(data, ["message"]) ?? getIn(data, ["error"]);
  return typeof text === "string" ? shorten(visible(text), 200) : "";
}
