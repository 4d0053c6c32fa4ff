const { mkdtempSync } = require("node:fs");
const { tmpdir } = require("node:os");
const { join } = require("node:path");
const { openStack, sampleAccount, startEmulator } = require("pulumi-graphplane/testing");

async function main(program) {
  const emulator = await startEmulator();
  try {
    const { workgroupId, workspaceIds } = sampleAccount(emulator.account);
    const stack = await openStack({
      program: join(__dirname, program),
      stack: "dev",
      stateFolder: mkdtempSync(join(tmpdir(), "graphplane-state-")),
      passphrase: "test",
      config: {
        workgroupId,
        workspaceId: workspaceIds.main,
        "graphplane:baseUrl": emulator.url,
        "graphplane:apiKey": { secret: emulator.apiKey },
      },
    });
    const outcomeOf = ({ exitCode, changes, diagnostics }) => ({ exitCode, changes, ...(exitCode === 0 ? {} : { diagnostics }) });
    const preview = outcomeOf(await stack.preview());
    const up = outcomeOf(await stack.up({ skipPreview: true }));
    const writes = emulator.journal.writes().entries.map(({ method, body }) => ({ method, body }));
    const destroy = outcomeOf(await stack.destroy({ skipPreview: true }));
    console.log(JSON.stringify({ preview, up, writes, destroy }));
  } finally {
    await emulator.close();
  }
}

main(process.argv[2]);
