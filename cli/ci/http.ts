import type * as Axios from "axios";
import { z } from "zod";
import { getIn } from "../../provider/values/json";
import type { Terminal } from "../command";
import { messageOf } from "../errors";
import { shorten, visible } from "../review/escape";

/** HTTP to a repository's host: retries, rate limits, pages, and errors without a token. */

export interface HttpSettings extends Pick<Terminal, "clock" | "now"> {
  readonly host: "GitHub" | "GitLab";
  /** The address of the API; nothing else is called. */
  readonly base: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The variable that holds the token, for errors. */
  readonly tokenName: string;
  /** Ends waiting. A call is still sent once, so that an interrupted update is recorded. */
  readonly stopped: AbortSignal;
  /** Prints why a call waits. */
  readonly log: (text: string) => void;
}

interface Call {
  readonly method: "GET" | "POST" | "PATCH" | "PUT";
  /** Below the API's address. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** The permission that it needs, for the error of a token that lacks it. */
  readonly needs: string;
}

/** A call that failed; its message holds no token. */
export class HostError extends Error {
  constructor(
    message: string,
    /** `missing`: the object does not exist, or may not be seen. `unsure`: the host may have processed the call. */
    readonly kind: "refused" | "missing" | "limited" | "unsent" | "unsure",
    /** Milliseconds until the host's rate limit ends. */
    readonly wait?: number,
  ) {
    super(message);
  }
}

interface HttpResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly data: unknown;
}

const maxAttempts = 5;
/** Milliseconds that one call may wait for a rate limit, in all. */
const maxWait = 15 * 60_000;
/** The pause that GitHub asks for where it names none. */
const defaultWait = 60_000;
/** Items in a page, at most. */
export const pageSize = 100;
const maxPages = 1_000;

export async function send<T>(settings: HttpSettings, call: Call, shape: z.ZodType<T>): Promise<T> {
  return readAs(shape, (await exchange(settings, call)).data, settings, call);
}

export async function list<T>(settings: HttpSettings, call: Omit<Call, "method" | "body">, item: z.ZodType<T>): Promise<readonly T[]> {
  const items: T[] = [];
  let query: Call["query"] = { ...call.query, per_page: String(pageSize) };
  for (let page = 1; query !== undefined && page <= maxPages; page++) {
    const get: Call = { ...call, method: "GET", query };
    const { data, headers } = await exchange(settings, get);
    const some = readAs(z.array(item), data, settings, get);
    items.push(...some);
    query = nextPage(query, headers, some.length, page);
  }
  return items;
}

/** A time in a response, in milliseconds; undefined if it is missing. */
export const timestamp = z
  .string()
  .nullish()
  .transform((text) => {
    const time = Date.parse(text ?? "");
    return Number.isNaN(time) ? undefined : time;
  });

/** Resolves to undefined if the object that a call names does not exist. */
export async function ifExists<T>(call: Promise<T>): Promise<T | undefined> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof HostError && error.kind === "missing") return undefined;
    throw error;
  }
}

/** Resolves to false if the object that a call names is gone. */
export async function unlessMissing(call: Promise<unknown>): Promise<boolean> {
  return (await ifExists(call.then(() => true))) === true;
}

function readAs<T>(shape: z.ZodType<T>, data: unknown, { host }: HttpSettings, { method, path }: Call): T {
  const { success, data: read } = shape.safeParse(data);
  if (success) return read;
  throw new HostError(`${host} returned an unexpected response to ${method} ${path}.`, "refused");
}

/** The query of the next page. Only the query of a link is used: the address stays the one of the environment. */
function nextPage(query: Call["query"], headers: HttpResponse["headers"], length: number, page: number): Call["query"] {
  const { link, "x-next-page": number } = headers;
  const next = /<[^>?]*\?([^>]*)>\s*;\s*rel="?next"?/.exec(link ?? "")?.[1];
  if (next !== undefined) return { ...query, ...Object.fromEntries(new URLSearchParams(next)) };
  if (number) return { ...query, page: number };
  // A host that says nothing about pages may still have more.
  return link === undefined && number === undefined && length === pageSize ? { ...query, page: String(page + 1) } : undefined;
}

async function exchange(settings: HttpSettings, call: Call): Promise<HttpResponse> {
  const { clock, stopped, log, host } = settings;
  let waited = 0;
  for (let attempt = 1; ; attempt++) {
    const answer = await once(settings, call);
    if (!(answer instanceof HostError)) return answer;
    const { kind, wait: pause = 1_000 * 2 ** (attempt - 1) } = answer;
    const isRepeatable = kind === "limited" || kind === "unsent" || (kind === "unsure" && call.method !== "POST");
    if (!isRepeatable || attempt === maxAttempts || waited + pause > maxWait || stopped.aborted) throw answer;
    const why = kind === "limited" ? "limits the rate of calls" : "did not respond as expected";
    log(`${host} ${why}; trying again in ${Math.ceil(pause / 1000)} s.`);
    await clock.sleep(pause, stopped);
    waited += pause;
  }
}

async function once(settings: HttpSettings, call: Call): Promise<HttpResponse | HostError> {
  const { base, headers, host } = settings;
  const { method, path, query, body } = call;
  try {
    const response = await (require("axios") as typeof Axios).default.request<unknown>({
      method,
      baseURL: base,
      url: path,
      params: query,
      headers: { "user-agent": "graphplane", ...headers },
      data: body,
      // A redirect would carry the token to wherever it points.
      maxRedirects: 0,
      timeout: 30_000,
      validateStatus: () => true,
      // No proxy may read what is sent without encryption.
      ...(base.startsWith("http:") && { proxy: false }),
    });
    const { status, data } = response;
    const answer = { status, data, headers: response.headers as HttpResponse["headers"] };
    return status >= 200 && status < 300 ? answer : refusal(settings, call, answer);
  } catch (error) {
    const { code = messageOf(error) } = error as NodeJS.ErrnoException;
    const isSent = !["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN"].includes(code);
    return new HostError(
      `${host} did not respond to ${method} ${path} (${visible(code)}). Run the job again.`,
      isSent ? "unsure" : "unsent",
    );
  }
}

function refusal({ host, tokenName, now }: HttpSettings, { method, path, needs }: Call, answer: HttpResponse): HostError {
  const { status, data } = answer;
  const reasons: Readonly<Record<number, string>> = {
    401: `it refuses the token in ${tokenName}. Give the job a valid token.`,
    403: `the token in ${tokenName} lacks a permission. Grant it ${needs}.`,
    404: `it does not exist, or the token in ${tokenName} may not see it. That needs ${needs}.`,
  };
  const wait = waitOf(answer, now());
  const reason = wait === undefined ? reasons[status] : `its rate limit ends in ${Math.ceil(wait / 1000)} s. Run the job again then.`;
  const said = [status, textOf(data)].filter(Boolean).join(", ");
  const message = `${host} rejected ${method} ${path} (${said})${reason === undefined ? "." : `: ${reason}`}`;
  if (wait !== undefined) return new HostError(message, "limited", wait);
  if (status === 404 || status === 410) return new HostError(message, "missing");
  return new HostError(message, status >= 500 ? "unsure" : "refused");
}

/** The milliseconds that a rate limit asks to wait; undefined for any other response. */
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

/** The host's own words, as an error may show them. */
function textOf(data: unknown): string {
  const text = getIn(data, ["message"]) ?? getIn(data, ["error"]);
  return typeof text === "string" ? shorten(visible(text), 200) : "";
}
