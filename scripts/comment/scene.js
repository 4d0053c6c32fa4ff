/**
 * Real runs whose comments appear in the documentation. In docs/images, two workspaces are managed, and a pull request resizes one of them.
 * In docs/review-comment.md, someone has also changed the other workspace in the console, and the pull request adopts a third one, which is
 * deleted with the stack.
 */
const { copyFile, mkdir, mkdtemp, rm, writeFile } = require("node:fs/promises");
const { join } = require("node:path");

const root = join(__dirname, "../..");

/** Returns the Markdown of the comment. It is created by the built package, with the demo engine and the emulated service. */
exports.comment = async (scene) => {
  const { sampleAccount, startEmulator } = require("pulumi-graphplane/testing");
  const { EmbeddedStack } = require(join(root, "dist/testing/demo/stack.js"));
  await mkdir(join(root, ".tmp"), { recursive: true });
  const folder = await mkdtemp(join(root, ".tmp/comment-"));
  const samples = [];
  const emulator = await startEmulator({ account: (account) => samples.push(sampleAccount(account)) });
  try {
    const [{ workgroupId, workspaceIds }] = samples;
    const program = join(folder, "program");
    await mkdir(program);
    await writeFile(join(program, "package.json"), '{ "name": "databases", "main": "index.ts" }\n');
    const declare = (file) => copyFile(join(__dirname, file), join(program, "index.ts"));
    const config = { "graphplane:baseUrl": emulator.url, "graphplane:apiKey": { secret: emulator.apiKey } };
    const stack = new EmbeddedStack({ program, project: "databases", stack: "prod", config });

    await declare("before.ts");
    const { exitCode, text: printed } = await stack.run("up");
    if (exitCode !== 0) throw new Error(printed);
    if (scene === "three changes") emulator.changeWorkspace(workgroupId, workspaceIds.reporting, { auto_stop_minutes: 240 });
    await declare(scene === "three changes" ? "after.ts" : "resize.ts");
    return review(await stack.previewJson({ refresh: true }));
  } finally {
    await emulator.close();
    await rm(folder, { recursive: true });
  }
};

/** Returns the review as it is printed in CI, at a fixed time. */
function review({ text, records, key }) {
  const [{ parsePreview, parsePrices, parseRecords }, { reviewOf }, { markdown }] = ["inputs", "read", "render-markdown"].map((name) =>
    require(join(root, `dist/cli/review/${name}.js`)),
  );
  const prices = parsePrices("prices.json", JSON.stringify({ currency: "USD", sizes: { "TG-00": 0.25, "TG-0": 1, "TG-1": "2.10" } }));
  const run = {
    commit: "4f2a9c1d3e5b6a7c8d9e0f1a2b3c4d5e6f7a8b9c",
    url: "https://ci.example.com/databases/runs/1877",
    at: "2026-06-08 09:30 UTC",
  };
  const preview = { ...parsePreview(text), events: [{ summaryEvent: {} }], ...parseRecords(records, key) };
  return markdown(reviewOf(preview, { prices }), { directory: "", run, merges: true });
}
