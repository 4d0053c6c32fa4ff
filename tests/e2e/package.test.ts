import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import * as ts from "typescript";
import { type Bill, runtimePaths } from "../../scripts/supply-chain/packages";
import { readText } from "../support/repository";
import { root } from "../support/stack-fixture";

/** What the package holds and how it is found; that it works once it is installed is tested by `npm run test:full`. */
const run = promisify(execFile);
const entryPoints = ["", "/native", "/client", "/handler", "/testing"].map((path) => `pulumi-graphplane${path}`);

let files: readonly string[];
beforeAll(async () => {
  const { stdout } = await run("npm", ["pack", "--dry-run", "--json", "--ignore-scripts"], { cwd: root });
  const [packed] = Object.values(JSON.parse(stdout) as Record<string, { readonly files: readonly { readonly path: string }[] }>);
  files = (packed?.files ?? []).map(({ path }) => path);
});

test("it holds the built code, its types, the pages and the examples, and nothing else", () => {
  const expected =
    /^(dist\/(sdk|client|provider|testing|cli)\/.*\.(js|d\.ts)|docs\/.*\.(md|svg|png)|examples\/.*\.(tsx?|json|ya?ml|md|py|txt))$/;
  const odd = files.filter((path) => !expected.test(path));
  expect(odd.sort()).toEqual([
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "LICENSE",
    "README.md",
    "SECURITY.md",
    "dist/schema.json",
    "package.json",
    "prices.schema.json",
  ]);
  expect(files.filter((path) => /(^|\/)(demo|driver|tests?|node_modules)\//.test(path))).toEqual([]);
});

test("every file and folder to which the README leads, by a link or a picture, is in it", () => {
  const targets = [...readText("README.md").matchAll(/\]\(([^)#\s]+)|(?:src|srcset)="([^"]+)"/g)].map(
    ([, link, picture]) => link ?? picture ?? "",
  );
  expect(targets.length).toBeGreaterThan(15);
  expect(targets.filter((target) => !files.some((path) => path === target || path.startsWith(`${target}/`)))).toEqual([]);
});

test("an ES module imports every entry point by name, and nothing inside of it", async () => {
  const { stdout } = await run("node", [join(root, "tests/long/package/consumer/names.mjs")], { cwd: root });
  expect(stdout.trim()).toBe("function function function function function");
  expect(() => jest.requireActual<object>("pulumi-graphplane/dist/client/transport.js")).toThrow(/not (exported|defined)|Cannot find/);
});

test.each([
  ["node", ts.ModuleKind.CommonJS, ts.ModuleResolutionKind.Node10],
  ["node16", ts.ModuleKind.Node16, ts.ModuleResolutionKind.Node16],
])("the types of every entry point are found under moduleResolution %s", (_, module, moduleResolution) => {
  const from = join(root, "examples/inventory/index.ts");
  const found = entryPoints.map(
    (name) => ts.resolveModuleName(name, from, { module, moduleResolution }, ts.sys).resolvedModule?.resolvedFileName ?? name,
  );
  expect(found.filter((file) => !file.endsWith(".d.ts") || !existsSync(file))).toEqual([]);
});

describe("the plugin's archive", () => {
  const folder = mkdtempSync(join(tmpdir(), "plugin-"));
  const read = (file: string) => readFile(join(folder, file), "utf8");
  beforeAll(() => run("node", [join(root, "scripts/plugin/build.js"), folder]));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test("holds the plugin, our license and those of what is bundled, and nothing else", async () => {
    const { version } = JSON.parse(readText("package.json")) as { version: string };
    const { stdout } = await run("tar", ["-tzf", join(folder, `pulumi-resource-graphplane-v${version}.tar.gz`)]);
    expect(stdout.trim().split("\n").sort()).toEqual(["LICENSE", "THIRD-PARTY-LICENSES.txt", "pulumi-resource-graphplane"]);
    expect(await read("LICENSE")).toBe(readText("LICENSE"));
  });

  test("has the license text of every package of its bill of materials, which are the SDK, our dependencies and theirs", async () => {
    const { components } = JSON.parse(await read("pulumi-resource-graphplane.cdx.json")) as Bill;
    const sections = (await read("THIRD-PARTY-LICENSES.txt")).split(`\n${"-".repeat(80)}\n`);
    expect(sections.map((section) => section.split(" (")[0])).toEqual(components.map(({ name, version }) => `${name} ${version}`));
    expect(sections.filter((section) => !/permission|redistribution/i.test(section) || section.length < 600)).toEqual([]);
    const names = components.map(({ name }) => name);
    expect(names).toEqual(
      expect.arrayContaining(["@grpc/grpc-js", "@pulumi/pulumi", "axios", "google-protobuf", "https-proxy-agent", "zod"]),
    );
    const dependencies = runtimePaths().map((path) => path.replace(/^.*node_modules\//, ""));
    expect(names.filter((name) => !dependencies.includes(name))).toEqual(["@pulumi/pulumi"]);
  });
});
