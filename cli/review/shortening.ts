import { canonicalJson } from "../../provider/values/json";
import { costText } from "./cost";
import type { Change, RenderOptions } from "./model";
import { groupSection, isShownWhole, section, title } from "./render-change";
import { groupBy } from "./values";
import { fold, isLong, paragraphs } from "./words";

/** The changes of a comment, in shorter and shorter texts. */

/** The number of changes shown openly, however harmless; equal ones count as one. */
const openly = 10;
/** The number of equal changes at or above which they share a table. */
const fewest = 3;
const mostWhole = 300;
const mostLines = 400;

/** A text for the changes, and whether it shows all that differs. */
interface Shortening {
  readonly text: string;
  readonly isWhole: boolean;
}

/** The texts from the longest to the shortest. Changes are sorted by action, then by gravity: each text is cut from the end. */
export function* shortenings(changes: readonly Change[], options: RenderOptions, shared: readonly string[]): Generator<Shortening> {
  const groups = groupEqual(changes).map((group) => newGroup(group, options, shared));
  for (const shape of shapes(groups.length))
    yield { text: textOf(groups, shape, options), isWhole: groups.length <= shape.whole && changes.every(isShownWhole) };
}

/** Limits of a text: groups printed whole, their rows, and further changes in a line each; the others are counted. */
interface Shape {
  readonly whole: number;
  readonly rows: number;
  readonly lines: number;
}

function shapes(count: number): Shape[] {
  const all = Math.min(count, mostWhole);
  const rows = [200, 50, 20].map((most) => ({ whole: all, rows: most, lines: mostLines }));
  const wholes = [150, 100, 75, 50, 40, 30, 20, 15, 10, 5, 3, 1, 0].filter((whole) => whole < all);
  const lines = [200, 100, 50, 20, 0].map((most) => ({ whole: 0, rows: 0, lines: most }));
  return [...rows, ...wholes.map((whole) => ({ whole, rows: 20, lines: mostLines })), ...lines];
}

function textOf(groups: readonly Group[], { whole, rows, lines }: Shape, options: RenderOptions): string {
  const full = groups.slice(0, whole);
  const isOpen = ({ changes }: Group, index: number) =>
    index < openly || changes.some(({ consequences, replaced }) => replaced || consequences.some(({ gravity }) => gravity !== "care"));
  const rest = full.filter((group, index) => !isOpen(group, index));
  const restCount = rest.flatMap(({ changes }) => changes).length;
  const others = groups.slice(whole).flatMap(({ changes }) => changes);
  const brief = others.slice(0, lines).map((change) => `- ${title(change, options)}`);
  const left = others.length - brief.length;
  const texts = (some: readonly Group[]) => some.map((group) => group.text(rows));
  return paragraphs(
    ...texts(full.filter(isOpen)),
    rest.length > 0 && fold(`${restCount} more`, ...texts(rest)),
    brief.length > 0 && fold(`${brief.length} more, in short`, brief.join("\n")),
    left > 0 && `… and ${left} more that do not fit here: see the log of the run.`,
  );
}

/** A change, or equal ones, and its text with a limited number of rows. */
interface Group {
  readonly changes: readonly [Change, ...Change[]];
  readonly text: (rows: number) => string;
}

/** A group that keeps the texts it has made. */
function newGroup(changes: Group["changes"], options: RenderOptions, shared: readonly string[]): Group {
  const texts = new Map<number, string>();
  const make = (rows: number) => (changes.length === 1 ? section(changes[0], options, shared) : groupSection(changes, rows, options));
  return {
    changes,
    text: (rows) => {
      const key = changes.length === 1 ? 1 : rows;
      const text = texts.get(key) ?? make(rows);
      texts.set(key, text);
      return text;
    },
  };
}

/** The changes in their order, with equal ones of many resources together at the place of the first. */
function groupEqual(changes: readonly Change[]): Group["changes"][] {
  const groups = groupBy(changes, (change, index) => sameness(change) ?? index);
  return groups.flatMap((group) => (group.length < fewest ? group.map((change) => [change] as const) : [group]));
}

/** Equal for changes that do the same to different objects; undefined for a change that only a section of its own can show. */
function sameness({ ours, kind, action, fields, alreadySo, requests, consequences, ...own }: Change): string | undefined {
  const isUnsure = action === "may change" || own.unannounced || own.requestsUnknown !== undefined;
  if (!ours || isUnsure || own.goesOn || own.remarks.length > 0 || own.replaced !== undefined) return undefined;
  return canonicalJson([
    kind,
    action,
    own.stillDeclared,
    own.deletedWith ?? "",
    own.cost === undefined ? "" : costText(own.cost),
    alreadySo,
    fields.map(({ path, before, live, after }) => [path, after, isLong(before) || isLong(live) ? [before, live] : []]),
    requests.map(({ method, body, later }) => [method, body ?? null, later]),
    consequences.map(({ id }) => id),
  ]);
}
