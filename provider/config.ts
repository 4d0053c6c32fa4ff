import type { ClientSettings, SettingProblem, SettingsError } from "../client/settings";

/** Reads one value of the stack's configuration, e.g. `graphplane:baseUrl`. */
export type ReadConfig = (key: string) => string | undefined;
type Environment = Readonly<Record<string, string | undefined>>;

/** Environment variables that stand in for a setting that the stack's configuration does not hold. */
const fallbacks: Partial<Record<keyof ClientSettings, string>> = {
  baseUrl: "GRAPHPLANE_BASE_URL",
  apiKey: "GRAPHPLANE_API_KEY",
};

/** The settings as they are written in the stack's configuration or the environment (design: product, Settings); not checked yet. */
export function readSettings(config: ReadConfig, environment: Environment): Partial<ClientSettings> {
  const text = (name: keyof ClientSettings) => config(`graphplane:${name}`) || environment[fallbacks[name] ?? ""] || undefined;
  const number = (name: keyof ClientSettings) => {
    const value = text(name);
    return value === undefined ? undefined : Number(value);
  };
  return {
    baseUrl: text("baseUrl") ?? "",
    apiKey: text("apiKey") ?? "",
    requestTimeoutSeconds: number("requestTimeoutSeconds"),
    maxRetries: number("maxRetries"),
    maxConcurrency: number("maxConcurrency"),
  };
}

/** Says for every missing or malformed setting which command sets it. */
export function settingsMessage(error: SettingsError): string {
  return error.problems.map(mend).join("; ");
}

function mend({ name, problem }: SettingProblem): string {
  const secret = name === "apiKey" ? " --secret" : "";
  const variable = fallbacks[name];
  const orVariable = variable === undefined ? "" : `, or set ${variable}`;
  return `graphplane:${name} ${problem}: run "pulumi config set${secret} graphplane:${name} <value>"${orVariable}`;
}
