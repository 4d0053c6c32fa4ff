import { spawnSync } from "node:child_process";
import { cp, mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { asItShould, companions, consumerFolder, driven, install, type Packed, packInto, root, run } from "../../support/consumer";

const tsc = join(root, "node_modules/typescript/bin/tsc");
const node10 = ["--module", "commonjs", "--moduleResolution", "node10"];
const node16 = ["--module", "node16", "--moduleResolution", "node16"];
let folder: string;
let packed: Packed;
let packages: string[];

beforeAll(async () => {
  folder = await consumerFolder();
  packed = await packInto(folder);
  packages = [join(folder, packed.filename), ...(await companions())];
  await install(folder, packages);
}, 240_000);

afterAll(() => rm(folder, { recursive: true, force: true }));

test("holds the built code, its types and the papers, and nothing else", () => {
  const odd = packed.files
    .map(({ path }) => path)
    .filter((path) => !/^dist\/(sdk|client|provider|testing|cli|review)\/.*\.(js|d\.ts)$/.test(path));
  expect(odd.sort()).toEqual(expect.arrayContaining(["LICENSE", "README.md", "package.json"]));
  expect(odd.filter((path) => !["CHANGELOG.md", "LICENSE", "README.md", "SECURITY.md", "package.json"].includes(path))).toEqual([]);
  expect(packed.files.filter(({ path }) => /(^|\/)(demo|driver|tests?)\//.test(path))).toEqual([]);
});

test.each([
  ["a TypeScript program", "typescript"],
  ["a plain JavaScript program", "javascript"],
])("%s previews and applies on the embedded engine, one PUT", async (_, program) => {
  expect(await driven(program, folder)).toEqual(asItShould);
});

/** Installed in a way of its own: what is not a declared dependency is not found. */
const hasPnpm = spawnSync("pnpm", ["--version"]).status === 0;
(hasPnpm ? test : test.skip)("installed by pnpm, a program runs as well", async () => {
  const other = join(folder, "pnpm");
  await mkdir(other);
  await cp(join(__dirname, "consumer"), other, { recursive: true });
  await run("pnpm", ["add", "--prefer-offline", "--ignore-scripts", ...packages], { cwd: other });
  expect(await driven("javascript", other)).toEqual(asItShould);
});

test.each([
  ["CommonJS under moduleResolution node", [...node10, "types/commonjs.cts"]],
  // The declarations of zod, which stand behind the client's, need it.
  ["the client under moduleResolution node, with esModuleInterop", [...node10, "--esModuleInterop", "types/client.cts"]],
  ["CommonJS and an ES module under moduleResolution node16", [...node16, "types/commonjs.cts", "types/client.cts", "types/module.mts"]],
])(
  "its types check for %s",
  async (_, options) => {
    const strict = ["--noEmit", "--strict", "--target", "es2022", "--types", "node", "--ignoreDeprecations", "5.0"];
    await expect(
      run(process.execPath, [tsc, ...strict, ...options], { cwd: folder }).catch((error: { stdout: string }) => error.stdout),
    ).resolves.toMatchObject({ stdout: "" });
  },
  180_000,
);

test("an ES module imports every entry point by name", async () => {
  const { stdout } = await run("node", ["names.mjs"], { cwd: folder });
  expect(stdout.trim()).toBe("function function function function function");
});

test("a program under the key of an internal file gets a refusal, since only the entry points are promised", async () => {
  await writeFile(join(folder, "inside.js"), 'require("pulumi-graphplane/dist/client/transport.js");');
  await expect(run("node", ["inside.js"], { cwd: folder })).rejects.toThrow(/ERR_PACKAGE_PATH_NOT_EXPORTED/);
});

test("the command says what it is", async () => {
  const { stdout } = await run(join(folder, "node_modules/.bin/graphplane"), ["--help"], { cwd: folder });
  expect(stdout).toContain("graphplane emulator");
});
