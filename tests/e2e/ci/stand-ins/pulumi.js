// What the workflow files call `pulumi`: the embedded engine, told by STAND_IN which stack of which program.
const { openStack, render } = require("pulumi-graphplane/testing");

const { program, stateFolder, config } = JSON.parse(process.env.STAND_IN);
const [command, ...flags] = process.argv.slice(2);
if (process.env.PULUMI_ACCESS_TOKEN !== "token-of-pulumi") throw new Error("pulumi has no token");
const has = (flag) => flags.includes(`--${flag}`);
const expected = {
  preview: ["stack", "non-interactive", "refresh", "run-program", "json", "save-plan"],
  up: ["stack", "non-interactive", "yes", "skip-preview", "refresh", "run-program"],
  refresh: ["stack", "non-interactive", "preview-only", "run-program", "expect-no-changes", "diff", "color"],
}[command];
const given = flags.filter((flag) => flag.startsWith("--")).map((flag) => flag.slice(2));
if (JSON.stringify(given) !== JSON.stringify(expected)) throw new Error(`pulumi ${command} is not called with ${given.join(", ")}`);

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
    process.stdout.write(text);
    return exitCode;
  }
  if (command === "up") {
    const result = await stack.up({ skipPreview: true, refresh: has("refresh") });
    process.stdout.write(render(result));
    return result.exitCode;
  }
  const result = await stack.preview({ refresh: true });
  process.stdout.write(render(result));
  const drifted = result.steps.some(({ op, found }) => op === "refresh" && found !== "same");
  return result.exitCode || (drifted ? 7 : 0);
}

main().then((code) => (process.exitCode = code));
