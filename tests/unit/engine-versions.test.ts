import { modules, pinnedFiles, versionOf } from "../../scripts/engine/modules";
import { readText } from "../support/repository";

const [cli] = modules;

test("the supported versions and the examples name the version of the Pulumi CLI that is tried with each change", () => {
  const pinned = pinnedFiles();
  expect(pinned.map(({ file }) => file)).toEqual(
    expect.arrayContaining(["docs/installation-configuration.md", "examples/ci/gitlab/.gitlab-ci.yml"]),
  );
  expect(pinned.filter(({ versions }) => versions.some((version) => version !== versionOf(cli)))).toEqual([]);
});

test.each(modules)("the sums of $module are those of the pinned version", (module) => {
  expect(readText(`scripts/engine/${module.folder}/go.sum`)).toContain(`${module.module} v${versionOf(module)} h1:`);
});
