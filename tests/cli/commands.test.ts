import { spawn } from "node:child_process";
import { once } from "node:events";
import { cp, mkdir } from "node:fs/promises";
import { join } from "node:path";
import { copyProgram, type ProgramCopy } from "../../testing/driver";
import { type Emulator, sampleAccount, startEmulator } from "../../testing/emulator";
import { blocks, documents, playable } from "../support/document-commands";
import { root } from "../support/repository";

/** The commands of the pages, in a project with a stack, on the Pulumi CLI on PATH. */

let emulator: Emulator;
let copy: ProgramCopy;
beforeAll(async () => {
  const ids: string[] = [];
  emulator = await startEmulator({
    profile: "observed",
    account: (account) => {
      const { workgroupId, workspaceIds } = sampleAccount(account);
      ids.push(workgroupId, workspaceIds.main);
    },
  });
  copy = await copyProgram(root, join(root, "examples/workspace-settings"));
  await cp(join(root, "examples/policies"), join(copy.program, "policies"), { recursive: true });
  await copy.write("prices.json", '{ "currency": "USD", "sizes": { "TG-00": 1 } }');
  await mkdir(join(copy.folder, "backend"));
  const [workgroupId = "", workspaceId = ""] = ids;
  await play([
    "pulumi stack init dev",
    `pulumi config set graphplane:baseUrl ${emulator.url}`,
    "pulumi config set --secret graphplane:apiKey",
    `pulumi config set workgroupId ${workgroupId}`,
    `pulumi config set workspaceId ${workspaceId}`,
    "pulumi preview --json --save-plan plan.json > preview.json",
  ]);
});
afterAll(async () => {
  await emulator.close();
  await copy.remove();
});

/** Runs the commands of a block in one shell, which ends at the first that fails. */
async function play(commands: readonly string[]): Promise<void> {
  const env = {
    ...process.env,
    PULUMI_HOME: join(copy.folder, "home"),
    PULUMI_BACKEND_URL: `file://${join(copy.folder, "backend")}`,
    PULUMI_CONFIG_PASSPHRASE: "commands",
    PULUMI_SKIP_UPDATE_CHECK: "true",
  };
  const script = commands
    .join("\n")
    .replaceAll("https://<the control plane>", emulator.url)
    // The package is found from the folder of the copy.
    .replaceAll("--yes --package <path>/pulumi-graphplane-0.1.0.tgz ", "");
  const child = spawn("bash", ["-e", "-c", script], { cwd: copy.program, env });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (output += chunk.toString()));
  // Few commands read it, and some end before it is written.
  child.stdin.on("error", () => undefined).end(`${emulator.apiKey}\n`);
  const [code] = (await once(child, "close")) as [number | null];
  // A review of changes ends with 3.
  const expected = commands.some((command) => command.includes("graphplane review")) ? [0, 3] : [0];
  expect({ script, output, code: expected.includes(code ?? -1) ? "as expected" : code }).toEqual({ script, output, code: "as expected" });
}

const pages = Object.keys(documents).filter((page) => documents[page] === "tests/cli/commands.test.ts");

test.each(pages)("every command of %s works as it is printed, and changes nothing at the service", async (page) => {
  for (const block of blocks.filter(({ document }) => document === page)) await play(playable(block));
  expect(emulator.journal.writes().entries).toEqual([]);
});
