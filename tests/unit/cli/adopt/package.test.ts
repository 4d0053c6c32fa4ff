import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bundle, dependencyOn } from "../../../../cli/adopt/package";

const base = realpathSync(mkdtempSync(join(tmpdir(), "package-")));
const tarball = join(base, "pulumi-graphplane-1.2.3.tgz");
const checkout = join(base, "checkout");
const project = join(base, "project");
const installed = join(project, "node_modules/pulumi-graphplane");

beforeAll(() => {
  for (const folder of [checkout, installed]) mkdirSync(folder, { recursive: true });
  writeFileSync(tarball, "");
});
afterAll(() => rmSync(base, { recursive: true }));

test.each([
  ["a range", "^1.0.0", "^1.2.3"],
  ["a tag", "latest", "^1.2.3"],
  ["a tarball beside the project", "file:../pulumi-graphplane-1.2.3.tgz", `file:${tarball}`],
  ["a tarball by its whole path", `file:${tarball}`, `file:${tarball}`],
  ["a tarball that is gone", "file:../gone.tgz", `file:${installed}`],
  ["a folder", "file:../checkout", `file:${checkout}`],
  ["an address, which may hold a token", "https://user:token@example.com/p.tgz", `file:${installed}`],
  ["a workspace", "workspace:*", `file:${installed}`],
])("installed as %s: npm install finds it again", (_, spec, dependency) => {
  for (const list of ["dependencies", "devDependencies"]) {
    writeFileSync(join(project, "package.json"), JSON.stringify({ [list]: { "pulumi-graphplane": spec } }));
    expect(dependencyOn(installed, "1.2.3")).toBe(dependency);
  }
});

test.each([
  ["a tarball is copied into the project", `file:${tarball}`, "file:pulumi-graphplane-1.2.3.tgz", ["pulumi-graphplane-1.2.3.tgz"]],
  ["a folder stays where it is", `file:${checkout}`, `file:${checkout}`, []],
  ["a version comes from the registry", "^1.2.3", "^1.2.3", []],
])("%s", async (_, origin, dependency, files) => {
  const bundled = await bundle(origin);
  expect([bundled.dependency, Object.keys(bundled.files)]).toEqual([dependency, files]);
});

test.each([
  ["a package.json that does not name it", "{}"],
  ["a malformed package.json", "{"],
])("in node_modules below %s it is installed from its folder", (_, text) => {
  writeFileSync(join(project, "package.json"), text);
  expect(dependencyOn(installed, "1.2.3")).toBe(`file:${installed}`);
});

test("a repository is installed from its folder, even if the parent folder has a dependency", () => {
  writeFileSync(join(base, "package.json"), JSON.stringify({ dependencies: { "pulumi-graphplane": "^1.0.0" } }));
  expect(dependencyOn(checkout, "1.2.3")).toBe(`file:${checkout}`);
  rmSync(join(base, "package.json"));
});
