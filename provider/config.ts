import { type ClientSettings, type SettingProblem, type SettingsError, shownValue } from "../client/http/settings";

/** Reads a setting of the stack configuration, e.g. `graphplane:baseUrl`. */
type ReadConfig = (key: string) => string | undefined;
type Environment = Readonly<Record<string, string | undefined>>;

/** The environment variables to use for settings that are missing from the stack configuration. */
export const environmentNames: Partial<Record<keyof ClientSettings, string>> = {
  baseUrl: "GRAPHPLANE_BASE_URL",
  apiKey: "GRAPHPLANE_API_KEY",
};

/** The unvalidated settings of an account, and messages about them that use the names under which users set them. */
export class AccountSettings {
  readonly values: Partial<ClientSettings>;

  /** @param provider the provider resource whose arguments are the settings; by default, the settings come from the stack configuration */
  constructor(
    private readonly config: ReadConfig,
    readonly environment: Environment,
    readonly provider?: string,
  ) {
    const readNumber = (name: keyof ClientSettings) => {
      const { value } = this.find(name);
      return value === undefined ? undefined : Number(value);
    };
    const { value: apiKey, variable } = this.find("apiKey");
    const place = provider === undefined ? "graphplane:apiKey in the stack's configuration" : "apiKey of the provider";
    this.values = {
      baseUrl: this.find("baseUrl").value ?? "",
      apiKey: apiKey ?? "",
      apiKeySource: variable === undefined ? apiKey && place : `the environment variable ${variable}`,
      requestTimeoutSeconds: readNumber("requestTimeoutSeconds"),
      maxRetries: readNumber("maxRetries"),
      maxConcurrency: readNumber("maxConcurrency"),
    };
  }

  /**
   * The hint for a refused API key in an operation that does not run the program, for which the engine passes the configuration from the
   * state. Undefined if the key does not come from the stack configuration.
   */
  get storedKeyHint(): string | undefined {
    if (!this.config("graphplane:apiKey")) return undefined;
    return 'If this run has no --run-program, it used the key that the last "pulumi up" stored in the state: add --run-program, or run "pulumi up" without --refresh first.';
  }

  /** Describes missing and malformed settings, along with the source of each value and how to correct it there. */
  readonly describe = ({ problems }: SettingsError): string =>
    problems.map((wrong) => `${this.nameIn(wrong)} ${wrong.problem}. ${this.wayToFix(wrong.name)}`).join(" ");

  /**
   * Explains how to correct or add a setting. Secrets are never passed as arguments of a command, because the shell history would contain
   * them. Outside a project, the environment variable is suggested first.
   */
  wayToFix(name: keyof ClientSettings, inProject = true): string {
    const found = this.find(name);
    if (found.variable !== undefined) return `Correct ${found.variable} in the environment.`;
    const variable = found.value === undefined ? environmentNames[name] : undefined;
    const orVariable = variable === undefined ? "" : `, or set ${variable}`;
    if (this.provider !== undefined) return `Pass it to the provider resource${orVariable}.`;
    const [command, what] =
      name === "apiKey"
        ? ['"pulumi config set --secret graphplane:apiKey"', ", which prompts for the key"]
        : [`"pulumi config set graphplane:${name} <value>"`, ""];
    if (!inProject && variable !== undefined) return `Set ${variable}, or run ${command} in a project's directory${what}.`;
    return `Run ${command}${what}${orVariable}.`;
  }

  private nameIn({ name, value }: SettingProblem): string {
    const { value: given, variable } = this.find(name);
    const setting = this.provider === undefined ? `graphplane:${name}` : `${name} of the provider`;
    return `${variable ?? setting}${shownValue(value && given)}`;
  }

  /** Finds the raw value of a setting. `variable` is the environment variable that contains it, if any. */
  find(name: keyof ClientSettings): { value?: string; variable?: string } {
    const variable = environmentNames[name] ?? "";
    const [configured, inherited] = [this.config(`graphplane:${name}`), this.environment[variable]];
    if (configured) return { value: configured };
    return inherited ? { value: inherited, variable } : {};
  }
}
