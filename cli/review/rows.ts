import { type Consequence, gravities, severityOf, sortByGravity } from "../../provider/announce/consequences";
import { argumentBehind, effectsAt } from "../../provider/describe/effects";
import { argumentsOf, reviewFactsOf } from "../../provider/registry";
import { equals } from "../../provider/values/json";
import { actions } from "./actions";
import { rateText } from "./cost";
import type { Change, Field, RenderOptions, ShownValue } from "./model";
import { isPaid, settingOf, shortPhrase, signOf } from "./phrases";
import { briefTexts } from "./render-values";
import type { Style } from "./style";
import { areShownAlike, groupBy, pathText } from "./values";
import { declarationText, firstOf } from "./words";

/** The rows of a verdict's table: one for each setting that changes, or for an object that comes or goes. Pure. */
export interface Row {
  readonly change: Change;
  readonly field?: Field | undefined;
  readonly impact: string;
  /** The lower, the graver. */
  readonly rank: number;
}

const reverts = "reverts an outside change";

/** Returns true if the program declares what no update has applied: nobody changed it outside Pulumi. */
export function isUnapplied({ action, consequences, resumesFailedUpdate, fields }: Change, field?: Field): boolean {
  if (action === "create") return !consequences.some(({ id }) => id === "deleted-outside");
  if (field === undefined) return resumesFailedUpdate && fields.length === 0;
  return !field.labels.includes(reverts) && field.labels.some((label) => label === "new" || label === "resumes a failed update");
}

/** All rows, the gravest first: those with the consequence of the heading before all others. */
export function rowsOf(changes: readonly Change[], highestImpact?: Consequence): Row[] {
  return changes.flatMap((change) => rowsOfChange(change, highestImpact)).toSorted((a, b) => a.rank - b.rank);
}

function rowsOfChange(change: Change, highestImpact?: Consequence): Row[] {
  const { consequences, fields, action } = change;
  const impactOf = (some: Change["consequences"]) => {
    const leading = some.find((one) => highestImpact && isSame(one, highestImpact));
    const gravest = leading ?? sortByGravity(some)[0];
    if (gravest === undefined) return undefined;
    const rate = isPaid(gravest) && change.cost ? rateText(change.cost) : undefined;
    return { impact: `${signOf(gravest)} ${rate ?? shortPhrase(gravest)}`, rank: leading ? -1 : severityOf(gravest) };
  };
  const isWhole = fields.length === 0 || !["change", "adopt", "may change"].includes(action);
  if (isWhole) return [{ change, ...(impactOf(consequences) ?? { impact: wholeImpact(change), rank: gravities.length + 1 }) }];
  const changed = new Set(fields.map(({ path }) => path[0]));
  const argumentOf = (one: Consequence) => argumentBehind(argumentsOf(change.kind), one);
  const isLoose = (one: Consequence) => !changed.has(argumentOf(one));
  const rows = fields.map((field, index): Row => {
    const own = consequences.filter((one) => argumentOf(one) === field.path[0] || (index === 0 && isLoose(one)));
    return { change, field, ...(impactOf(own) ?? fieldImpact(field, change)) };
  });
  // A later removal that deletes is in a callout.
  const others = rows.filter(({ field }) => field?.path[0] !== "deletionPolicy");
  return others.length > 0 ? others : rows;
}

/** Returns true if both are certain, or both possible: a heading counts only those. */
export function isSame(one: Consequence, other: Consequence): boolean {
  return one.id === other.id && one.possible === other.possible;
}

function fieldImpact({ labels, path }: Field, { kind, isComponent }: Change): Pick<Row, "impact" | "rank"> {
  if (labels.includes(reverts)) return { impact: "⚠️ reverts outside change", rank: gravities.length };
  if (labels.includes("resumes a failed update")) return { impact: "ℹ️ resumes failed update", rank: gravities.length + 1 };
  if (isComponent || labels.includes("no longer declared") || effectsAt(argumentsOf(kind), path) === "none")
    return { impact: "–", rank: gravities.length + 3 };
  return { impact: "effect not documented", rank: gravities.length + 2 };
}

function wholeImpact({ isGraphplane, isComponent, requests, unannounced, requestsUnknown }: Change): string {
  if (unannounced || requestsUnknown !== undefined) return "⚠️ not known";
  return isComponent || (isGraphplane && requests.length === 0) ? "–" : "effect not documented";
}

const minGroup = 3;
const maxRows = 30;
/** The length of all shown rows, in bytes: the part of a comment before its folds stays below 6 kB. */
const longestRows = 3_500;

/** The rows of the table, with equal ones together; `omitted` is the number of rows that have no room. */
export function shownRows(rows: readonly Row[], style: Style, options: RenderOptions) {
  const isOpen = ({ change, field }: Row) => options.drift === true && isUnapplied(change, field);
  const alike = groupBy(rows, (row) => {
    const { impact, change, field } = row;
    return [impact, change.kind, change.action, change.deletedWith, field && pathText(field.path), isOpen(row)];
  });
  const groups = alike.flatMap((group): Group[] => (shareRow(group) ? [group] : group.map((row) => [row])));
  const fitting = firstThatFit(groups.slice(0, maxRows).map((group) => shownRow(group, rows, style, options)));
  return { rows: fitting, omitted: groups.slice(fitting.length).flat().length };
}

/** Returns true if rows of one setting are shown as one: if they are equal, or many, such as those of forty workspaces. */
function shareRow(group: Group): boolean {
  const isEqual = groupBy(group, ({ field }) => [field?.live, field?.after]).length === 1;
  return group[0].change.replaced === undefined && group.length >= (isEqual ? minGroup : minGroup + 1);
}

/** The rows up to the length that all may have; always at least one. */
function firstThatFit(rows: readonly ShownRow[]): ShownRow[] {
  let length = 0;
  return rows.filter((row, index) => {
    length += Buffer.byteLength(Object.values(row).join(" | "));
    return index === 0 || length <= longestRows;
  });
}

type Group = readonly [Row, ...Row[]];

const sides = ["before", "live", "after"] as const;

/** A row of the table that is shown: of one object, or of many that share it. */
export type ShownRow = ReturnType<typeof shownRow>;

function shownRow(group: Group, all: readonly Row[], style: Style, options: RenderOptions) {
  const [first] = group;
  const { change, field, impact } = first;
  const fields = group.flatMap(({ field: one }) => one ?? []);
  const brief = briefTexts(field === undefined ? [] : sides.map((side) => field[side]));
  const [before = "", live = "", after = ""] = sides.map((side, index) =>
    rangeText(
      fields.map((one) => one[side]),
      style,
      brief[index],
    ),
  );
  const created = field === undefined ? createdText(change, style) : undefined;
  const places = [...new Set(group.map(({ change: one }) => declarationText(one, options.directory, style.name)))];
  return {
    impact,
    object:
      group.length === 1
        ? distinctName(
            change,
            all.map((row) => row.change),
            style,
          )
        : objectNames(group, style),
    setting: field === undefined ? wholeText(change, created, style) : settingText(change.kind, field, style),
    before,
    live,
    after: field === undefined ? "" : afterText(field, after, style),
    place: places.length === 1 ? (places[0] ?? "") : "",
    /** True if a value is too long for a column of its own. */
    isLong: brief.some((text) => text !== undefined),
    /** The settings of an object that is created. */
    created,
    isUnapplied: isUnapplied(change, field),
  };
}

function settingText(kind: string, { path, forcesReplacement }: Field, style: Style): string {
  return `${settingOf(kind, path).called ?? style.cell(briefPath(path))}${forcesReplacement ? " (forces the replacement)" : ""}`;
}

const afterText = ({ after }: Field, text: string, { strong }: Style): string => (after.is === "absent" ? "not declared" : strong(text));

/** One value, in brief if it is long, or the range of many. */
function rangeText(values: readonly ShownValue[], style: Style, brief: string | undefined): string {
  const [first] = values;
  if (first === undefined) return "";
  if (values.every((value) => areShownAlike(value, first))) return brief === undefined ? style.value(first) : style.cell(brief);
  const numbers = values.flatMap((value) => (value.is === "value" && typeof value.value === "number" ? [value.value] : []));
  if (numbers.length < values.length) return "each its own";
  const [least, most] = [Math.min(...numbers), Math.max(...numbers)].map((value) => style.value({ is: "value", value }));
  return `${least}–${most}`;
}

function wholeText(change: Change, created: string | undefined, { name }: Style): string {
  const { action, replaced, deletedWith, resumesFailedUpdate, requests } = change;
  if (resumesFailedUpdate) return "resumes a failed update";
  if (replaced !== undefined && requests.some(({ method }) => method === "DELETE")) {
    const [was, now] = [replaced.was, replaced.now].map((words) => words[0]?.[1]);
    return was === undefined || was === now || opaque.test(was) ? "deleted and created again" : `replaces ${name(was)}, which is deleted`;
  }
  if (replaced?.adopts) return "replaces another object, which is kept";
  if (action === "stop managing" && deletedWith !== undefined) return `deleted with ${name(deletedWith)}`;
  // A run leaves no object in the account.
  const facts = reviewFactsOf(change.kind);
  const isRun = facts !== undefined && facts.deletions === undefined;
  if (action === "stop managing") return `no longer managed${requests.length === 0 && !isRun ? ", stays as it is" : ""}`;
  return created ? `created: ${created}` : actions[action].done;
}

/** The first settings of an object that is created; empty if none is known by a name, undefined for any other action. */
function createdText(change: Change, style: Style): string | undefined {
  if (change.action !== "create") return undefined;
  const known = knownSettings(change).slice(0, 3);
  const omitted = change.fields.filter(({ path }) => path[0] !== "deletionPolicy").length - known.length;
  const texts = known.map((field) => `${settingText(change.kind, field, style)} ${style.value(field.after)}`);
  return `${texts.join(", ")}${omitted > 0 && known.length > 0 ? ` and ${omitted} more` : ""}`;
}

/** The settings that a new object is known by: those with a name of their own first, and none that stays here or is an identifier. */
function knownSettings({ kind, fields }: Change): Field[] {
  const known = fields.filter(
    ({ path, after }) => after.is === "value" && !opaque.test(String(after.value)) && path[0] !== "deletionPolicy",
  );
  const isNamed = ({ path }: Field) => settingOf(kind, path).called !== undefined;
  return [...known.filter(isNamed), ...known.filter((field) => !isNamed(field))];
}

/** An identifier that nobody knows an object by. */
export const opaque = /^[0-9a-f]{8}-[0-9a-f-]{20,}$/i;

/** A path with the beginnings of identifiers. */
export function briefPath(path: readonly string[]): string {
  return pathText(path.map((key) => (opaque.test(key) ? `${key.slice(0, 8)}…` : key)));
}

/** The object of a change: what it is, its name, and the account if there are several. */
export function objectName({ subject, name, isGraphplane, kind, account }: Change, style: Style): string {
  const [word, own] = subject[0] ?? [];
  if (word === undefined || own === undefined) return `${style.name(name)}${isGraphplane ? "" : ` (${style.name(kind)})`}`;
  return `${word} ${style.name(opaque.test(own) ? name : own)}${account === undefined ? "" : ` (account ${style.name(account)})`}`;
}

/** The object of a change, and what tells it from others of the same name: what contains it, else its name in the program. */
export function distinctName(change: Change, all: readonly Change[], style: Style): string {
  const { subject, name, account, action, urn } = change;
  const namesakes = all.filter((other) => other.account === account && equals(other.subject[0], subject[0]));
  const others = namesakes.flatMap((other) => other.subject);
  const [word, own = ""] = subject.find(([one, value]) => others.some((other) => other[0] === one && other[1] !== value)) ?? [];
  // What contains a new object may be known only during the update.
  const isAlike = namesakes.some((other) => other.urn !== urn && other.action === "create" && equals(other.subject, subject));
  const isNamed = word !== undefined || (isAlike && action === "create" && subject.length > 0);
  const distinction = word === undefined || opaque.test(own) ? style.name(name) : `${word} ${style.name(own)}`;
  return `${objectName(change, style)}${isNamed ? ` (${distinction})` : ""}`;
}

function objectNames(group: Group, style: Style): string {
  const names = [...new Set(group.map(({ change }) => style.name(change.name)))];
  return `${names.length}: ${firstOf(names)}`;
}
