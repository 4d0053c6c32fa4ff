/** Draws the first steps of a demo run as terminal output: docs/images/demo-light.svg and demo-dark.svg. */
const { spawnSync } = require("node:child_process");
const { writeFileSync } = require("node:fs");
const { join } = require("node:path");

const root = join(__dirname, "../..");
const columns = 98;
const line = { height: 19, width: 7.85 };
const margin = { left: 18, top: 50 };
const drawnSteps = [1, 2, 3];
/** The colors, keyed by the number of the escape sequence. 0 is the color of normal text. */
const themes = {
  light: { background: "#ffffff", frame: "#d1d9e0", 0: "#1f2328", 2: "#6e7781", 31: "#cf222e", 32: "#1a7f37", 33: "#9a6700" },
  dark: { background: "#0d1117", frame: "#3d444d", 0: "#e6edf3", 2: "#8b949e", 31: "#ff7b72", 32: "#3fb950", 33: "#d29922" },
};

const lines = stepsOf(runDemo()).flatMap((step, index) => [...(index === 0 ? [] : [[]]), ...step]);
for (const [name, theme] of Object.entries(themes)) {
  writeFileSync(join(root, `docs/images/demo-${name}.svg`), draw(lines, theme));
}

function runDemo() {
  const { NO_COLOR, ...rest } = process.env;
  const env = { ...rest, FORCE_COLOR: "1" };
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, "dist/testing/demo/main.js")], { env, encoding: "utf8" });
  if (status !== 0) throw new Error(`The demo failed: ${stdout}${stderr}`);
  return stdout;
}

/** Returns the lines of the drawn steps, each split into spans of one color. */
function stepsOf(output) {
  const steps = output.split(/^── /m);
  return drawnSteps.map((number) => {
    const [title, ...rest] = steps[number].trimEnd().split("\n");
    const heading = [{ colour: 0, text: `── ${title}` }];
    return [heading, ...rest.flatMap((text) => wrap(partsOf(text)))];
  });
}

function partsOf(text) {
  let colour = 0;
  return text.split(/\u001b\[(\d+)m/).flatMap((part, index) => {
    if (index % 2 === 0) return part === "" ? [] : [{ colour, text: part }];
    colour = Number(part);
    return [];
  });
}

/** Wraps a long line at its last space, indenting the rest. */
function wrap(parts) {
  const all = parts.flatMap(({ colour, text }) => Array.from(text, (letter) => ({ colour, text: letter })));
  const rows = [];
  for (let indent = 0; all.length > 0; indent = 6) {
    const room = columns - indent;
    const space = all.slice(0, room + 1).findLastIndex(({ text }) => text === " ");
    const row = all.splice(0, all.length <= room || space < 1 ? room : space + 1);
    rows.push([{ colour: 0, text: " ".repeat(indent) }, ...row]);
  }
  return rows.map(joinColours);
}

function joinColours(letters) {
  return letters.reduce((parts, { colour, text }) => {
    const last = parts.at(-1);
    if (last?.colour !== colour) return [...parts, { colour, text }];
    return [...parts.slice(0, -1), { colour, text: last.text + text }];
  }, []);
}

function draw(rows, theme) {
  const width = Math.ceil(2 * margin.left + columns * line.width);
  const height = margin.top + rows.length * line.height + 12;
  const dots = [0, 1, 2].map((index) => `<circle cx="${22 + index * 18}" cy="20" r="5.5" fill="${theme.frame}"/>`);
  const texts = rows.map((parts, index) => {
    const spans = parts.map(({ colour, text }) => `<tspan fill="${theme[colour] ?? theme[0]}">${escape(text)}</tspan>`);
    return `<text x="${margin.left}" y="${margin.top + index * line.height}" xml:space="preserve">${spans.join("")}</text>`;
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace" font-size="13">`,
    `<rect x="0.5" y="0.5" width="${width - 1}" height="${height - 1}" rx="8" fill="${theme.background}" stroke="${theme.frame}"/>`,
    ...dots,
    ...texts,
    "</svg>\n",
  ].join("\n");
}

function escape(text) {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
