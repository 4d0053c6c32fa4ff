import { parseJson } from "../../provider/values/json";
import { count } from "../words";
import { block, cell, htmlCode, shorten } from "./escape";
import { diffLines } from "./line-diff";
import type { Field, ShownValue } from "./model";
import { areShownAlike, pathText } from "./values";
import { fold, isLong, jsonOf, longestValue, valueText } from "./words";

/** Renders the values of one field: a table shows the part in which long values differ, a fold the rest. */

const maxLines = 150;
/** Lines that are compared, beside the common beginning and end of both texts. */
const maxCompared = 500;
const longestLine = 300;
/** Equal lines around a difference, and equal characters before one. */
const context = 3;
const lead = 10;

/** The texts from their first difference on; whole if they begin differently, or soon differ. */
function fromDifference(texts: readonly string[]): string[] {
  const [first = "", ...others] = texts;
  let equal = 0;
  while (equal < first.length && others.every((text) => text[equal] === first[equal])) equal++;
  const start = equal - lead;
  return others.length === 0 || start < lead ? [...texts] : texts.map((text) => `…${text.slice(start).toWellFormed()}`);
}

export function valueTexts(values: readonly ShownValue[]): string[] {
  const long = values.filter(isLong).map(jsonOf);
  const distinct = [...new Set(long)];
  const cuts = new Map(fromDifference(distinct).map((text, index) => [distinct[index], text]));
  return values.map((shown) => (isLong(shown) ? cell(cuts.get(jsonOf(shown)) ?? "", longestValue) : valueText(shown)));
}

/** The length up to which a row of the verdict shows a long value. */
const longestBrief = 32;

/** The first difference of long values, in a few characters each; undefined for a value that is not long. */
export function briefTexts(values: readonly ShownValue[]): (string | undefined)[] {
  const distinct = [...new Set(values.filter(isLong).map(jsonOf))];
  const cuts = new Map(fromDifference(distinct).map((text, index) => [distinct[index], shortened(text)]));
  return values.map((shown) => (isLong(shown) ? cuts.get(jsonOf(shown)) : undefined));
}

function shortened(text: string): string {
  const characters = [...text];
  return characters.length <= longestBrief ? text : `${characters.slice(0, longestBrief).join("")}…`;
}

/** Folds with the lines of long values, or the difference between them. */
export function longValues(fields: readonly Field[]): string[] {
  return fields
    .filter(hasLong)
    .map((field) => fold(`${htmlCode(pathText(field.path))} in whole`, block(linesOf(field).lines.join("\n"), "diff")));
}

/** Returns true if no part of a difference between the values is left out. */
export function areWhole(fields: readonly Field[]): boolean {
  return fields.filter(hasLong).every((field) => linesOf(field).isWhole);
}

function hasLong({ before, live, after }: Field): boolean {
  return [before, live, after].some(isLong);
}

function linesOf({ before, live, after }: Field): { readonly lines: readonly string[]; readonly isWhole: boolean } {
  const [old = [], next = []] = [live.is === "value" && !areShownAlike(live, after) ? live : before, after].map((shown) =>
    shown.is === "value" ? split(shown.value) : [],
  );
  const head = commonLength(old, next);
  const tail = commonLength(old.slice(head).toReversed(), next.slice(head).toReversed());
  const [oldRest, nextRest] = [old, next].map((lines) => lines.slice(head, lines.length - tail)) as [string[], string[]];
  const compared = diffLines(oldRest.slice(0, maxCompared), nextRest.slice(0, maxCompared));
  const equal = (lines: readonly string[]) => lines.map((line) => `  ${line}`);
  const all = withoutEqual([...equal(next.slice(0, head)), ...compared, ...equal(next.slice(next.length - tail))]);
  const cut = all.length - maxLines + Math.max(0, oldRest.length - maxCompared) + Math.max(0, nextRest.length - maxCompared);
  const shown = cutLines(all.slice(0, maxLines));
  const isShort = shown.every((line) => line.startsWith("  ") || line.length <= longestLine);
  const more = cut > 0 ? [`… and ${cut} more lines`] : [];
  return { lines: [...shown.map((line) => shorten(line, longestLine)), ...more], isWhole: cut <= 0 && isShort };
}

/** The lines, with a count in place of equal ones that are far from a difference; all lines if none differs. */
function withoutEqual(lines: readonly string[]): string[] {
  const changes = lines.flatMap((line, index) => (line.startsWith("  ") ? [] : [index]));
  if (changes.length === 0) return [...lines];
  const near = [...lines.keys()].filter((index) => changes.some((change) => Math.abs(change - index) <= context));
  return [...near, lines.length].flatMap((index, position) => {
    const skipped = index - 1 - (near[position - 1] ?? -1);
    return [...(skipped > 0 ? [`  … ${count(skipped, "equal line")}`] : []), ...lines.slice(index, index + 1)];
  });
}

/** Shortens a long line and the line that replaces it: both from their first difference on. */
function cutLines(lines: readonly string[]): string[] {
  const all = [...lines];
  for (const [index, line] of lines.entries()) {
    const next = lines[index + 1];
    if (!line.startsWith("- ") || next?.startsWith("+ ") !== true || Math.max(line.length, next.length) <= longestLine) continue;
    const [old = "", now = ""] = fromDifference([line.slice(2), next.slice(2)]);
    all.splice(index, 2, `- ${old}`, `+ ${now}`);
  }
  return all;
}

function commonLength(a: readonly string[], b: readonly string[]): number {
  const differs = a.findIndex((line, index) => line !== b[index]);
  return differs < 0 ? a.length : differs;
}

/** The lines of a value; a text that contains JSON is laid out as JSON. */
function split(value: unknown): string[] {
  return (typeof value === "string" ? prettyText(value) : JSON.stringify(value, null, 2)).split("\n");
}

function prettyText(text: string): string {
  const value = parseJson(text);
  return value === undefined ? text : JSON.stringify(value, null, 2);
}
