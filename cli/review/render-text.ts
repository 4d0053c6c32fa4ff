import { limitText } from "./cost";
import { visible } from "./escape";
import type { RenderOptions, Review } from "./model";
import { textStyle } from "./style";
import { costLines, verdictOf } from "./verdict";

/** Renders the review as plain text, with the verdict, a table in columns, and warnings. */
export function text(review: Review, options: RenderOptions): string {
  const style = textStyle(options.color === true);
  const { heading, counts, head: columns, cells, omitted } = verdictOf(review, style, options);
  const table = cells.length === 0 ? [] : [columns.map((column) => column.replaceAll("`", "")), ...cells];
  const widths = columns.map((_, index) => Math.max(...table.map((row) => widthOf(row[index] ?? ""))));
  const lines = table.map((row) =>
    `  ${row.map((cell, index) => cell + " ".repeat((widths[index] ?? 0) - widthOf(cell))).join("  ")}`.trimEnd(),
  );
  const notes = notesOf(review, omitted).flatMap((note) => note.split("\n").map(visible));
  const limits = (options.narrowed ?? []).map((option) => `limited by ${visible(option)}`);
  const head = [style.strong(heading), ...[[counts, ...limits].filter(Boolean).join(" · ")].filter(Boolean)];
  const parts = [head, lines, [...new Set([...notes, ...costLines(review, style)])]].filter((part) => part.length > 0);
  return `${parts.map((part) => part.join("\n")).join("\n\n")}\n`;
}

/** Returns the warnings as unescaped sentences. */
function notesOf({ changes, violations, messages, services, refreshed, failed, destroys, cost }: Review, omitted: number): string[] {
  const limit = cost && limitText(cost);
  return [
    ...(refreshed || failed || destroys ? [] : ["Previewed without a refresh, so drift is not detected."]),
    ...(omitted > 0 ? [`… and ${omitted} more rows: --format markdown shows them.`] : []),
    ...(limit === undefined ? [] : [limit]),
    ...services.map(({ from, to }) => `Another service: from ${from} to ${to}.`),
    // Omits the emoji variation selector, which would be escaped.
    ...violations.map((one) => `${one.mandatory ? "⛔" : "⚠"} ${[one.policy, one.resource].filter(Boolean).join(", ")}: ${one.text}`),
    ...changes.flatMap(({ name, consequences, requestsUnknown = "", unannounced }) => [
      ...consequences.filter(({ severity }) => severity !== "care").map(({ description }) => `${name}: ${description.replaceAll("`", "")}`),
      ...(unannounced ? [`${name}: the requests are unknown: ${requestsUnknown}`] : []),
    ]),
    ...messages.map(({ severity, resource, text: said }) => `${severity}${resource === undefined ? "" : ` (${resource})`}: ${said}`),
  ];
}

const widthOf = (text: string): number => [...text.replace(/\u001b\[\d+m/g, "")].length;
