import { type ClientSettings, type SettingProblem, type SettingsError, shownValue } from "../client/http/settings";

/** Reads one value of the stack's configuration, e.g. `graphplane:baseUrl`. */
export type ReadConfig = (key: string) => string | undefined;
type Environment = Readonly<Record<string, string | undefined>>;

/** Environment variables for settings that the stack's configuration does not have. */
export const environmentNames: Partial<Record<keyof ClientSettings, string>> = {
  baseUrl: "GRAPHPLANE_BASE_URL",
  apiKey: "GRAPHPLANE_API_KEY",
};

/** The place of the API key, in words. */
const stackConfiguration = "graphplane:apiKey of the stack's configuration";

/** The settings as they are written in the stack's configuration or the environment; not checked yet. */
export function readSettings(config: ReadConfig, environment: Environment, place = stackConfiguration): Partial<ClientSettings> {
  const readString = (name: keyof ClientSettings) => config(`graphplane:${name}`) || environment[environmentNames[name] ?? ""] || undefined;
  const readNumber = (name: keyof ClientSettings) => {
    const value = readString(name);
    return value === undefined ? undefined : Number(value);
  };
  return {
    baseUrl: readString("baseUrl") ?? "",
    apiKey: apiKeyOf(config, environment),
    apiKeySource: config("graphplane:apiKey")
      ? place
      : environment["GRAPHPLANE_API_KEY"]
        ? "GRAPHPLANE_API_KEY of the environment"
        : undefined,
    requestTimeoutSeconds: readNumber("requestTimeoutSeconds"),
    maxRetries: readNumber("maxRetries"),
    maxConcurrency: readNumber("maxConcurrency"),
  };
}

/** The API key as it is written; empty if there is none. */
export function apiKeyOf(config: ReadConfig, environment: Environment): string {
  return config("graphplane:apiKey") || environment["GRAPHPLANE_API_KEY"] || "";
}

/**
 * The hint for an API key that is refused in an operation without the program: the engine then passes the configuration that the
 * state holds. Undefined if the key does not come from there.
 */
export function storedKeyHint(config: ReadConfig): string | undefined {
  if (!config("graphplane:apiKey")) return undefined;
  return 'If this run has no --run-program, it took this key from the stack\'s state, as the last "pulumi up" left it: add --run-program, or run "pulumi up" without --refresh first.';
}

/** Sources of settings. */
export interface SettingSources {
  readonly config: ReadConfig;
  readonly environment: Environment;
  /** True if the configuration is the arguments of a provider resource, not the stack's. @default false */
  readonly isProvider?: boolean;
}

/** Missing and malformed settings as sentences: each names the place that its value comes from, and how to correct it there. */
export function settingsMessage({ problems }: SettingsError, sources: SettingSources): string {
  return problems.map((wrong) => `${nameIn(wrong, sources)} ${wrong.problem}. ${wayToFix(wrong.name, sources)}`).join(" ");
}

/** A setting by the name that its value was written under, with the value as it was written. */
function nameIn({ name, value }: SettingProblem, sources: SettingSources): string {
  const variable = variableInUse(name, sources);
  const written = sources.config(`graphplane:${name}`) || (variable && sources.environment[variable]);
  const own = sources.isProvider === true ? `${name} of the provider` : `graphplane:${name}`;
  return `${variable ?? own}${shownValue(value && written)}`;
}

/** The way to correct or add a setting; never a secret as an argument, which the shell's history would keep. */
export function wayToFix(name: keyof ClientSettings, sources: SettingSources): string {
  const inUse = variableInUse(name, sources);
  if (inUse !== undefined) return `Correct ${inUse} in the environment.`;
  const variable = sources.config(`graphplane:${name}`) ? undefined : environmentNames[name];
  const orVariable = variable === undefined ? "" : `, or set ${variable}`;
  if (sources.isProvider === true) return `Give it to the provider resource${orVariable}.`;
  const command =
    name === "apiKey"
      ? '"pulumi config set --secret graphplane:apiKey", which asks for the key'
      : `"pulumi config set graphplane:${name} <value>"`;
  return `Run ${command}${orVariable}.`;
}

/** The variable that a setting is taken from; undefined if the configuration has it, or nothing does. */
function variableInUse(name: keyof ClientSettings, { config, environment }: SettingSources): string | undefined {
  const variable = environmentNames[name];
  return variable !== undefined && !config(`graphplane:${name}`) && environment[variable] ? variable : undefined;
}
