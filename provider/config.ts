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
  const find = (name: keyof ClientSettings) => findSetting(name, { config, environment });
  const readNumber = (name: keyof ClientSettings) => {
    const { value } = find(name);
    return value === undefined ? undefined : Number(value);
  };
  const apiKey = find("apiKey");
  return {
    baseUrl: find("baseUrl").value ?? "",
    apiKey: apiKey.value ?? "",
    apiKeySource: apiKey.variable === undefined ? apiKey.value && place : `${apiKey.variable} of the environment`,
    requestTimeoutSeconds: readNumber("requestTimeoutSeconds"),
    maxRetries: readNumber("maxRetries"),
    maxConcurrency: readNumber("maxConcurrency"),
  };
}

/** A setting as it is written, with the variable that it is taken from; without one if the configuration has it, or nothing does. */
export function findSetting(name: keyof ClientSettings, { config, environment }: SettingSources): { value?: string; variable?: string } {
  const variable = environmentNames[name] ?? "";
  const [configured, inherited] = [config(`graphplane:${name}`), environment[variable]];
  if (configured) return { value: configured };
  return inherited ? { value: inherited, variable } : {};
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
  const { value: written, variable } = findSetting(name, sources);
  const own = sources.isProvider === true ? `${name} of the provider` : `graphplane:${name}`;
  return `${variable ?? own}${shownValue(value && written)}`;
}

/** The way to correct or add a setting; never a secret as an argument, which the shell's history would keep. */
export function wayToFix(name: keyof ClientSettings, sources: SettingSources): string {
  const found = findSetting(name, sources);
  if (found.variable !== undefined) return `Correct ${found.variable} in the environment.`;
  const variable = found.value === undefined ? environmentNames[name] : undefined;
  const orVariable = variable === undefined ? "" : `, or set ${variable}`;
  if (sources.isProvider === true) return `Give it to the provider resource${orVariable}.`;
  const command =
    name === "apiKey"
      ? '"pulumi config set --secret graphplane:apiKey", which asks for the key'
      : `"pulumi config set graphplane:${name} <value>"`;
  return `Run ${command}${orVariable}.`;
}
