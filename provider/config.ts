import type { ClientSettings, SettingProblem, SettingsError } from "../client/settings";

/** Reads one value of the stack's configuration, e.g. `graphplane:baseUrl`. */
export type ReadConfig = (key: string) => string | undefined;
type Environment = Readonly<Record<string, string | undefined>>;

/** Environment variables that stand in for a setting that the stack's configuration does not hold. */
const environmentNames: Partial<Record<keyof ClientSettings, string>> = {
  baseUrl: "GRAPHPLANE_BASE_URL",
  apiKey: "GRAPHPLANE_API_KEY",
};

/** Where the API key is found, in words. */
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

/** The API key as it is written; empty where there is none. */
export function apiKeyOf(config: ReadConfig, environment: Environment): string {
  return config("graphplane:apiKey") || environment["GRAPHPLANE_API_KEY"] || "";
}

/**
 * What to do where the API key is refused in an operation without the program: the engine hands over the configuration that the
 * state holds then. Undefined where the key does not come from there.
 */
export function storedKeyHint(config: ReadConfig): string | undefined {
  if (!config("graphplane:apiKey")) return undefined;
  return 'A refresh or a destroy takes this key from the stack\'s state, as the last "pulumi up" left it. If it was changed since, add --run-program, or run "pulumi up" without --refresh first.';
}

/** Says for every missing or malformed setting which command sets it, in sentences. */
export function settingsMessage(error: SettingsError): string {
  return error.problems.map(explain).join(" ");
}

function explain({ name, problem }: SettingProblem): string {
  return `graphplane:${name} ${problem}. Run ${wayToSet(name)}.`;
}

/** The command that sets a setting, and the variable that stands in for it. */
function wayToSet(name: keyof ClientSettings): string {
  const secret = name === "apiKey" ? " --secret" : "";
  const variable = environmentNames[name];
  const orVariable = variable === undefined ? "" : `, or set ${variable}`;
  return `"pulumi config set${secret} graphplane:${name} <value>"${orVariable}`;
}
