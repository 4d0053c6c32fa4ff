import { InputError } from "../http/errors";
import { isLoopback } from "../http/settings";

/** Returns the host name of a workspace's data plane: `proxy_host`, or the only other `<word>_host` field of the record. */
export function hostOf(record: Readonly<Record<string, unknown>>): string | undefined {
  const { proxy_host: host } = record;
  if (typeof host === "string" && host !== "") return host;
  const others = Object.entries(record).filter(([key, value]) => /^[a-z0-9]+_host$/.test(key) && typeof value === "string" && value !== "");
  return others.length === 1 ? (others[0]?.[1] as string) : undefined;
}

/**
 * Returns the origin of a data plane, given as `name`, `name:port`, or an origin. Throws an {@link InputError} for anything else. Without a
 * scheme, the default is https on port 443 (API 8). For a loopback host with a port, where only an emulator listens, it is http.
 */
export function dataPlaneOrigin(host: string): string {
  const problem = hostProblem(host);
  if (problem !== undefined) throw new InputError(`host ${problem}`);
  return new URL(addressOf(host)).origin;
}

/** Explains why a text is not a valid data-plane host, as the rest of a sentence that begins with "host". Undefined if the text is valid. */
export function hostProblem(host: string): string | undefined {
  if (host === "") return "must not be empty";
  if (/[\s\\@?#]/.test(host)) return "must be a host without a user, a query, a fragment or spaces";
  const address = addressOf(host);
  if (!URL.canParse(address)) return "is not a host; use a name, name:port, or an origin such as https://name";
  const { protocol, hostname, pathname } = new URL(address);
  if (pathname !== "/" || /\/\/[^/]*\/./.test(address)) return "must be a host without a path";
  if (protocol !== "https:" && protocol !== "http:") return "must be a name, name:port, or an origin that begins with https://";
  if (protocol === "http:" && !isLoopback(hostname)) return "must be reached over https; http is for loopback hosts only";
  return undefined;
}

function addressOf(host: string): string {
  if (host.includes("://")) return host;
  const secure = `https://${host}`;
  if (!URL.canParse(secure)) return secure;
  const { hostname, port } = new URL(secure);
  return isLoopback(hostname) && port !== "" ? `http://${host}` : secure;
}
