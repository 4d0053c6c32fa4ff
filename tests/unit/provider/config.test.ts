import { SettingsError } from "../../../client";
import { readSettings, settingsMessage } from "../../../provider/config";

const read = (config: Record<string, string>, environment: Record<string, string> = {}) => readSettings((key) => config[key], environment);
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
      { baseUrl: "https://a", apiKey: "k", requestTimeoutSeconds: 1.5, maxRetries: 0, maxConcurrency: 3 },
    ],
    [
      "the environment where the stack has none",
      {},
      { GRAPHPLANE_BASE_URL: "https://e", GRAPHPLANE_API_KEY: "e" },
      { ...none, baseUrl: "https://e", apiKey: "e" },
    ],
    ["the stack before the environment", { "graphplane:apiKey": "k" }, { GRAPHPLANE_API_KEY: "e" }, { ...none, apiKey: "k" }],
    ["the environment for an empty one", { "graphplane:apiKey": "" }, { GRAPHPLANE_API_KEY: "e" }, { ...none, apiKey: "e" }],
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
    { name: "maxRetries", problem: "must be a whole number from 0 to 20" },
  ]);
  expect(settingsMessage(error)).toBe(
    'graphplane:baseUrl is missing: run "pulumi config set graphplane:baseUrl <value>", or set GRAPHPLANE_BASE_URL; ' +
      'graphplane:apiKey is missing: run "pulumi config set --secret graphplane:apiKey <value>", or set GRAPHPLANE_API_KEY; ' +
      'graphplane:maxRetries must be a whole number from 0 to 20: run "pulumi config set graphplane:maxRetries <value>"',
  );
});
