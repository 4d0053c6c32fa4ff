import { type Contender, operations, type Run, type Runs } from "./measure";
import { median } from "./statistics";

const colours: Readonly<Record<Contender, string>> = {
  floor: "#9aa4b2",
  "same-state": "#b3bbc6",
  graphplane: "#2463eb",
  workspaces: "#4a7bef",
  "native-floor": "#c3cad4",
  native: "#6d9bf5",
  naive: "#e0823d",
};
const bar = { height: 14, gap: 3, width: 420 };
const left = 250;
/** Colours for pages of either theme. */
const style = `<style>text { fill: #1f2328 } .page { fill: #ffffff } @media (prefers-color-scheme: dark) { text { fill: #e6edf3 } .page { fill: #0d1117 } }</style>`;

/** One group of bars: the same measure of every contender. */
interface Group {
  readonly title: string;
  readonly unit: string;
  readonly valueOf: (run: Run) => number;
}

const groups: readonly Group[] = [
  ...operations.map((name) => ({ title: name, unit: "s", valueOf: (run: Run) => run.costs[name].milliseconds / 1000 })),
  { title: "state", unit: "MB", valueOf: (run) => run.stateBytes / 1e6 },
];

/** An SVG of the medians at the largest size; bars are scaled to the longest of their group. */
export function chart(engine: string, results: ReadonlyMap<number, Runs>): string {
  const size = Math.max(...results.keys());
  const runs = results.get(size);
  if (runs === undefined) throw new Error("nothing was measured");
  const groupHeight = runs.size * (bar.height + bar.gap) + 14;
  const height = 60 + groups.length * groupHeight;
  const drawn = groups.flatMap(({ title, unit, valueOf }, index) => {
    const values = [...runs].map(([contender, own]) => ({ contender, value: median(own.map(valueOf)) }));
    const longest = Math.max(...values.map(({ value }) => value));
    const top = 50 + index * groupHeight;
    return [
      `<text x="${left - 110}" y="${top + 27}" text-anchor="end" font-weight="600">${title}</text>`,
      ...values.flatMap(({ contender, value }, row) => {
        const y = top + row * (bar.height + bar.gap);
        const width = Math.max(1, (value / longest) * bar.width);
        return [
          `<text x="${left - 8}" y="${y + 11}" text-anchor="end">${contender}</text>`,
          `<rect x="${left}" y="${y}" width="${width.toFixed(1)}" height="${bar.height}" fill="${colours[contender]}"/>`,
          `<text x="${(left + width + 6).toFixed(1)}" y="${y + 11}">${value.toPrecision(3)} ${unit}</text>`,
        ];
      }),
    ];
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${left + bar.width + 90}" height="${height}" font-family="system-ui, sans-serif" font-size="12">`,
    style,
    `<rect class="page" width="100%" height="100%"/>`,
    `<text x="16" y="26" font-size="15" font-weight="600">${size} workspaces on the ${engine}: median of ${[...runs.values()][0]?.length} rounds</text>`,
    ...drawn,
    "</svg>\n",
  ].join("\n");
}
