import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as schema from "../../schema.json";
import { goImportPath } from "../../scripts/schema/manifest";
import { root } from "../support/repository";

/** The schema as the Pulumi CLI reads it from the plugin, and the SDKs that it generates from it. */

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "schema-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function pulumi(...args: string[]): string {
  const env = { ...process.env, PULUMI_HOME: join(folder, "home"), PULUMI_SKIP_UPDATE_CHECK: "true" };
  return execFileSync("pulumi", ["package", ...args], { env, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
}

/** The schema without empty lists of required properties, which the CLI leaves out. */
const normalized = (text: string) =>
  JSON.parse(text, (key, value: unknown) =>
    key === "required" && Array.isArray(value) && value.length === 0 ? undefined : value,
  ) as unknown;

test("pulumi package get-schema prints the schema of the plugin", () => {
  const plugin = join(folder, "pulumi-resource-graphplane");
  symlinkSync(join(root, "dist/provider/native/main.js"), plugin);
  expect(normalized(pulumi("get-schema", plugin))).toEqual(normalized(readFileSync(join(root, "schema.json"), "utf8")));
});

/** A file of each SDK, and a text in it. */
const sdks = [
  ["go", "go.mod", `module ${goImportPath.replace(/\/graphplane$/, "")}\n`],
  ["go", "graphplane/pulumi-plugin.json", JSON.stringify(schema.pluginDownloadURL)],
  ["go", "graphplane/workspaceSettings.go", `"${goImportPath}"`],
  ["python", "pulumi_graphplane/workspace_settings.py", "import pulumi_graphplane as graphplane"],
] as const;

test.each(sdks.filter(([language]) => spawnSync(`pulumi-language-${language}`, ["--version"]).error === undefined))(
  "pulumi package gen-sdk generates the SDK for %s, with %s",
  (language, file, text) => {
    const made = join(folder, "sdks", language);
    if (!existsSync(made)) pulumi("gen-sdk", join(root, "schema.json"), "--language", language, "--out", join(folder, "sdks"));
    expect(readFileSync(join(made, file), "utf8")).toContain(text);
  },
);
