import { decodeEscapes } from "../wire/json";

/** Finds the proxy for a request in the environment. */

/** A proxy in the format of axios. */
export interface Proxy {
  readonly protocol: string;
  readonly host: string;
  readonly port: number;
  readonly auth?: { readonly username: string; readonly password: string };
}

/** A proxy and the variable that sets it. `proxy` is undefined if the URL is malformed or has an unsupported protocol, such as `socks5:`. */
export interface NamedProxy {
  readonly variable: string;
  /** The host of the proxy, with any non-default port and without credentials. */
  readonly address: string;
  readonly proxy?: Proxy | undefined;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Returns the proxy for an https URL. Undefined if the environment sets none or exempts the host. Lowercase variables take precedence. */
export function findProxy(address: string, environment: Environment): NamedProxy | undefined {
  const { hostname, port } = new URL(address);
  const get = (name: string) => environment[name.toLowerCase()] || environment[name] || "";
  const variable = ["HTTPS_PROXY", "ALL_PROXY"].find((name) => get(name) !== "");
  if (variable === undefined || isExempt(get("NO_PROXY"), hostname, port || "443")) return undefined;
  return { variable, ...parseProxy(get(variable)) };
}

/**
 * Returns true if a host is exempt from the proxy. `*` exempts every host, `.example.com` and `*.example.com` exempt subdomains, and a port
 * limits an entry. Case-insensitive.
 */
function isExempt(noProxy: string, hostname: string, port: string): boolean {
  return [...noProxy.toLowerCase().matchAll(/[^\s,]+/g)].some(([entry]) => {
    const [name = "", ownPort = port] = entry.split(/:(?=\d+$)/);
    if (ownPort !== port) return false;
    const suffix = name.replace(/^\*/, "");
    return name === "*" || `.${hostname}`.endsWith(suffix.startsWith(".") ? suffix : `.${suffix}`);
  });
}

const usualPorts: Readonly<Record<string, number>> = { "http:": 80, "https:": 443 };

/** Treats a URL without a scheme as https, as other tools do. */
function parseProxy(text: string): Omit<NamedProxy, "variable"> {
  const address = text.includes("://") ? text : `https://${text}`;
  if (!URL.canParse(address)) return { address: "" };
  const { protocol, host, hostname, port, username, password } = new URL(address);
  const usual = usualPorts[protocol];
  if (usual === undefined) return { address: host };
  const auth = { username: decodeEscapes(username), password: decodeEscapes(password) };
  const proxy = { protocol, host: hostname, port: Number(port) || usual, ...((username !== "" || password !== "") && { auth }) };
  return { address: host, proxy };
}
