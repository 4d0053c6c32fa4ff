import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { projectFiles } from "../../../../cli/adopt/project";
import { readProject } from "../../../../testing/engine/project";

const parent = join(__dirname, "../../../../.tmp");
mkdirSync(parent, { recursive: true });
const folder = mkdtempSync(join(parent, "project-"));
afterAll(() => rmSync(folder, { recursive: true }));

test.each(["account", "2026", "1e5", "0x10", ".5", "2026-01-01", "true", "null", "-"])(
  "Pulumi.yaml names the project %s by a string",
  (name) => {
    const text = projectFiles(name, "*", "", [])["Pulumi.yaml"] ?? "";
    expect(text.split("\n")[0]).toBe(`name: "${name}"`);
    writeFileSync(join(folder, "Pulumi.yaml"), text);
    expect(readProject(folder).name).toBe(name);
  },
);
