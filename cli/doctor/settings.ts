import { existsSync } from "node:fs";
import { type Client, type ClientSettings, createClient, SettingsError } from "../../client";
import type { Clock } from "../../client/http/clock";
import { findProxy } from "../../client/http/proxy";
import { resolveSettings, settingNames } from "../../client/http/settings";
import { AccountSettings, environmentNames } from "../../provider/config";
import type { Environment, Terminal } from "../command";
import { failed, type Finding, ok, skipped } from "./finding";

export const secretVariable = "GRAPHPLANE_DATABASE_SECRET";

const checkOf = (name: keyof ClientSettings) => (name === "baseUrl" ? "address" : name === "apiKey" ? "key" : "settings");

const useApiKey = "Use an API key, which you can create in the console.";

/**
 * Checks every setting and reports its source. If all settings are valid, creates a client that retries a request at most once.
 * `configured` is undefined outside a project.
 */
export function checkSettings(configured: Readonly<Record<string, string>> | undefined, terminal: Pick<Terminal, "environment" | "clock">) {
  const { environment, clock } = terminal;
  const account = new AccountSettings((key) => configured?.[key], environment);
  const settings = account.values;
  const { apiKey = "" } = settings;
  const { client, problems } = connect(settings, clock);
  const found = settingNames.flatMap((name) => {
    const source = sourceOf(name, account);
    const from = source === undefined ? "" : ` (${source})`;
    const wrong = problems.find((one) => one.name === name);
    const shown = name === "apiKey" ? "set" : String(settings[name]);
    if (wrong === undefined) return source === undefined ? [] : [ok("settings", `${name} is ${shown}${from}.`)];
    const isHeader = name === "apiKey" && /^(GSQL-Secret|Bearer)\s/i.test(apiKey);
    const fix = isHeader
      ? `${useApiKey} This is the Authorization header of a data plane.`
      : account.wayToFix(name, configured !== undefined);
    return [failed(checkOf(name), `${name}${from} ${wrong.problem}.`, fix)];
  });
  if (apiKey === "" || apiKey !== environment[secretVariable]) return { found, apiKey, client };
  const text = `The API key is identical to ${secretVariable}, and the control plane does not accept a database secret.`;
  return { found: [...found, failed("key", text, useApiKey)], apiKey, client: undefined };
}

function connect(settings: Partial<ClientSettings>, clock: Clock): { client?: Client; problems: SettingsError["problems"] } {
  try {
    resolveSettings(settings);
    return { client: createClient({ ...settings, maxRetries: Math.min(settings.maxRetries ?? 1, 1) }, { clock }), problems: [] };
  } catch (error) {
    if (error instanceof SettingsError) return { problems: error.problems };
    throw error;
  }
}

function sourceOf(name: keyof ClientSettings, account: AccountSettings): string | undefined {
  const { value, variable } = account.find(name);
  if (variable !== undefined) return `the environment variable ${variable}`;
  const shadowed = environmentNames[name] ?? "";
  const remark = account.environment[shadowed] ? `; ${shadowed} is also set, but not used` : "";
  return value === undefined ? undefined : `graphplane:${name} in the stack's configuration${remark}`;
}

/** Checks the connection settings: the proxy, additional certificate authorities, and disabled TLS verification. */
export function checkConnection(address: string, environment: Environment): Finding[] {
  const { protocol } = new URL(address);
  if (protocol === "http:") return [skipped("TLS", "The address is on this machine, so the connection does not use TLS.")];
  const named = findProxy(address, environment);
  const proxy = named?.proxy === undefined ? "a proxy whose address is not a valid http or https address" : `the proxy ${named.address}`;
  const found = named === undefined ? [] : [ok("proxy", `Requests go through ${proxy} (${named.variable}).`)];
  const file = environment["NODE_EXTRA_CA_CERTS"];
  if (file !== undefined && file !== "" && !existsSync(file)) {
    const fix = "Correct the path, or unset the variable. Node ignores a file that it cannot read.";
    found.push(failed("TLS", `NODE_EXTRA_CA_CERTS is set to ${JSON.stringify(file)}, which does not exist.`, fix));
  }
  if (environment["NODE_TLS_REJECT_UNAUTHORIZED"] === "0") {
    const fix = "Unset it. For a private certificate authority, set NODE_EXTRA_CA_CERTS to its certificate file.";
    found.push(failed("TLS", "NODE_TLS_REJECT_UNAUTHORIZED=0 disables the validation of certificates.", fix));
  }
  return found;
}
