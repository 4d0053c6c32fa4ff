import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative, resolve } from "node:path";
import { pathIn } from "../../../../cli/ci/context";

describe("the path of a file that an option names", () => {
  const base = mkdtempSync(join(tmpdir(), "graphplane-path-"));
  const project = join(base, "project");
  mkdirSync(project);
  for (const file of [join(base, "outside"), join(base, "both"), join(project, "both"), join(project, "inside")]) writeFileSync(file, "");
  afterAll(() => rmSync(base, { recursive: true, force: true }));
  const fromHere = (file: string) => relative(process.cwd(), join(base, file));

  test.each([
    ["is in the project's directory", "inside", join(project, "inside")],
    ["is in the project's directory if no file exists", "missing", join(project, "missing")],
    ["can be absolute", join(base, "outside"), join(base, "outside")],
  ])("%s", (_, file, expected) => expect(pathIn(project, file)).toBe(expected));

  test("is in the working directory if only that contains the file", () => {
    expect(pathIn(project, fromHere("outside"))).toBe(resolve(base, "outside"));
  });
});
