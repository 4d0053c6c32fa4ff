import { settingHint, unknownSettingTexts } from "../../../provider/unknown-settings";

const all = (prefix: string) =>
  ["baseUrl", "apiKey", "requestTimeoutSeconds", "maxRetries", "maxConcurrency"].map((name) => prefix + name).join(", ");

test.each<[string, string[], string, string[]]>([
  [
    "a setting that is mistyped, with the one that is meant",
    ["apikey"],
    "movies",
    ["graphplane:apikey is an unknown setting; did you mean graphplane:apiKey?"],
  ],
  [
    "a setting that resembles none, with all that there are",
    ["region"],
    "movies",
    [`graphplane:region is an unknown setting; the settings are ${all("graphplane:")}`],
  ],
  ["neither a setting nor a key of the engine", ["baseUrl", "version", "pluginDownloadURL", "__internal"], "movies", []],
  [
    "in a project named graphplane, whose own keys are there too, only what resembles a setting",
    ["region", "maxRetry"],
    "graphplane",
    ["graphplane:maxRetry is an unknown setting; did you mean graphplane:maxRetries?"],
  ],
])("the stack's configuration is searched for %s", (_, names, project, texts) =>
  expect(unknownSettingTexts(names, project)).toEqual(texts),
);

test("a setting of a provider resource is named without a prefix", () => {
  expect(settingHint("apikey")).toBe("did you mean apiKey?");
  expect(settingHint("region")).toBe(`the settings are ${all("")}`);
});
