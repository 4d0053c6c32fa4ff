import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expectPage } from "../support/page";
import { linkReferences } from "../support/references";

const root = join(__dirname, "../..");

test("the reference is what the doc comments say", async () => {
  const folder = await mkdtemp(join(tmpdir(), "graphplane-docs-"));
  try {
    await promisify(execFile)(process.execPath, [join(root, "node_modules/typedoc/bin/typedoc"), "--out", folder], { cwd: root });
    expectPage("reference.md", linkReferences(await readFile(join(folder, "reference.md"), "utf8")));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
