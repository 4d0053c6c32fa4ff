import { existsSync } from "node:fs";
import { type ClientSettings, createClient, SettingsError } from "../../client";
import { findProxy, type NamedProxy } from "../../client/http/proxy";
import { resolveSettings, settingNames } from "../../client/http/settings";
import { AccountSettings, environmentNames } from "../../provider/config";
import type { Environment, Terminal } from "../command";
import { failed, type Finding, ok, skipped } from "./finding";

export const secretVariable = "GRAPHPLANE_DATABASE_SECRET";

/** The check that a setting's problem belongs to. */
const checkOf = (name: keyof ClientSettings) => (name === "baseUrl" ? "address" : name === "apiKey" ? "key" : "settings");

/**
 * Checks every setting, reports where each comes from, and makes a client that retries a request at most once if all are correct;
 * `configured` is undefined outside a project.
 */
export function checkSettings(configured: Readonly<Record<string, string>> | undefined, terminal: Pick<Terminal, "environment" | "clock">) {
  const { environment, clock } = terminal;
  const account = new AccountSettings((key) => configured?.[key], environment);
  const settings = account.values;
  const { apiKey = "" } = settings;
  const problems = problemsOf(settings);
  const found = settingNames.flatMap((name) => {
    const source = sourceOf(name, account);
    const wrong = problems.find((one) => one.name === name);
    if (wrong === undefined)
      return source === undefined ? [] : [ok("settings", `${name} is ${name === "apiKey" ? "set" : String(settings[name])} (${source}).`)];
    const from = source === undefined ? "" : ` (${source})`;
    return [
      failed(
        checkOf(name),
        `${name}${from} ${wrong.problem}.`,
        secretLike(apiKey, name) ?? account.wayToFix(name, configured !== undefined),
      ),
    ];
  });
  const unusable = keyMistake(apiKey, environment);
  if (unusable !== undefined) return { found: [...found, unusable], apiKey };
  if (problems.length > 0) return { found, apiKey };
  return { found, apiKey, client: createClient({ ...settings, maxRetries: Math.min(settings.maxRetries ?? 1, 1) }, { clock }) };
}

function problemsOf(settings: Partial<ClientSettings>): SettingsError["problems"] {
  try {
    resolveSettings(settings);
    return [];
  } catch (error) {
    if (error instanceof SettingsError) return error.problems;
    throw error;
  }
}

/** The place that a setting comes from; undefined if nothing sets it. */
function sourceOf(name: keyof ClientSettings, account: AccountSettings): string | undefined {
  const { value, variable } = account.find(name);
  if (variable !== undefined) return `the environment variable ${variable}`;
  const shadowed = environmentNames[name] ?? "";
  const remark = account.environment[shadowed] ? `; ${shadowed} is also set, but not used` : "";
  return value === undefined ? undefined : `graphplane:${name} in the stack's configuration${remark}`;
}

/** The fix if the key is the header of a database secret. */
function secretLike(apiKey: string, name: string): string | undefined {
  if (name !== "apiKey" || !/^(GSQL-Secret|Bearer)\s/i.test(apiKey)) return undefined;
  return "This is the Authorization header of a data plane. Use an API key; create one in the console.";
}

function keyMistake(apiKey: string, environment: Environment): Finding | undefined {
  if (apiKey === "" || apiKey !== environment[secretVariable]) return undefined;
  const text = `The API key is the same text as ${secretVariable}: a database secret does not open the control plane.`;
  return failed("key", text, "Use an API key; create one in the console.");
}

/** Checks the connection to the address: the proxy, additional certificate authorities, and TLS that is switched off. */
export function checkConnection(address: string, environment: Environment): Finding[] {
  const { protocol } = new URL(address);
  if (protocol === "http:") return [skipped("TLS", "The address is on this machine, so TLS is not used.")];
  const named = findProxy(address, environment);
  const found = named === undefined ? [] : [ok("proxy", `Requests go through ${nameProxy(named)} (${named.variable}).`)];
  const file = environment["NODE_EXTRA_CA_CERTS"];
  if (file !== undefined && file !== "" && !existsSync(file)) {
    const fix = "Correct the path, or unset it. Node ignores a file that it cannot read.";
    found.push(failed("TLS", `NODE_EXTRA_CA_CERTS names ${JSON.stringify(file)}, which does not exist.`, fix));
  }
  if (environment["NODE_TLS_REJECT_UNAUTHORIZED"] === "0") {
    const fix = "Unset it. For a private authority, name its file in NODE_EXTRA_CA_CERTS.";
    found.push(failed("TLS", "NODE_TLS_REJECT_UNAUTHORIZED=0 switches off the check of certificates.", fix));
  }
  return found;
}

function nameProxy({ address, proxy }: NamedProxy): string {
  return proxy === undefined ? "a proxy whose address is not a valid http or https address" : `the proxy ${address}`;
}
