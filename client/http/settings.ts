/** Settings for connecting to the service. Times are in seconds. */
export interface ClientSettings {
  /** The control plane's address, e.g. `https://api.example.com`. `http` is allowed only for loopback hosts. */
  readonly baseUrl: string;
  /** The control plane's API key, which is never sent to a data plane. */
  readonly apiKey: string;
  /** The source of the API key, such as `GRAPHPLANE_API_KEY`, for errors about a refused key. @default omitted */
  readonly apiKeySource?: string | undefined;
  /** Time limit of a request, from 0.001 to 3600. @default 30 */
  readonly requestTimeoutSeconds?: number | undefined;
  /** Maximum number of retries, from 0 to 20. A 500 response of type `Internal-Error` is retried only once. @default 4 */
  readonly maxRetries?: number | undefined;
  /** Maximum number of concurrent requests, from 1 to 1000. @default 8 */
  readonly maxConcurrency?: number | undefined;
}

/** The names of all settings that users can set. */
export const settingNames = [
  "baseUrl",
  "apiKey",
  "requestTimeoutSeconds",
  "maxRetries",
  "maxConcurrency",
] as const satisfies readonly (keyof ClientSettings)[];

/** {@link ClientSettings} with defaults and a normalized URL. */
export type ResolvedSettings = { readonly [K in keyof ClientSettings]-?: NonNullable<ClientSettings[K]> };

/** A missing or malformed setting. `problem` completes the sentence "`<name>` …". */
export interface SettingProblem {
  readonly name: keyof ClientSettings;
  readonly problem: string;
  /** The invalid value; undefined if it is missing or could contain a credential. */
  readonly value?: string | undefined;
}

/** Thrown if settings are missing or malformed. `problems` contains each of them. */
export class SettingsError extends Error {
  override readonly name = "SettingsError";
  constructor(readonly problems: readonly SettingProblem[]) {
    super(problems.map(({ name, problem, value }) => `${name}${shownValue(value)} ${problem}`).join("; "));
  }
}

/** Formats the invalid value to be appended to the setting's name. */
export function shownValue(value: string | undefined): string {
  return value === undefined ? "" : ` (${JSON.stringify(value)})`;
}

/** Applies defaults and validates all settings. Throws a single {@link SettingsError} that lists all problems. */
export function resolveSettings(settings: Partial<ClientSettings>): ResolvedSettings {
  const problems: SettingProblem[] = [];
  const checkSettings = (name: keyof ClientSettings, problem: string | undefined, value?: string) => {
    if (problem !== undefined) problems.push({ name, problem, value });
  };
  const { baseUrl = "", apiKey = "", apiKeySource = "", requestTimeoutSeconds = 30, maxRetries = 4, maxConcurrency = 8 } = settings;
  checkSettings("baseUrl", baseUrlProblem(baseUrl), showableAddress(baseUrl, apiKey));
  checkSettings("apiKey", credentialProblem(apiKey));
  checkSettings("requestTimeoutSeconds", rangeProblem(requestTimeoutSeconds, 0.001, 3600, false), String(requestTimeoutSeconds));
  checkSettings("maxRetries", rangeProblem(maxRetries, 0, 20, true), String(maxRetries));
  checkSettings("maxConcurrency", rangeProblem(maxConcurrency, 1, 1000, true), String(maxConcurrency));
  if (problems.length > 0) throw new SettingsError(problems);
  return { baseUrl: plainAddress(baseUrl), apiKey, apiKeySource, requestTimeoutSeconds, maxRetries, maxConcurrency };
}

/** Normalizes a URL to its origin and its path without a trailing slash. */
export function plainAddress(address: string): string {
  const { origin, pathname } = new URL(address);
  return origin + pathname.replace(/\/+$/, "");
}

/** Explains why a string cannot be sent as a credential in a header; undefined if it can be. */
export function credentialProblem(credential: string): string | undefined {
  if (credential === "") return "is missing";
  if (!/^[\x21-\x7e]+$/.test(credential))
    return "contains a space, a line break or another character that HTTP headers cannot contain (was it pasted completely, without quotes?)";
  return undefined;
}

/** Returns true if the host is a loopback host. */
export function isLoopback(hostname: string): boolean {
  return hostname === "localhost" || hostname === "[::1]" || /^127(\.\d{1,3}){3}$/.test(hostname);
}

function baseUrlProblem(baseUrl: string): string | undefined {
  if (baseUrl === "") return "is missing";
  // URL parsers silently remove some of these characters, so that requests would go to a different URL.
  if (/[\s\p{Cc}]/u.test(baseUrl))
    return "contains a space, a line break or another invisible character (was it pasted completely, without quotes?)";
  if (!URL.canParse(baseUrl)) return "is not a URL; use one such as https://api.example.com";
  const url = new URL(baseUrl);
  if (url.username !== "" || url.password !== "") return "must not contain a user name or a password";
  if (url.protocol !== "https:" && url.protocol !== "http:") return "must begin with https://";
  if (url.protocol === "http:" && !isLoopback(url.hostname)) return "must begin with https://; http is for loopback hosts only";
  if (url.search !== "" || url.hash !== "") return "must be a URL without ? or #";
  if (url.pathname.includes("/controller")) return "must not contain the path of an endpoint; remove /controller and everything after it";
  return undefined;
}

/** Returns a URL for error messages. Omits malformed URLs, and parts that could contain a credential. */
function showableAddress(baseUrl: string, apiKey: string): string | undefined {
  const isAddress = /^(?:[a-z]+:\/\/)?[a-z0-9-]+(?:\.[a-z0-9-]+)*(?::\d+)?(?:\/[\w./-]*)?$/.test(baseUrl) && /[.:]/.test(baseUrl);
  return isAddress && (apiKey === "" || !baseUrl.includes(apiKey)) ? baseUrl : undefined;
}

function rangeProblem(value: number, least: number, most: number, whole: boolean): string | undefined {
  const isKind = whole ? Number.isInteger(value) : Number.isFinite(value);
  if (isKind && least <= value && value <= most) return undefined;
  return `must be ${whole ? "an integer" : "a number"} from ${least} to ${most}`;
}
