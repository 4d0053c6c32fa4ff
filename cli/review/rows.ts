import { type Consequence, severities, severityOf, sortBySeverity } from "../../provider/messages/consequences";
import { argumentBehind, effectsAt } from "../../provider/describe/effects";
import { argumentsOf } from "../../provider/registry";
import { equals } from "../../provider/values/json";
import { released, resizedAgain } from "./consequences";
import { isOpaque } from "./containers";
import { rateText } from "./cost";
import { type Change, type Field, hasDeletion, type RenderOptions, type ShownValue } from "./model";
import { outcomeOf } from "./outcome";
import { isPaid, type reasons, settingOf, signOf } from "./phrases";
import { briefTexts } from "./render-values";
import type { Style } from "./style";
import { areShownAlike, groupBy, pathText } from "./values";
import { declarationText, firstOf } from "./words";

/** Builds the rows of the review's table: one for each changed setting, and one for each object that is created, deleted or released. Pure. */
export interface Row {
  readonly change: Change;
  /** The setting; undefined for a row about the whole object. */
  readonly field?: Field | undefined;
  /** True for the object that a replacement stops managing. */
  readonly isReleased: boolean;
  readonly impact: string;
  /** The rank of the severity; 0 is the most severe. */
  readonly rank: number;
  readonly reason: Reason;
}

type Reason = keyof typeof reasons;

const reasonsOfLabels = {
  "reverts an outside change": "reverts",
  "resumes a failed update": "resumes",
  "adopts an outside change": "accepts",
  "differs at the new address": "moved",
} as const satisfies Partial<Record<Field["labels"][number], Reason>>;

function reasonOf({ action, isRecreated, resumesFailedUpdate, fields }: Change, field?: Field): Reason {
  if (isRecreated) return "reverts";
  for (const [label, reason] of Object.entries(reasonsOfLabels))
    if (field?.labels.includes(label as keyof typeof reasonsOfLabels)) return reason;
  if (action === "keep live values") return "accepts";
  if (action === "adopt") return "adopted";
  return resumesFailedUpdate && fields.length === 0 ? "resumes" : "program";
}

/** Returns all rows, most severe first. Rows with the consequence in the heading come before all others. */
export function rowsOf(changes: readonly Change[], highestImpact?: Consequence): Row[] {
  const successors = new Set(changes.map(({ managedBy }) => managedBy));
  // The row about the previous manager already contains the new manager.
  const isHandover = ({ change, field, impact }: Row) =>
    change.action === "adopt" && field === undefined && impact === "–" && successors.has(change.name);
  const rows = changes.flatMap((change) => rowsOfChange(change, highestImpact)).filter((row) => !isHandover(row));
  return rows.toSorted((a, b) => a.rank - b.rank);
}

function rowsOfChange(change: Change, highestImpact?: Consequence): Row[] {
  const { fields, action, replaced } = change;
  const rowOf = (some: readonly Consequence[], field?: Field, isReleased = false): Row => {
    const leading = some.find((one) => highestImpact && isSame(one, highestImpact));
    const worst = leading ?? sortBySeverity(some)[0];
    const reason = reasonOf(change, field);
    if (worst === undefined) return { change, field, isReleased, reason, ...impactWithoutConsequence(change, field, reason, isReleased) };
    const rate = isPaid(worst) && change.cost ? rateText(change.cost) : undefined;
    const rank = leading ? -1 : severityOf(worst);
    return { change, field, isReleased, reason, impact: `${signOf(worst)} ${rate ?? worst.summary}`, rank };
  };
  if (replaced !== undefined && !hasDeletion(change.requests)) {
    const [own, others] = [change.consequences.filter(isReleasing), change.consequences.filter((one) => !isReleasing(one))];
    const set = replaced.adopts ? fields.filter((field) => !field.forcesReplacement && isShown(field)) : [];
    return [
      ...(own.length > 0 || change.managedBy !== undefined ? [rowOf(own, undefined, true)] : []),
      ...(set.length > 0 ? settingRows(change, others, set, rowOf) : [rowOf(others)]),
    ];
  }
  const isSetting = ["change", "adopt", "may change"].includes(action);
  const shown = fields.filter(isShown);
  if (isSetting && shown.length > 0) return settingRows(change, change.consequences, shown, rowOf);
  // This change affects only the state.
  if (action === "change" && fields.length > 0 && change.requests.length === 0) return [];
  return [rowOf(change.consequences)];
}

/** Returns true if the update sends the value, waits for it, or stops managing it. */
function isShown({ isUnsent, labels }: Field): boolean {
  return !isUnsent || labels.includes("no longer declared") || labels.includes("resumes a failed update");
}

/** Returns one row per setting, with the consequences of its argument. The first row also has the consequences of the request as a whole. */
function settingRows(
  change: Change,
  consequences: readonly Consequence[],
  shown: readonly Field[],
  rowOf: (some: readonly Consequence[], field: Field) => Row,
): Row[] {
  const changed = new Set(change.fields.map(({ path }) => path[0]));
  const argumentOf = (one: Consequence) => argumentBehind(argumentsOf(change.kind), one);
  // A callout already describes a later resize.
  const isLoose = (one: Consequence) => !changed.has(argumentOf(one)) && one.id !== resizedAgain.id;
  return shown.map((field, index) =>
    rowOf(
      consequences.filter((one) => argumentOf(one) === field.path[0] || (index === 0 && isLoose(one))),
      field,
    ),
  );
}

const isReleasing = ({ id }: Consequence): boolean => id === released.id;

/** Returns true if two consequences are the same and equally certain. The number in a heading counts only such consequences. */
export function isSame(one: Consequence, other: Consequence): boolean {
  return one.id === other.id && one.possible === other.possible;
}

export const undocumented = "effect not documented";

function impactWithoutConsequence(change: Change, field: Field | undefined, reason: Reason, isReleased: boolean) {
  const { kind, isGraphplane, isComponent, requests, unannounced, requestsUnknown, deletedWith } = change;
  const last = severities.length;
  if (deletedWith !== undefined) return { impact: "⛔ lost permanently", rank: 0.75 };
  if (field === undefined && (unannounced || requestsUnknown !== undefined)) return { impact: "⚠️ unknown", rank: last };
  const effects = field && (field.isUnsent ? "none" : effectsAt(argumentsOf(kind), field.path));
  const isHarmless = isComponent || isReleased || (field === undefined ? isGraphplane && requests.length === 0 : effects === "none");
  const rank = reason === "reverts" ? last : reason === "resumes" ? last + 1 : isHarmless ? last + 3 : last + 2;
  return { impact: isHarmless ? "–" : undocumented, rank };
}

const minGroup = 3;
const maxRows = 30;
/** Maximum total length of the rows in bytes, which keeps the part of a comment before the details below 6 kB. */
const maxLength = 3_500;
/** The assumed length of a source location, whose URL takes no space on the page. */
const placeLength = 20;

/** Returns the rows of the table, in which similar rows are merged. `omitted` is the number of rows that do not fit. */
export function shownRows(rows: readonly Row[], style: Style, options: RenderOptions) {
  const alike = groupBy(rows, ({ impact, change, field, reason, isReleased }) => [
    ...[impact, change.kind, change.action, change.deletedWith, reason, isReleased],
    field && pathText(field.path),
  ]);
  const groups = alike.flatMap((group): Group[] => (shareRow(group) ? [group] : group.map((row) => [row])));
  const fitting = firstThatFit(groups.slice(0, maxRows).map((group) => shownRow(group, rows, style, options)));
  return { rows: fitting, omitted: groups.slice(fitting.length).flat().length };
}

/** Returns true if the rows of a setting are merged because they are identical or too numerous. */
function shareRow(group: Group): boolean {
  const isEqual = groupBy(group, ({ field }) => [field?.live, field?.after]).length === 1;
  return group[0].change.replaced === undefined && group.length >= (isEqual ? minGroup : minGroup + 1);
}

/** Returns as many rows as fit, but at least one. */
function firstThatFit(rows: readonly ShownRow[]): ShownRow[] {
  let length = 0;
  return rows.filter((row, index) => {
    length += Buffer.byteLength(Object.values({ ...row, place: "" }).join(" | ")) + placeLength;
    return index === 0 || length <= maxLength;
  });
}

type Group = readonly [Row, ...Row[]];

const sides = ["before", "live", "after"] as const;

/** A printed row, which describes one object or several. */
export type ShownRow = ReturnType<typeof shownRow>;

function shownRow(group: Group, all: readonly Row[], style: Style, options: RenderOptions) {
  const [first] = group;
  const { change, field, impact, reason } = first;
  const fields = group.flatMap(({ field: one }) => one ?? []);
  const brief = briefTexts(field === undefined ? [] : sides.map((side) => field[side]));
  const [before = "", live = "", after = ""] = sides.map((side, index) =>
    rangeText(
      fields.map((one) => one[side]),
      style,
      brief[index],
    ),
  );
  const places = [...new Set(group.map(({ change: one }) => declarationText(one, options, style)))];
  const changes = all.map((row) => row.change);
  const object = first.isReleased ? wasText(change, style) : distinctName(change, changes, style);
  const [isWorkspace, database] = [change.subject[0]?.[0] === "workspace", change.subject.find(([word]) => word === "database")?.[1]];
  const more = change.action === "delete" && isWorkspace && database !== undefined ? ` (database ${style.name(database)})` : "";
  const own = new Set(group.map(({ change: one }) => ownName(one, style)));
  const names = firstOf(own.size === group.length ? [...own] : group.map(({ change: one }) => style.name(one.name)));
  const setting = field === undefined ? "" : settingText(change.kind, field, style);
  const created = [...new Set(group.map((row) => createdText(row.change, style)))];
  const whole = outcomeOf(change, first.isReleased, style);
  return {
    impact,
    what:
      group.length === 1
        ? `${object}${more}${setting === "" ? "" : `: ${setting}`}`
        : `${group.length}${setting === "" ? "" : ` × ${setting}`}: ${names}`,
    before: field !== undefined && field.after.is !== "absent" && hasThirdValue({ before, live, after }) ? before : "",
    reason,
    /** The settings of the created or adopted objects, if all objects have the same settings. */
    settings: created.length === 1 ? created.join("") : "",
    ...(field === undefined ? { live: whole.live ?? "", after: whole.after } : valueTexts(field, { live, after }, style)),
    place: places.length === 1 ? (places[0] ?? "") : "",
    isSetting: field !== undefined,
  };
}

/** Returns true if the code had a value that differs from both the live value and the new value. */
const hasThirdValue = ({ before, live, after }: Record<(typeof sides)[number], string>): boolean =>
  before !== "–" && before !== live && before !== after;

function valueTexts({ after, live }: Field, texts: { live: string; after: string }, { strong }: Style) {
  if (after.is !== "absent") return { live: texts.live, after: strong(texts.after) };
  return { live: "", after: `no longer managed (stays ${live.is === "value" ? texts.live : "unchanged"})` };
}

function settingText(kind: string, { path }: Field, style: Style): string {
  return settingOf(kind, path).shortName ?? style.cell(briefPath(path));
}

/** Returns a single value, truncated if it is long, or the range of several values. */
function rangeText(values: readonly ShownValue[], style: Style, brief: string | undefined): string {
  const [first] = values;
  if (first === undefined) return "";
  if (values.every((value) => areShownAlike(value, first))) return brief === undefined ? style.value(first) : style.cell(brief);
  const numbers = values.flatMap((value) => (value.is === "value" && typeof value.value === "number" ? [value.value] : []));
  if (numbers.length < values.length) return "each its own";
  const [least, most] = [Math.min(...numbers), Math.max(...numbers)].map((value) => style.value({ is: "value", value }));
  return `${least}–${most}`;
}

/** Describes the most important settings of a created or adopted object. */
function createdText(change: Change, style: Style): string {
  const { action, kind, fields, matching } = change;
  if (action !== "create" && action !== "adopt") return "";
  const all = [...fields, ...matching].filter(({ path }) => path[0] !== "deletionPolicy");
  const known = knownSettings(kind, all).slice(0, 3);
  const texts = known.map((field) => `${settingText(kind, field, style)} ${style.value(field.after)}`);
  return `${texts.join(", ")}${all.length > known.length && known.length > 0 ? ` and ${all.length - known.length} more` : ""}`;
}

/** Returns an object's settings, excluding identifiers. Settings that have a common name come first. */
function knownSettings(kind: string, fields: readonly Field[]): Field[] {
  const known = fields.filter(({ after }) => after.is === "value" && !isOpaque(after.value));
  const isNamed = ({ path }: Field) => settingOf(kind, path).shortName !== undefined;
  return [...known.filter(isNamed), ...known.filter((field) => !isNamed(field))];
}

/** Returns a path in which identifiers are shortened. */
export function briefPath(path: readonly string[]): string {
  return pathText(path.map((key) => (isOpaque(key) ? `${key.slice(0, 8)}…` : key)));
}

/** Returns the name of a change's object or, if it has none, the name of its resource. */
export function ownName({ subject, name }: Pick<Change, "subject" | "name">, style: Style): string {
  const own = subject[0]?.[1];
  return style.name(own === undefined || isOpaque(own) ? name : own);
}

/** The words in a subject that refer to containers. */
const containers = ["database", "workspace", "workgroup", "graph"];

/** Describes a change's object by kind, name and container. Includes the account if there are several. */
export function objectName(change: Change, style: Style): string {
  const { subject, name, isGraphplane, kind, account } = change;
  const [first, ...others] = subject;
  if (first === undefined) return `${style.name(name)}${isGraphplane ? "" : ` (${style.name(kind)})`}`;
  const [word] = first;
  const at = subject.find(([one]) => one === "at");
  const isContained = word !== "workspace" && !word.includes(" of ");
  const container = isContained ? others.find(([one, value]) => containers.includes(one) && !isOpaque(value)) : undefined;
  return [
    `${word} ${ownName(change, style)}`,
    ...(at === undefined ? [] : [`at ${style.name(at[1])}`]),
    ...(container === undefined ? [] : [`of ${container[0]} ${style.name(container[1])}`]),
    ...(account === undefined ? [] : [`(account ${style.name(account)})`]),
  ].join(" ");
}

/** Describes the old object of a replacement. */
function wasText(change: Change, style: Style): string {
  return objectName({ ...change, subject: change.replaced?.was ?? change.subject }, style);
}

/** Describes a change's object uniquely. Adds the container or the name of the resource if another object has the same name. */
export function distinctName(change: Change, all: readonly Change[], style: Style): string {
  const { subject, name, urn, action, account } = change;
  const shown = objectName(change, style);
  const namesakes = all.filter((other) => other.urn !== urn && other.account === account && equals(other.subject[0], subject[0]));
  const others = namesakes.flatMap((other) => other.subject);
  const [word, own = ""] = subject.find(([one, value]) => others.some((other) => other[0] === one && other[1] !== value)) ?? [];
  if (word !== undefined && !isOpaque(own)) return shown.includes(style.name(own)) ? shown : `${shown} (${word} ${style.name(own)})`;
  if (word !== undefined) return `${shown} (${style.name(name)})`;
  // The container of a new object might be unknown until the update.
  const isAlike = action === "create" && subject.length > 0 && namesakes.some((other) => other.action === "create");
  return isAlike ? `${shown} (${style.name(name)})` : shown;
}
