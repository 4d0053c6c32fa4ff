import { type ClientSettings, type SettingProblem, SettingsError } from "../../../client";
import { AccountSettings } from "../../../provider/config";

type Texts = Readonly<Record<string, string>>;
const settingsOf = (config: Texts, environment: Texts = {}, provider?: string) =>
  new AccountSettings((key) => config[key], environment, provider);

interface Given {
  readonly config?: Texts;
  readonly environment?: Texts;
  readonly provider?: string;
}

const ofStack = "graphplane:apiKey in the stack's configuration";
const ofEnvironment = "the environment variable GRAPHPLANE_API_KEY";
const none = { baseUrl: "", apiKey: "", requestTimeoutSeconds: undefined, maxRetries: undefined, maxConcurrency: undefined };

describe("the settings are", () => {
  test.each([
    ["nothing where nothing is set", {}, {}, none],
    [
      "every setting of the stack's configuration",
      {
        "graphplane:baseUrl": "https://a",
        "graphplane:apiKey": "k",
        "graphplane:requestTimeoutSeconds": "1.5",
        "graphplane:maxRetries": "0",
        "graphplane:maxConcurrency": "3",
      },
      {},
      { baseUrl: "https://a", apiKey: "k", apiKeySource: ofStack, requestTimeoutSeconds: 1.5, maxRetries: 0, maxConcurrency: 3 },
    ],
    [
      "the environment where the stack has none",
      {},
      { GRAPHPLANE_BASE_URL: "https://e", GRAPHPLANE_API_KEY: "e" },
      { ...none, baseUrl: "https://e", apiKey: "e", apiKeySource: ofEnvironment },
    ],
    [
      "the stack before the environment",
      { "graphplane:apiKey": "k" },
      { GRAPHPLANE_API_KEY: "e" },
      { ...none, apiKey: "k", apiKeySource: ofStack },
    ],
    [
      "the environment for an empty one",
      { "graphplane:apiKey": "" },
      { GRAPHPLANE_API_KEY: "e" },
      { ...none, apiKey: "e", apiKeySource: ofEnvironment },
    ],
    ["no numbers from the environment", {}, { maxRetries: "7", GRAPHPLANE_MAX_RETRIES: "7" }, none],
    ["a number that is none as such", { "graphplane:maxRetries": "many" }, {}, { ...none, maxRetries: NaN }],
    ["an empty number for none", { "graphplane:maxRetries": "" }, {}, none],
  ])("%s", (_name, config, environment, expected) => expect(settingsOf(config as Texts, environment as Texts).values).toEqual(expected));
});

describe("a setting that is wrong is named by the place that it comes from, with how to correct it there:", () => {
  const missing = (name: "baseUrl" | "apiKey") => ({ name, problem: "is missing" });
  const outOfRange = { name: "maxRetries", problem: "must be an integer from 0 to 20", value: "NaN" } as const;
  const noAddress = { name: "baseUrl", problem: "is not an address", value: "api.example.com" } as const;
  const badKey = { name: "apiKey", problem: "contains a space" } as const;

  test.each([
    [
      "missing ones of the stack, each once, and the key never as an argument",
      [missing("baseUrl"), missing("apiKey")],
      {},
      'graphplane:baseUrl is missing. Run "pulumi config set graphplane:baseUrl <value>", or set GRAPHPLANE_BASE_URL. ' +
        'graphplane:apiKey is missing. Run "pulumi config set --secret graphplane:apiKey", which prompts for the key, or set GRAPHPLANE_API_KEY.',
    ],
    [
      "a number of the stack, with what was written",
      [outOfRange],
      { config: { "graphplane:maxRetries": "many" } },
      'graphplane:maxRetries ("many") must be an integer from 0 to 20. Run "pulumi config set graphplane:maxRetries <value>".',
    ],
    [
      "an address of the stack, where the variable would not help",
      [noAddress],
      { config: { "graphplane:baseUrl": "api.example.com" }, environment: { GRAPHPLANE_BASE_URL: "https://b" } },
      'graphplane:baseUrl ("api.example.com") is not an address. Run "pulumi config set graphplane:baseUrl <value>".',
    ],
    [
      "a variable, which is corrected",
      [noAddress],
      { environment: { GRAPHPLANE_BASE_URL: "api.example.com" } },
      'GRAPHPLANE_BASE_URL ("api.example.com") is not an address. Correct GRAPHPLANE_BASE_URL in the environment.',
    ],
    [
      "a key in a variable, whose value is not shown",
      [badKey],
      { environment: { GRAPHPLANE_API_KEY: "a b" } },
      "GRAPHPLANE_API_KEY contains a space. Correct GRAPHPLANE_API_KEY in the environment.",
    ],
    [
      "a missing one of a provider",
      [missing("apiKey")],
      { provider: "own" },
      "apiKey of the provider is missing. Pass it to the provider resource, or set GRAPHPLANE_API_KEY.",
    ],
    [
      "a wrong one of a provider",
      [outOfRange],
      { config: { "graphplane:maxRetries": "30" }, provider: "own" },
      'maxRetries of the provider ("30") must be an integer from 0 to 20. Pass it to the provider resource.',
    ],
  ] satisfies [string, SettingProblem[], Given, string][])("%s", (_name, problems, given: Given, expected) => {
    const { config = {}, environment, provider } = given;
    expect(settingsOf(config, environment, provider).describe(new SettingsError(problems))).toBe(expected);
  });
});

test.each<[keyof ClientSettings, Given, string]>([
  [
    "apiKey",
    {},
    'Set GRAPHPLANE_API_KEY, or run "pulumi config set --secret graphplane:apiKey" in a project\'s directory, which prompts for the key.',
  ],
  ["baseUrl", {}, 'Set GRAPHPLANE_BASE_URL, or run "pulumi config set graphplane:baseUrl <value>" in a project\'s directory.'],
  ["baseUrl", { environment: { GRAPHPLANE_BASE_URL: "x" } }, "Correct GRAPHPLANE_BASE_URL in the environment."],
  ["baseUrl", { config: { "graphplane:baseUrl": "x" } }, 'Run "pulumi config set graphplane:baseUrl <value>".'],
  ["maxRetries", {}, 'Run "pulumi config set graphplane:maxRetries <value>".'],
])("outside a project, the way to set %s with %j is the variable, if there is one", (name, { config = {}, environment }, way) => {
  expect(settingsOf(config, environment).wayToFix(name, false)).toBe(way);
});

test("only a key from the stack's configuration can come from the state", () => {
  expect(settingsOf({ "graphplane:apiKey": "k" }).storedKeyHint).toMatch(
    /^If this run has no --run-program, it used the key that the last "pulumi up" stored in the state.* add --run-program, or run "pulumi up" without --refresh first\.$/,
  );
  expect(settingsOf({ "graphplane:apiKey": "" }).storedKeyHint).toBeUndefined();
});
