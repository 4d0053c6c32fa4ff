import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import * as ts from "typescript";
import { readText } from "../support/repository";
import { root } from "../support/stack-fixture";

/** The contents and entry points of the package; `package.test.ts` installs and runs it. */
const run = promisify(execFile);
const entryPoints = ["", "/native", "/client", "/handler", "/testing"].map((path) => `pulumi-graphplane${path}`);

let files: readonly string[];
beforeAll(async () => {
  const { stdout } = await run("npm", ["pack", "--dry-run", "--json", "--ignore-scripts"], { cwd: root });
  const [packed] = Object.values(JSON.parse(stdout) as Record<string, { readonly files: readonly { readonly path: string }[] }>);
  files = (packed?.files ?? []).map(({ path }) => path);
});

test("it contains the built code, its types, the pages and the examples, and nothing else", () => {
  const expected =
    /^(dist\/(sdk|client|provider|testing|cli)\/.*\.(js|d\.ts)|docs\/(?!internals\/).*\.(md|svg)|examples\/.*\.(tsx?|json|ya?ml|md|py|txt))$/;
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
  expect(files.filter((path) => /(^|\/)(demo|driver|engine|tests?|node_modules)\//.test(path))).toEqual([]);
});

test("it contains every file and folder that the README links to or shows, except bitmaps", () => {
  const targets = [...readText("README.md").matchAll(/\]\(([^)#\s]+)|(?:src|srcset)="([^"]+)"/g)].map(
    ([, link, picture]) => link ?? picture ?? "",
  );
  expect(targets.length).toBeGreaterThan(15);
  const packed = targets.filter((target) => !target.endsWith(".png"));
  expect(packed.filter((target) => !files.some((path) => path === target || path.startsWith(`${target}/`)))).toEqual([]);
});

test("an ES module can import every entry point by name, and no other file", async () => {
  const { stdout } = await run("node", [join(root, "tests/package/consumer/names.mjs")], { cwd: root });
  expect(stdout.trim()).toBe("function function function function");
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
