import { diffArrays } from "diff";
import { parseJson } from "../../provider/values/json";
import { count } from "../words";
import { block, cell, htmlCode, shorten } from "./escape";
import type { Field, ShownValue } from "./model";
import { areShownAlike, pathText } from "./values";
import { fold, isLong, jsonOf, maxValueLength, valueText } from "./words";

/** Renders the values of a field. A table contains the part of a long value that differs, and a fold contains the rest. */

const maxLines = 150;
/** Maximum number of changed lines. Texts with more changes are not compared. */
const maxChanged = 1_000;
const maxLineLength = 300;
/** Number of unchanged lines around a difference, and of unchanged characters before one. */
const context = 3;
const lead = 10;
/** Maximum length of a long value in a row of the table. */
const maxBriefLength = 32;

/** Removes the common prefix of texts if it is long. */
function fromDifference(texts: readonly string[]): string[] {
  const [first = "", ...others] = texts;
  let equal = 0;
  while (equal < first.length && others.every((text) => text[equal] === first[equal])) equal++;
  const start = equal - lead;
  return others.length === 0 || start < lead ? [...texts] : texts.map((text) => `…${text.slice(start).toWellFormed()}`);
}

/** Returns the long values without their common prefix. A value that is not long is undefined. */
function differingParts(values: readonly ShownValue[]): (string | undefined)[] {
  const distinct = [...new Set(values.filter(isLong).map(jsonOf))];
  const parts = fromDifference(distinct);
  return values.map((shown) => parts[distinct.indexOf(jsonOf(shown))]);
}

export function valueTexts(values: readonly ShownValue[]): string[] {
  const parts = differingParts(values);
  return values.map((shown, index) => {
    const part = parts[index];
    return part === undefined ? valueText(shown) : cell(part, maxValueLength);
  });
}

/** Returns the first few characters that differ in long values. A value that is not long is undefined. */
export function briefTexts(values: readonly ShownValue[]): (string | undefined)[] {
  return differingParts(values).map((text) => {
    const characters = [...(text ?? "")];
    return characters.length <= maxBriefLength ? text : `${characters.slice(0, maxBriefLength).join("")}…`;
  });
}

/** Returns collapsed sections that contain long values, or the difference between them. */
export function longValues(fields: readonly Field[]): string[] {
  return fields
    .filter(hasLong)
    .map((field) => fold(`${htmlCode(pathText(field.path))} in full`, block(linesOf(field).lines.join("\n"), "diff")));
}

export function areWhole(fields: readonly Field[]): boolean {
  return fields.every((field) => linesOf(field).isWhole);
}

const hasLong = ({ before, live, after }: Field): boolean => [before, live, after].some(isLong);

function linesOf({ before, live, after }: Field): { readonly lines: readonly string[]; readonly isWhole: boolean } {
  const all = differenceOf(live.is === "value" && !areShownAlike(live, after) ? live : before, after);
  const shown = cutLines(all.slice(0, maxLines));
  const omitted = all.length - shown.length;
  const isShort = shown.every((line) => line.startsWith("  ") || line.length <= maxLineLength);
  const more = omitted > 0 ? [`… and ${count(omitted, "more line")}`] : [];
  return { lines: [...shown.map((line) => shorten(line, maxLineLength)), ...more], isWhole: omitted === 0 && isShort };
}

/** Returns a line diff with `- ` and `+ `. Unchanged lines are included only near a difference, or if nothing differs. */
function differenceOf(before: ShownValue, after: ShownValue): string[] {
  const [old, next] = [linesIn(before), linesIn(after)];
  const parts = diffArrays(old, next, { maxEditLength: maxChanged }) ?? [
    { removed: true, added: false, value: old },
    { removed: false, added: true, value: next },
  ];
  return parts.flatMap(({ removed, added, value }, index) => {
    if (removed || added) return value.map((line) => `${removed ? "-" : "+"} ${line}`);
    const lines = value.map((line) => `  ${line}`);
    const [head, tail] = [index === 0 ? 0 : context, index === parts.length - 1 ? 0 : context];
    const skipped = lines.length - head - tail;
    if (parts.length === 1 || skipped <= 0) return lines;
    return [...lines.slice(0, head), `  … ${count(skipped, "equal line")}`, ...lines.slice(head + skipped)];
  });
}

/** If a changed line is long, removes the prefix that the old and new lines share. */
function cutLines(lines: readonly string[]): string[] {
  const all = [...lines];
  for (const [index, line] of lines.entries()) {
    const next = lines[index + 1];
    if (!line.startsWith("- ") || next?.startsWith("+ ") !== true || Math.max(line.length, next.length) <= maxLineLength) continue;
    const [old = "", now = ""] = fromDifference([line.slice(2), next.slice(2)]);
    all.splice(index, 2, `- ${old}`, `+ ${now}`);
  }
  return all;
}

/** Returns the lines of a value. A JSON string is pretty-printed. */
function linesIn(shown: ShownValue): string[] {
  if (shown.is !== "value") return [];
  const { value } = shown;
  const parsed = typeof value === "string" ? parseJson(value) : value;
  return (typeof value === "string" && parsed === undefined ? value : JSON.stringify(parsed, null, 2)).split("\n");
}
