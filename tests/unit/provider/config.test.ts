import { SettingsError } from "../../../client";
import { readSettings, settingsMessage, storedKeyHint } from "../../../provider/config";

const read = (config: Record<string, string>, environment: Record<string, string> = {}) => readSettings((key) => config[key], environment);
const ofStack = "graphplane:apiKey of the stack's configuration";
const ofEnvironment = "GRAPHPLANE_API_KEY of the environment";
const none = { baseUrl: "", apiKey: "", requestTimeoutSeconds: undefined, maxRetries: undefined, maxConcurrency: undefined };

describe("readSettings takes", () => {
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
  ])("%s", (_name, config, environment, expected) =>
    expect(read(config as Record<string, string>, environment as Record<string, string>)).toEqual(expected),
  );
});

test("every setting that is wrong is named with the command that sets it, the key as a secret", () => {
  const error = new SettingsError([
    { name: "baseUrl", problem: "is missing" },
    { name: "apiKey", problem: "is missing" },
    { name: "maxRetries", problem: "must be an integer from 0 to 20" },
  ]);
  expect(settingsMessage(error)).toBe(
    'graphplane:baseUrl is missing. Run "pulumi config set graphplane:baseUrl <value>", or set GRAPHPLANE_BASE_URL. ' +
      'graphplane:apiKey is missing. Run "pulumi config set --secret graphplane:apiKey <value>", or set GRAPHPLANE_API_KEY. ' +
      'graphplane:maxRetries must be an integer from 0 to 20. Run "pulumi config set graphplane:maxRetries <value>".',
  );
});

test("only a key of the stack's configuration may come from the state", () => {
  expect(storedKeyHint(() => "k")).toMatch(
    /takes this key from the stack's state.* add --run-program, or run "pulumi up" without --refresh first\.$/,
  );
  expect(storedKeyHint(() => "")).toBeUndefined();
});
