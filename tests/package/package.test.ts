import { cp, mkdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { readText } from "../support/repository";
import { companions, consumerFolder, install, packInto, root, run } from "./consumer";

const tsc = join(root, "node_modules/typescript/bin/tsc");
const node10 = ["--module", "commonjs", "--moduleResolution", "node10"];
const node16 = ["--module", "node16", "--moduleResolution", "node16"];
let folder: string;
let tarball: string;
/** The paths in the package. */
let files: readonly string[];

beforeAll(async () => {
  folder = await consumerFolder();
  const packed = await packInto(folder);
  tarball = join(folder, packed.filename);
  files = packed.files.map(({ path }) => path);
  await install(folder, [tarball, ...(await companions())]);
});

afterAll(() => rm(folder, { recursive: true, force: true }));

test("it contains the built code, its types, the pages and the examples, and nothing else", () => {
  const expected =
    /^(dist\/(sdk|client|provider|testing|cli)\/.*\.(js|d\.ts)|docs\/(?!internals\/).*\.(md|svg)|examples\/.*\.(tsx?|json|ya?ml|md|py|txt))$/;
  const odd = files.filter((path) => !expected.test(path));
  expect(odd.sort()).toEqual([
    ...["CHANGELOG.md", "CONTRIBUTING.md", "LICENSE", "README.md", "SECURITY.md"],
    ...["dist/THIRD-PARTY-LICENSES.txt", "dist/schema.json", "package.json", "prices.schema.json"],
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

test.each([
  ["CommonJS under moduleResolution node", [...node10, "types/commonjs.cts"]],
  // The declarations of zod, which stand behind the client's, need it.
  ["the client under moduleResolution node, with esModuleInterop", [...node10, "--esModuleInterop", "types/client.cts"]],
  ["CommonJS and an ES module under moduleResolution node16", [...node16, "types/commonjs.cts", "types/client.cts", "types/module.mts"]],
])("its types check for %s", async (_, options) => {
  const strict = ["--noEmit", "--strict", "--target", "es2022", "--types", "node", "--ignoreDeprecations", "5.0"];
  await expect(
    run(process.execPath, [tsc, ...strict, ...options], { cwd: folder }).catch((error: { stdout: string }) => error.stdout),
  ).resolves.toMatchObject({ stdout: "" });
});

test("an ES module imports every entry point by name, and no other file", async () => {
  const { stdout } = await run("node", ["names.mjs"], { cwd: folder });
  expect(stdout.trim()).toBe("function function function function function");
  expect(() => jest.requireActual<object>("pulumi-graphplane/dist/client/transport.js")).toThrow(/not (exported|defined)|Cannot find/);
});

test("the command prints its help", async () => {
  const { stdout } = await run(join(folder, "node_modules/.bin/graphplane"), ["--help"], { cwd: folder });
  expect(stdout).toContain("graphplane emulator");
});

test("a build makes the commands executable, as npm does only when it installs", async () => {
  const built = join(folder, "built");
  const commands = ["dist/cli/main.js", "dist/provider/native/main.js"].map((file) => join(built, file));
  for (const file of commands) {
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, "", { mode: 0o644 });
  }
  await cp(join(root, "package.json"), join(built, "package.json"));
  await run("npm", ["run", "postbuild"], { cwd: built });
  for (const file of commands) expect((await stat(file)).mode & 0o111).toBe(0o111);
});

test("the tarball has no script that npm would warn about, and the repository keeps its own", async () => {
  const packed = join(folder, "packed");
  await mkdir(packed);
  const own = await readFile(join(root, "package.json"), "utf8");
  const { scripts, ...ours } = JSON.parse(own) as { scripts: Record<string, string>; workspaces?: unknown };
  delete ours.workspaces;
  const text = `${JSON.stringify({ ...ours, scripts: { ...scripts, build: "exit 0", postbuild: "exit 0" } }, null, 2)}\n`;
  await writeFile(join(packed, "package.json"), text);
  await run("npm", ["pack"], { cwd: packed });
  await run("tar", ["-xzf", "pulumi-graphplane-0.1.0.tgz"], { cwd: packed });
  const inside = JSON.parse(await readFile(join(packed, "package/package.json"), "utf8")) as { scripts: object };
  expect(Object.keys(inside.scripts)).not.toEqual(expect.arrayContaining(["prepare"]));
  expect(await readFile(join(packed, "package.json"), "utf8")).toBe(text);
});

test("a project that the installed command adopts depends on the tarball that the command was installed from", async () => {
  const load = (file: string) => `require(${JSON.stringify(join(folder, "node_modules/pulumi-graphplane/dist", file))})`;
  const script = `${load("cli/adopt/package.js")}.dependencyOn(${load("client/http/version.js")}.packageRoot, "1.2.3")`;
  const { stdout } = await run("node", ["-p", script]);
  expect(stdout.trim()).toBe(`file:${tarball}`);
});
