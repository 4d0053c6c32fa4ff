import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { resolveSettings } from "../../client/http/settings";
import { readText, root } from "../support/repository";
import { knownErrors, unsaidParts } from "../../scripts/docs/troubleshooting";

/** What the README, the examples and Troubleshooting promise. */

test("the program of the README is the demo's", () => {
  expect(/^```ts\n([^]*?)^```$/m.exec(readText("README.md"))?.[1]).toBe(readText("testing/demo/program/index.ts"));
});

/** What a user relies on who copies a folder of `examples` out of the repository. */
interface Manifest {
  readonly version: string;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
}

const manifestOf = (folder: string) => JSON.parse(readText(join(folder, "package.json"))) as Manifest;
const folders = readdirSync(join(root, "examples"), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => `examples/${name}`);
const projects = folders.filter((folder) => existsSync(join(root, folder, "package.json")));
const [major, minor] = manifestOf("").version.split(".");

test.each(projects.filter((folder) => folder !== "examples/policies"))(
  "%s depends on ranges of a registry, and this version of the package meets its own",
  (folder) => {
    const { dependencies, devDependencies } = manifestOf(folder);
    expect(dependencies["pulumi-graphplane"]).toBe(`^${major}.${minor}.0`);
    const odd = Object.values({ ...dependencies, ...devDependencies }).filter((range) => !/^[\^~]\d+(\.\d+){1,2}$/.test(range));
    expect(odd).toEqual([]);
    // Without it the engine's library compiles a program with a TypeScript of 2020, which does not know the settings of tsconfig.json.
    expect(devDependencies).toHaveProperty("typescript");
  },
);

/** The programs that read their stack's configuration; the others read files. */
const ofFiles = ["examples/many-stacks", "examples/policies", "examples/pull-request-environment"];
const configured = projects.filter((folder) => existsSync(join(root, folder, "index.ts")) && !ofFiles.includes(folder));

test.each(configured)("the README of %s says how to set everything that its program reads", (folder) => {
  const readme = readText(join(folder, "README.md"));
  const preset = readdirSync(join(root, folder))
    .filter((file) => /^Pulumi\..+\.yaml$/.test(file))
    .map((file) => readText(join(folder, file)))
    .join("");
  const settings = [...readText(join(folder, "index.ts")).matchAll(/config\.(require|get)(Secret)?\w*\("(\w+)"/g)];
  expect(settings.length).toBeGreaterThan(0);
  const commands = settings.map(([, , secret, name = ""]) => `pulumi config set ${secret === undefined ? "" : "--secret "}${name}`);
  const missing = commands.filter((command) => !readme.includes(command) && !preset.includes(`:${command.split(" ").at(-1)}:`));
  expect(missing).toEqual([]);
});

/** The page is found by the text of an error, so each text has to be one that the code prints. */
test.each(knownErrors("ours").map(({ text }) => [text]))("the code prints %s", (text) => {
  expect(unsaidParts(text)).toEqual([]);
});

test("a text that no code prints is found", () => {
  expect(unsaidParts("there is no workgroup …; the moon is in the way")).toEqual(["; the moon is in the way"]);
});

const ranges = [...readText("docs/configuration.md").matchAll(/^\| `graphplane:(\w+)` .*\| ([\d.]+) to (\d+)/gm)].map(
  ([, name = "", least, most]) => [name, Number(least), Number(most)] as const,
);

test("the page about the configuration has the range of every setting that is a number", () => {
  const { requestTimeoutSeconds, maxRetries, maxConcurrency } = resolveSettings({ baseUrl: "https://api.example.com", apiKey: "key" });
  expect(ranges.map(([name]) => name)).toEqual(Object.keys({ requestTimeoutSeconds, maxRetries, maxConcurrency }));
});

test.each(ranges)("%s may be %d to %d, and nothing beyond", (name, least, most) => {
  const resolve = (value: number) => () => resolveSettings({ baseUrl: "https://api.example.com", apiKey: "key", [name]: value });
  for (const value of [least, most]) expect(resolve(value)).not.toThrow();
  for (const value of [least - 0.001, least - 1, most + 1]) expect(resolve(value)).toThrow(`from ${least} to ${most}`);
});
