// The `pulumi` of the workflow files: the embedded engine, with the program and stack that STAND_IN names.
const { existsSync, readFileSync, writeFileSync } = require("node:fs");
const { openStack, render } = require("pulumi-graphplane/testing");

const { program, stateFolder, config } = JSON.parse(process.env.STAND_IN);
const [command, ...flags] = process.argv.slice(2);
if (process.env.PULUMI_ACCESS_TOKEN !== "token-of-pulumi") throw new Error("pulumi has no token");
const has = (flag) => flags.includes(`--${flag}`);
const hasPack = existsSync("policies/PulumiPolicy.yaml");
const pack = hasPack ? ["policy-pack", "policy-pack-config"] : [];
const preview = ["stack", "non-interactive", "refresh", "run-program", "json", "save-plan"];
const known = {
  preview: process.env.PULUMI_DEBUG_COMMANDS === "true" ? [[...preview, "event-log", ...pack], preview] : [preview],
  up: [["stack", "non-interactive", "yes", "skip-preview", "refresh", "run-program", ...pack]],
}[command];
const given = flags.filter((flag) => flag.startsWith("--")).map((flag) => flag.slice(2));
if (!known.some((flags) => JSON.stringify(flags) === JSON.stringify(given)))
  throw new Error(`pulumi ${command} is not called with ${given.join(", ")}`);

async function main() {
  const stack = await openStack({
    program,
    stack: flags[flags.indexOf("--stack") + 1],
    stateFolder,
    passphrase: "ci",
    config,
    env: { PULUMI_NODEJS_TYPESCRIPT: "false" },
  });
  if (command === "preview") {
    const { text, exitCode } = await stack.previewJson({ refresh: has("refresh") });
    if (!hasPack || !has("event-log")) return print(text, exitCode);
    // The embedded engine runs no policies: these are the violations that a test puts beside the pack, as the CLI reports them.
    writeFileSync(flags[flags.indexOf("--event-log") + 1], readFileSync("policies/events.json"));
    const digest = JSON.parse(text);
    const failed = { severity: "error", message: "error: preview failed\n" };
    return print(JSON.stringify({ ...digest, diagnostics: [...(digest.diagnostics ?? []), failed] }), 1);
  }
  const result = await stack.up({ skipPreview: true, refresh: has("refresh") });
  process.stdout.write(render(result));
  return result.exitCode;
}

function print(text, exitCode) {
  process.stdout.write(text);
  return exitCode;
}

main().then((code) => (process.exitCode = code));
