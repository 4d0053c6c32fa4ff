/** Renders comments in a browser: `npm run picture`, with Chromium on PATH. */
const { spawnSync } = require("node:child_process");
const { mkdtempSync, readFileSync, rmSync, writeFileSync } = require("node:fs");
const { tmpdir } = require("node:os");
const { join } = require("node:path");
const { comment } = require("./scene");

const browsers = ["chromium", "chromium-browser", "google-chrome"];
const width = 900;
const themes = {
  light: {
    page: "#f6f8fa",
    back: "#fff",
    text: "#1f2328",
    muted: "#59636e",
    line: "#d1d9e0",
    shade: "#f6f8fa",
    code: "#818b981f",
    link: "#0969da",
  },
  dark: {
    page: "#010409",
    back: "#0d1117",
    text: "#f0f6fc",
    muted: "#9198a1",
    line: "#3d444d",
    shade: "#151b23",
    code: "#656c7633",
    link: "#4493f8",
  },
};

/** Returns a style sheet similar to that of a code host, for the elements in the picture. */
const styleOf = ({ page, back, text, muted, line, shade, code, link }) => `
  body { margin: 0; padding: 16px; background: ${page}; font: 14px/1.5 system-ui, "Liberation Sans", "DejaVu Sans", sans-serif; color: ${text}; }
  article { background: ${back}; border: 1px solid ${line}; border-radius: 6px; }
  header { padding: 8px 16px; background: ${shade}; border-bottom: 1px solid ${line}; border-radius: 6px 6px 0 0; color: ${muted}; }
  main { padding: 16px 16px 0; } main > :first-child { margin-top: 0; }
  h2, h3 { margin: 24px 0 16px; line-height: 1.25; } h2 { font-size: 21px; border-bottom: 1px solid ${line}; padding-bottom: .3em; } h3 { font-size: 17.5px; }
  p, ul, table, pre, blockquote, details { margin: 0 0 16px; } ul { padding-left: 2em; }
  code { background: ${code}; border-radius: 6px; padding: .2em .4em; font: 85% ui-monospace, "DejaVu Sans Mono", monospace; white-space: break-spaces; }
  pre { background: ${shade}; border-radius: 6px; padding: 16px; overflow: hidden; line-height: 1.45; } pre code { background: none; padding: 0; white-space: pre; }
  table { border-collapse: collapse; display: block; width: max-content; max-width: 100%; overflow: auto; } td, th { border: 1px solid ${line}; padding: 6px 13px; }
  tr:nth-child(2n) { background: ${shade}; } a { color: ${link}; }
  blockquote { border-left: .25em solid; padding: 8px 16px; } blockquote p { color: ${text}; } blockquote p:last-child { margin-bottom: 0; }
  .CAUTION { color: #cf222e; } .WARNING { color: #9a6700; } .IMPORTANT { color: #8250df; } blockquote .label { color: inherit; font-weight: 500; }
`;

/** Renders quotations that begin with `[!WARNING]` in the same way as GitHub. */
function drawAlerts(html) {
  return html.replace(/<blockquote>\s*<p>\[!(\w+)\]\s*/g, (_, kind) => {
    const label = `${kind[0]}${kind.slice(1).toLowerCase()}`;
    return `<blockquote class="${kind}"><p class="label">${label}</p><p>`;
  });
}

/** Sets the page title to the height of the page. */
const measure = "<script>document.title = document.body.offsetHeight</script>";

function browse(browser, args) {
  const flags = ["--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars"];
  const { status, stdout, stderr } = spawnSync(browser, [...flags, ...args], { encoding: "utf8" });
  if (status !== 0) throw new Error(`${browser} failed: ${stderr}`);
  return stdout;
}

/** Returns the comments to draw, keyed by picture name. They come from the demo engine and from recordings. */
async function comments() {
  const recorded = (name) => readFileSync(join(__dirname, `../../tests/golden/review/${name}.md`), "utf8");
  return {
    comment: await comment("one change"),
    deletion: recorded("workspace-deleted"),
    lockout: recorded("lockout"),
    failure: recorded("failing-check"),
  };
}

async function main() {
  const browser = browsers.find((name) => spawnSync(name, ["--version"]).status === 0);
  if (browser === undefined) throw new Error(`None of the supported browsers is on PATH (${browsers.join(", ")}).`);
  const { marked } = await import("marked");
  const header = "<header><b>github-actions</b> commented</header>";
  const folder = mkdtempSync(join(tmpdir(), "comment-"));
  try {
    for (const [name, text] of Object.entries(await comments())) {
      const article = `<article>${header}<main>${drawAlerts(marked.parse(text, { gfm: true }))}</main></article>`;
      for (const [themeName, theme] of Object.entries(themes)) {
        const page = join(folder, "page.html");
        writeFileSync(page, `<!doctype html><meta charset="utf-8"><style>${styleOf(theme)}</style>${article}${measure}`);
        const height = /<title>(\d+)</.exec(browse(browser, ["--dump-dom", `--window-size=${width},100`, `file://${page}`]))?.[1];
        if (height === undefined) throw new Error("The browser did not report the height of the page.");
        const picture = join(__dirname, `../../docs/images/review-${name}-${themeName}.png`);
        browse(browser, [`--screenshot=${picture}`, `--window-size=${width},${height}`, `file://${page}`]);
      }
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
}

main().catch((error) => {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
});
