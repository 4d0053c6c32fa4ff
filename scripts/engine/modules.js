/** The executables that are built with Go, from modules whose go.mod and go.sum pin all dependencies. */
const { readdirSync, readFileSync } = require("node:fs");
const { join } = require("node:path");

const modules = [
  {
    folder: "pulumi",
    module: "github.com/pulumi/pulumi/pkg/v3",
    commands: { pulumi: "github.com/pulumi/pulumi/pkg/v3/cmd/pulumi", "pulumi-codegen": "./codegen" },
    versionVariable: "github.com/pulumi/pulumi/sdk/v3/go/common/version.Version",
  },
  {
    folder: "yaml",
    module: "github.com/pulumi/pulumi-yaml",
    commands: { "pulumi-language-yaml": "github.com/pulumi/pulumi-yaml/cmd/pulumi-language-yaml" },
    versionVariable: "github.com/pulumi/pulumi-yaml/pkg/version.Version",
  },
];

const goMod = ({ folder }) => readFileSync(join(__dirname, folder, "go.mod"), "utf8");

/** Returns the pinned version of a module, without the `v`. */
function versionOf(module) {
  const [, version] = new RegExp(`^\\s*(?:require )?${module.module} v(\\S+)`, "m").exec(goMod(module)) ?? [];
  if (version === undefined) throw new Error(`scripts/engine/${module.folder}/go.mod does not require ${module.module}`);
  return version;
}

function goVersion() {
  const versions = modules.map((module) => /^go (\S+)/m.exec(goMod(module))[1]);
  return versions.sort(new Intl.Collator("en", { numeric: true }).compare).at(-1);
}

const root = join(__dirname, "../..");

/** Returns the files that contain the tested version of the Pulumi CLI, along with these versions. */
function pinnedFiles() {
  const inFolder = readdirSync(join(root, "examples"), { recursive: true }).filter(
    (file) => file.endsWith(".yml") && !file.includes("node_modules"),
  );
  const files = ["docs/installation-configuration.md", ...inFolder.map((file) => join("examples", file))];
  return files
    .map((file) => ({
      file,
      versions: readFileSync(join(root, file), "utf8").match(/(?<=pulumi-version: |pulumi-nodejs:|\| Pulumi CLI \| [\d.]+ \| )[\d.]+/g),
    }))
    .filter(({ versions }) => versions !== null);
}

module.exports = { goVersion, modules, pinnedFiles, versionOf };
