import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { checkVersions } from "../../cli/doctor/versions";
import { resolveSettings } from "../../client/http/settings";
import { knownErrors, unsaidParts } from "../../scripts/docs/troubleshooting";
import { blocks, commandsOf, documents, elsewhere, playable } from "../support/document-commands";
import { readText, root } from "../support/repository";

/** The promises of the README, the examples and the pages. */

describe("commands", () => {
  const places = blocks.map((block) => [`${block.document}:${block.line}`, block] as const);

  test.each(places)("of %s are run by a test, or the block gives a reason", (_, block) => {
    expect(block.document in documents ? [] : playable(block)).toEqual([]);
    if (block.unplayed !== undefined) expect(block.unplayed).toMatch(/^.{3,60}\.$/);
  });

  test("are run by tests that exist, and no entry of the lists is unused", () => {
    const tests = [...Object.values(documents), ...elsewhere.map(([, file]) => file)];
    expect(tests.filter((file) => !existsSync(join(root, file)))).toEqual([]);
    expect(Object.keys(documents).filter((document) => commandsOf(document).length === 0)).toEqual([]);
    const all = blocks.flatMap(({ commands }) => commands);
    expect(elsewhere.filter(([pattern]) => !all.some((command) => pattern.test(command)))).toEqual([]);
  });

  test("are in blocks whose language is a shell", () => {
    expect(blocks.length).toBeGreaterThan(35);
    const shell = /^ *```(?!sh\n|bash\n|shell\n|console\n).*\n *(\$ )?(npm|npx|pulumi|curl|export|git|cd|cp) .*/gm;
    const pages = [...new Set(blocks.map(({ document }) => document))];
    expect(pages.flatMap((page) => readText(page).match(shell) ?? [])).toEqual([]);
  });
});

describe("the versions of docs/installation-configuration.md", () => {
  const rows = [
    ...readText("docs/installation-configuration.md").matchAll(/^\| (Node|`@pulumi\/pulumi`|Pulumi CLI) +\| ([^|]+?) +\| ([^|]+?) +\|$/gm),
  ];
  const rowOf = (wanted: string) => {
    const [, , minimum = "no row", tried = "no row"] = rows.find(([, name]) => name === wanted) ?? [];
    return { minimum, tried };
  };
  const [node, sdk, cli] = ["Node", "`@pulumi/pulumi`", "Pulumi CLI"].map(rowOf) as [Row, Row, Row];
  type Row = ReturnType<typeof rowOf>;
  const { engines, peerDependencies, devDependencies } = JSON.parse(readText("package.json")) as Record<string, Record<string, string>>;

  test("have the minimums of package.json", () => {
    expect(`>=${node.minimum}`).toBe(engines?.["node"]);
    expect(`>=${sdk.minimum.replace(", before ", " <")}`).toBe(peerDependencies?.["@pulumi/pulumi"]);
  });

  test("name what the CI files and the tests use", () => {
    const ci = readText(".github/workflows/ci.yml");
    expect(node.tried).toBe(`${/node: \[(.+)\]/.exec(ci)?.[1] ?? ""} in CI`);
    const ends = /test\.each\(\["the usual", "([\d.]+)", "([\d.]+)"\]\)/.exec(readText("tests/cli/package.test.ts"));
    expect(sdk.tried).toBe([ends?.[1], devDependencies?.["@pulumi/pulumi"], ends?.[2]].join(", "));
  });

  test("are accepted by the doctor, which refuses what is just below them", () => {
    const [least = ""] = sdk.minimum.split(",");
    const resultsOf = (versions: Readonly<Record<"node" | "sdk" | "cli", string>>) =>
      checkVersions({ graphplane: "0.1.0", ...versions }).map(({ result }) => result);
    expect(resultsOf({ node: `${node.minimum}.0.0`, sdk: least, cli: cli.minimum })).toEqual(["ok", "ok", "ok", "ok"]);
    const below = (version: string) => version.replace(/(\d+)\.0$/, (_, minor: string) => `${Number(minor) - 1}.9`);
    const refused = { node: `${Number(node.minimum) - 1}.9.0`, sdk: below(least), cli: below(cli.minimum) };
    expect(resultsOf(refused)).toEqual(["ok", "failed", "failed", "failed"]);
  });
});

/** The quick start runs the template against the emulator. */
test("the program of the README is the template's", () => {
  expect(/^## A program\n\n```ts\n([^]*?)^```$/m.exec(readText("README.md"))?.[1]).toBe(readText("templates/typescript/index.ts"));
});

test("the workflows of the README are those of examples/ci", () => {
  const workflow = (name: string) => readText(`examples/ci/github/${name}.yml`);
  const [steps = "", file] = [...readText("README.md").matchAll(/^```yaml\n([^]*?)^```$/gm)].map(([, block = ""]) => block);
  expect(workflow("main")).toMatch(/^# .*\n/);
  expect(file).toBe(workflow("main").replace(/^# .*\n/, ""));
  const lines = steps
    .trim()
    .split("\n")
    .map((line) => line.replace(/ # .*/, ""));
  expect(lines.map((line, index) => workflow(["pull-request", "main"][index] ?? "").includes(line))).toEqual([true, true]);
});

/** The parts that matter to a user who copies a folder of `examples` out of the repository. */
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
  "%s depends on ranges of versions, and this version of the package is in its range",
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

test.each(configured)("the README of %s explains how to set everything that its program reads", (folder) => {
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

/** Users find the page by the text of an error, so the code must print each text. */
test.each(knownErrors("ours").map(({ text }) => [text]))("the code prints %s", (text) => expect(unsaidParts(text)).toEqual([]));

test("a text that the code does not print is detected", () => {
  expect(unsaidParts("workgroup … does not exist; the moon is in the way")).toEqual(["does not exist; the moon is in the way"]);
});

const ranges = [...readText("docs/installation-configuration.md").matchAll(/^\| `graphplane:(\w+)` .*\| ([\d.]+) to (\d+)/gm)].map(
  ([, name = "", least, most]) => [name, Number(least), Number(most)] as const,
);

test("docs/installation-configuration.md has the range of every numeric setting", () => {
  const { requestTimeoutSeconds, maxRetries, maxConcurrency } = resolveSettings({ baseUrl: "https://api.example.com", apiKey: "key" });
  expect(ranges.map(([name]) => name)).toEqual(Object.keys({ requestTimeoutSeconds, maxRetries, maxConcurrency }));
});

test.each(ranges)("%s accepts %d to %d only", (name, least, most) => {
  const resolve = (value: number) => () => resolveSettings({ baseUrl: "https://api.example.com", apiKey: "key", [name]: value });
  for (const value of [least, most]) expect(resolve(value)).not.toThrow();
  for (const value of [least - 0.001, least - 1, most + 1]) expect(resolve(value)).toThrow(`from ${least} to ${most}`);
});
