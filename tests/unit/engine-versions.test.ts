import { readFileSync } from "node:fs";
import { join } from "node:path";
import { modules, pinnedFiles, versionOf } from "../../scripts/engine/modules";
import { root } from "../support/repository";

const [cli] = modules;

test("the supported versions and the examples name the version of the Pulumi CLI that is tried with each change", () => {
  const pinned = pinnedFiles();
  expect(pinned.map(({ file }) => file)).toEqual(
    expect.arrayContaining(["docs/installation-configuration.md", "examples/ci/gitlab/.gitlab-ci.yml"]),
  );
  expect(pinned.filter(({ versions }) => versions.some((version) => version !== versionOf(cli)))).toEqual([]);
});

test.each(modules)("the sums of $module are those of the pinned version", (module) => {
  const sums = readFileSync(join(root, "scripts/engine", module.folder, "go.sum"), "utf8");
  expect(sums).toContain(`${module.module} v${versionOf(module)} h1:`);
});
