import { cp, rm } from "node:fs/promises";
import { join } from "node:path";
import { type Sample, sampleAccount } from "../../testing/emulator";
import { Commands } from "../support/commands";
import { blocks, documents, playable } from "../support/document-commands";
import { root } from "../support/repository";

/** The commands of the pages, in a project with a stack, on the Pulumi CLI on PATH. */

let commands: Commands;
beforeAll(async () => {
  const samples: Sample[] = [];
  const account = (own: Parameters<typeof sampleAccount>[0]) => void samples.push(sampleAccount(own));
  commands = await Commands.open("examples/workspace-settings", { profile: "observed", account });
  const { copy, emulator } = commands;
  await cp(join(root, "examples/policies"), join(copy.program, "policies"), { recursive: true });
  await copy.write("prices.json", '{ "currency": "USD", "sizes": { "TG-00": 1 } }');
  const [{ workgroupId, workspaceIds }] = samples as [Sample];
  await play([
    "pulumi stack init dev",
    `pulumi config set graphplane:baseUrl ${emulator.url}`,
    "pulumi config set --secret graphplane:apiKey",
    `pulumi config set workgroupId ${workgroupId}`,
    `pulumi config set workspaceId ${workspaceIds.main}`,
  ]);
});
afterAll(() => commands.close());

/** Runs the commands of a block in one shell, which ends at the first that fails. */
async function play(lines: readonly string[]): Promise<void> {
  const { url, apiKey } = commands.emulator;
  const script = lines
    .join("\n")
    .replaceAll("https://<the control plane>", url)
    // The package is found from the folder of the copy.
    .replaceAll("--yes --package <path>/pulumi-graphplane-0.1.0.tgz ", "");
  const settings = { GRAPHPLANE_BASE_URL: "", GRAPHPLANE_API_KEY: "" };
  const { code, output } = await commands.start(["bash", "-e", "-c", script], settings, `${apiKey}\n`).ended;
  // A review of changes ends with 3.
  const expected = lines.some((line) => line.includes("graphplane review")) ? [0, 3] : [0];
  expect({ script, output, code: expected.includes(code ?? -1) ? "as expected" : code }).toEqual({ script, output, code: "as expected" });
}

const pages = Object.keys(documents).filter((page) => documents[page] === "tests/cli/commands.test.ts");

test.each(pages)("every command of %s works as printed, and changes nothing in the service", async (page) => {
  // Two pages adopt into the same directory.
  await rm(join(commands.copy.program, "infrastructure"), { recursive: true, force: true });
  for (const block of blocks.filter(({ document }) => document === page)) await play(playable(block));
  expect(commands.emulator.journal.writes().entries).toEqual([]);
});
