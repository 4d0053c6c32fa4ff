import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { type Bill, runtimePaths } from "../../scripts/supply-chain/packages";
import { readText } from "../support/repository";
import { root } from "../support/stack-fixture";

/** The plugin as an executable without Node, as `npm run plugin` builds it for this machine. */

const run = promisify(execFile);
const folder = mkdtempSync(join(tmpdir(), "executable-"));
const name = "pulumi-resource-graphplane";
const executable = join(folder, process.platform === "win32" ? `${name}.exe` : name);
const found = (end: string) => readdirSync(folder).find((file) => file.endsWith(end)) ?? "";
const read = (file: string) => readFile(join(folder, file), "utf8");

// Distributions may leave it out of their Node.
const canBeBuilt = (process.config.variables as { single_executable_application?: boolean }).single_executable_application !== false;
const why = canBeBuilt ? "" : ", skipped: this Node cannot hold a script";

(canBeBuilt ? describe : describe.skip)(`the executable${why}`, () => {
  beforeAll(() => run(process.execPath, [join(root, "scripts/plugin/build.js"), folder]));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  describe("its archive", () => {
    test("holds the plugin, our license, Node's and those of what is bundled, and nothing else", async () => {
      const { version } = JSON.parse(readText("package.json")) as { version: string };
      expect(found(".tar.gz")).toMatch(new RegExp(`^${name}-v${version}-(linux|darwin|windows)-(amd64|arm64)\\.tar\\.gz$`));
      const { stdout } = await run("tar", ["-tzf", found(".tar.gz")], { cwd: folder });
      expect(stdout.trim().split(/\r?\n/).sort()).toEqual([
        "LICENSE",
        "NODE-LICENSE.txt",
        "THIRD-PARTY-LICENSES.txt",
        executable.slice(folder.length + 1),
      ]);
      expect(await read("LICENSE")).toBe(readText("LICENSE"));
      for (const part of ["Node.js is licensed", "V8", "OpenSSL", "ICU"]) expect(await read("NODE-LICENSE.txt")).toContain(part);
    });

    test("has the license text of every package of its bill of materials, which are the SDK, our dependencies and theirs", async () => {
      const { components } = JSON.parse(await read(found(".cdx.json"))) as Bill;
      const packages = components.slice(0, -1);
      expect(components.at(-1)).toMatchObject({ name: "node", version: process.versions.node });
      const sections = (await read("THIRD-PARTY-LICENSES.txt")).split(`\n${"-".repeat(80)}\n`);
      const titles = packages.map((component) => `${component.name} ${component.version}`);
      expect(sections.map((section) => section.split(" (")[0])).toEqual(titles);
      expect(sections.filter((section) => !/permission|redistribution/i.test(section) || section.length < 600)).toEqual([]);
      const names = packages.map((component) => component.name);
      expect(names).toEqual(
        expect.arrayContaining(["@grpc/grpc-js", "@pulumi/pulumi", "axios", "google-protobuf", "https-proxy-agent", "zod"]),
      );
      const dependencies = runtimePaths().map((path) => path.replace(/^.*node_modules\//, ""));
      expect(names.filter((one) => !dependencies.includes(one))).toEqual(["@pulumi/pulumi"]);
    });
  });

  test("it prints its port and nothing else, in a folder without packages and without Node on PATH", async () => {
    const child = spawn(executable, ["127.0.0.1:1"], { cwd: folder, env: {} });
    const printed = { out: "", err: "" };
    child.stdout.on("data", (text: Buffer) => (printed.out += text.toString()));
    child.stderr.on("data", (text: Buffer) => (printed.err += text.toString()));
    await once(child.stdout, "data");
    child.kill();
    await once(child, "close");
    expect(printed).toEqual({ out: expect.stringMatching(/^\d+\n$/) as string, err: "" });
  });

  // The suite of the plugin, whose fixture starts the executable that this names.
  process.env["GRAPHPLANE_PLUGIN"] = executable;
  jest.requireActual("../integration/native/plugin.test");
  jest.requireActual("../integration/native/read.test");
  jest.requireActual("../integration/native/settings.test");
});
