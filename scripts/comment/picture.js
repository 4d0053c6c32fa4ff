/** Draws the comment of docs/review.md as a browser renders it: `npm run picture`, where there is a Chromium on PATH. */
const { spawnSync } = require("node:child_process");
const { mkdtempSync, rmSync, writeFileSync } = require("node:fs");
const { tmpdir } = require("node:os");
const { join } = require("node:path");
const { comment } = require("./scene");

const picture = join(__dirname, "../../docs/images/review-comment.png");
const browsers = ["chromium", "chromium-browser", "google-chrome"];
const size = { width: 900, height: 965 };

const style = `
  body { margin: 0; padding: 16px; background: #f6f8fa; font: 14px/1.5 system-ui, "DejaVu Sans", sans-serif; color: #1f2328; }
  article { background: white; border: 1px solid #d1d9e0; border-radius: 6px; }
  header { padding: 8px 16px; background: #f6f8fa; border-bottom: 1px solid #d1d9e0; border-radius: 6px 6px 0 0; color: #59636e; }
  main { padding: 4px 16px 8px; }
  h3 { font-size: 18px; margin: 12px 0; } h4 { font-size: 15px; margin: 16px 0 4px; } p { margin: 4px 0 8px; }
  code { background: #818b981f; border-radius: 4px; padding: 2px 5px; font: 12px ui-monospace, "DejaVu Sans Mono", monospace; }
  pre { background: #f6f8fa; border-radius: 6px; padding: 10px; overflow: hidden; } pre code { background: none; padding: 0; white-space: pre-wrap; overflow-wrap: anywhere; }
  table { border-collapse: collapse; margin: 8px 0; } td, th { border: 1px solid #d1d9e0; padding: 4px 12px; } ul { margin: 4px 0; padding-left: 24px; }
  sub { font-size: 11px; color: #59636e; }
`;

async function main() {
  const browser = browsers.find((name) => spawnSync(name, ["--version"]).status === 0);
  if (browser === undefined) throw new Error(`There is no browser on PATH to draw with (${browsers.join(", ")}).`);
  const { marked } = await import("marked");
  const folder = mkdtempSync(join(tmpdir(), "comment-"));
  try {
    const page = join(folder, "comment.html");
    const header = "<header><b>github-actions</b> commented</header>";
    const body = `<article>${header}<main>${marked.parse(await comment(), { gfm: true })}</main></article>`;
    writeFileSync(page, `<!doctype html><meta charset="utf-8"><style>${style}</style>${body}`);
    const flags = ["--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", `--window-size=${size.width},${size.height}`];
    const drawn = spawnSync(browser, [...flags, `--screenshot=${picture}`, `file://${page}`], { encoding: "utf8" });
    if (drawn.status !== 0) throw new Error(`${browser} failed: ${drawn.stderr}`);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

main().catch((error) => {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
});
