import { existsSync } from "node:fs";
import { type Client, type ClientEnvironment, type ClientSettings, createClient, SettingsError } from "../../client";
import { findProxy, type NamedProxy } from "../../client/http/proxy";
import { settingNames } from "../../client/http/settings";
import { environmentNames, readSettings, wayToFix } from "../../provider/config";
import { type Finding, findings } from "./finding";

/** The variable with the data plane's credential. */
export const secretVariable = "GRAPHPLANE_DATABASE_SECRET";

type Environment = Readonly<Record<string, string | undefined>>;
type Config = Readonly<Record<string, string>>;

/** The findings about the settings, and a client if all are correct. */
export interface CheckedSettings {
  readonly found: readonly Finding[];
  readonly client?: Client;
  readonly apiKey: string;
}

/** The check that a setting's problem belongs to. */
const checkOf = (name: keyof ClientSettings) => (name === "baseUrl" ? "address" : name === "apiKey" ? "key" : "settings");

/** Checks every setting, reports where each comes from, and makes a client that retries a request at most once. */
export function checkSettings(config: Config, environment: Environment, outside: ClientEnvironment): CheckedSettings {
  const settings = readSettings((key) => config[key], environment);
  const { apiKey = "" } = settings;
  const wrong = problemsOf(settings, outside);
  const found = settingNames.flatMap((name) => {
    const source = sourceOf(name, config, environment);
    const problem = wrong.problems.find((one) => one.name === name);
    if (problem === undefined)
      return source === undefined
        ? []
        : [findings("settings").ok(`${name} is ${name === "apiKey" ? "set" : String(settings[name])} (${source}).`)];
    const from = source === undefined ? "" : ` (${source})`;
    const fix = wayToFix(name, { config: (key) => config[key], environment });
    return [findings(checkOf(name)).failed(`${name}${from} ${problem.problem}.`, secretLike(apiKey, name) ?? fix)];
  });
  const unusable = keyMistake(apiKey, environment);
  if (unusable !== undefined) return { found: [...found, unusable], apiKey };
  if (wrong.problems.length > 0) return { found, apiKey };
  return { found, apiKey, client: createClient({ ...settings, maxRetries: Math.min(settings.maxRetries ?? 1, 1) }, outside) };
}

function problemsOf(settings: Partial<ClientSettings>, outside: ClientEnvironment): Pick<SettingsError, "problems"> {
  try {
    createClient(settings, outside);
    return { problems: [] };
  } catch (error) {
    if (error instanceof SettingsError) return error;
    throw error;
  }
}

function sourceOf(name: keyof ClientSettings, config: Config, environment: Environment): string | undefined {
  const variable = environmentNames[name];
  const inEnvironment = variable !== undefined && Boolean(environment[variable]);
  if (config[`graphplane:${name}`]) {
    const shadowed = inEnvironment ? `; ${variable} is set too, and not used` : "";
    return `graphplane:${name} of the stack's configuration${shadowed}`;
  }
  return inEnvironment ? `${variable} of the environment` : undefined;
}

/** The fix if the key is the header of a database secret. */
function secretLike(apiKey: string, name: string): string | undefined {
  if (name !== "apiKey" || !/^(GSQL-Secret|Bearer)\s/i.test(apiKey)) return undefined;
  return "This is the Authorization header of a data plane. Use an API key; create one in the console.";
}

function keyMistake(apiKey: string, environment: Environment): Finding | undefined {
  if (apiKey === "" || apiKey !== environment[secretVariable]) return undefined;
  const text = `The API key is the same text as ${secretVariable}: a database secret does not open the control plane.`;
  return findings("key").failed(text, "Use an API key; create one in the console.");
}

/** Checks the connection to the address: the proxy, additional certificate authorities, and TLS that is switched off. */
export function checkConnection(address: string, environment: Environment): Finding[] {
  const { protocol } = new URL(address);
  if (protocol === "http:") return [findings("TLS").skipped("The address is on this machine, so TLS is not used.")];
  const named = findProxy(address, environment);
  const found = named === undefined ? [] : [findings("proxy").ok(`Requests go through ${nameProxy(named)} (${named.variable}).`)];
  const file = environment["NODE_EXTRA_CA_CERTS"];
  if (file !== undefined && file !== "" && !existsSync(file)) {
    const fix = "Correct the path, or unset it. Node ignores a file that it cannot read.";
    found.push(findings("TLS").failed(`NODE_EXTRA_CA_CERTS names ${JSON.stringify(file)}, which does not exist.`, fix));
  }
  if (environment["NODE_TLS_REJECT_UNAUTHORIZED"] === "0") {
    const fix = "Unset it. For a private authority, name its file in NODE_EXTRA_CA_CERTS.";
    found.push(findings("TLS").failed("NODE_TLS_REJECT_UNAUTHORIZED=0 switches off the check of certificates.", fix));
  }
  return found;
}

function nameProxy({ address, proxy }: NamedProxy): string {
  return proxy === undefined ? "a proxy whose address is malformed" : `the proxy ${address}`;
}
