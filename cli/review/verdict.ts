import type { Consequence } from "../../provider/announce/consequences";
import { count } from "../words";
import { costText, monthText } from "./cost";
import { actionOrder, actions } from "./actions";
import type { Change, RenderOptions, Review, Violation } from "./model";
import { isPaid, phraseOfMany, phraseOfOne, settingOf, signOf } from "./phrases";
import { isUnapplied, briefPath, isSame, objectName, opaque, rowsOf, type ShownRow, shownRows } from "./rows";
import type { Style } from "./style";
import { firstOf, stackName } from "./words";

/**
 * The first lines of a review and its table, for a reader with twenty seconds. `heading`: the gravest consequence with its object, number
 * and cost. `counts`: the stack, the number of each action, and whether it can be undone. `head` and `cells`: the table, without the
 * `omitted` rows that have no room.
 */
export function verdictOf(review: Review, style: Style, options: RenderOptions) {
  const { rows, omitted } = shownRows(rowsOf(review.changes, review.highestImpact), style, options);
  const table = { ...tableOf(rows, options), omitted };
  if (options.drift === true) return { heading: driftHeading(review, style), counts: "", ...table };
  const cost = review.cost ? monthText(review.cost) : paidText(review);
  const [host, ...more] = review.newHosts;
  const key = host && `a credential goes to ${style.name(host)}${more.length === 0 ? "" : ` and ${count(more.length, "other new host")}`}`;
  return { heading: [headingOf(review, style), cost, key].filter(Boolean).join(" · "), counts: countsOf(review, style), ...table };
}

/** The new objects that cost money, if no prices are given and the heading names something graver. */
function paidText({ changes, complete, highestImpact }: Review): string | undefined {
  if (!complete || (highestImpact !== undefined && isPaid(highestImpact))) return undefined;
  const paid = changes.flatMap(({ consequences }) => consequences.find(isPaid) ?? []);
  const [first] = paid;
  return first && (paid.length === 1 ? "1 new workspace costs money" : phraseOfMany(first, paid.length));
}

function headingOf(review: Review, style: Style): string {
  const { complete, highestImpact, changes, services, outputs } = review;
  if (!complete) return blockedHeading(review, style);
  if (highestImpact !== undefined) {
    const hit = changes.filter(({ consequences }) => consequences.some((one) => isSame(one, highestImpact)));
    const [first] = hit;
    if (first && hit.length === 1) return `${signOf(highestImpact)} ${phraseOfOne(highestImpact, mainName(first, style, highestImpact))}`;
    return `${signOf(highestImpact)} ${phraseOfMany(highestImpact, hit.length)}`;
  }
  if (services.length > 0) return "⚠️ Another service";
  const [only] = changes;
  if (only === undefined) return outputs.length > 0 ? "✅ Only stack outputs change" : "✅ Nothing to do";
  if (changes.length === 1) return oneHeading(only, style);
  const [sign, end] = endingOf(changes);
  return `${sign} ${count(changes.length, "change")}${end}`;
}

/** The sign and the end of a heading for changes without a known consequence. */
function endingOf(changes: readonly Change[]): readonly [sign: string, end: string] {
  const [impacts, reverted] = [rowsOf(changes).map(({ impact }) => impact), countReverted(changes)];
  if (reverted > 0) return ["⚠️", changes.length === 1 ? ", reverts an outside change" : `, ${count(reverted, "outside change")} reverted`];
  if (impacts.every((impact) => impact === "–")) return ["✅", ""];
  return ["ℹ️", impacts.includes("effect not documented") ? ", effect not documented" : ""];
}

function countReverted(changes: readonly Change[]): number {
  return changes.filter(({ fields }) => fields.some(({ labels }) => labels.includes("reverts an outside change"))).length;
}

/** A single change, whose consequences are none or not known. */
function oneHeading(change: Change, style: Style): string {
  const [sign, end] = endingOf([change]);
  const name = mainName(change, style);
  const [field] = change.fields;
  if (change.resumesFailedUpdate) return `${sign} ${name} resumes a failed update`;
  if (change.action === "may change") return `${sign} ${name} may change`;
  if (field === undefined || change.fields.length > 1 || !["change", "adopt"].includes(change.action))
    return `${sign} ${name}: ${actions[change.action].done}${end}`;
  const from = style.value(field.live.is === "value" ? field.live : field.before);
  const { called, unit } = settingOf(change.kind, field.path);
  const value = `${style.value(field.after)}${field.after.is === "value" && unit !== undefined ? ` ${unit}` : ""}`;
  const after = field.after.is === "absent" ? "not declared" : value;
  return `${sign} ${name}: ${called ?? style.name(briefPath(field.path))} ${from} → ${after}${end}`;
}

/** The name of a change's object. A replacement loses the object that was. */
function mainName({ subject, replaced, name }: Change, style: Style, impact?: Consequence): string {
  const [, own] = (impact?.gravity === "destroys" ? (replaced?.was ?? subject) : subject)[0] ?? [];
  return style.name(own !== undefined && !opaque.test(own) ? own : name);
}

function blockedHeading({ failed, destroys, changes, violations, strayRequests }: Review, style: Style): string {
  const mandatory = violations.filter((violation) => violation.mandatory);
  if (mandatory.length > 0) return `⛔ Blocked by ${policiesText(mandatory, style)}${failed ? " · incomplete, the preview failed" : ""}`;
  const refused = changes.filter(({ action }) => action === "refused deletion");
  if (refused.length > 0)
    return `⛔ The ${destroys ? "destroy" : "update"} would fail: the deletion of ${nameAll(refused, style)} is refused`;
  if (failed) return "❌ Incomplete: the preview failed";
  const left = changes.flatMap(({ leavesInside = [] }) => leavesInside);
  if (left.length > 0) return `⛔ Incomplete: ${count(left.length, "resource stays", "resources stay")} declared inside a deleted object`;
  const silent = changes.filter(({ unannounced }) => unannounced);
  if (silent.length > 0) return `⚠️ Incomplete: the requests for ${nameAll(silent, style)} are not known`;
  const strays = strayRequests.length;
  return strays === 0 ? "⚠️ Incomplete" : `⚠️ Incomplete: ${count(strays, "request belongs", "requests belong")} to no listed change`;
}

/** The violated policies; if there is only one violation, also its resources and its text. */
function policiesText(violations: readonly Violation[], style: Style): string {
  const policies = [...new Set(violations.map(({ policy }) => style.name(policy)))];
  const resources = violations.flatMap(({ resource }) => (resource === undefined ? [] : style.name(resource)));
  const [text, ...others] = new Set(violations.map((violation) => violation.text));
  if (policies.length > 1 || text === undefined || others.length > 0) return firstOf(policies);
  // A sentence that begins with the resource names it already.
  const isNamed = violations.length === 1 && text.startsWith(`${violations[0]?.resource} `);
  return [...policies, ...(isNamed || resources.length === 0 ? [] : [firstOf(resources)]), style.sentence(text)].join(": ");
}

function nameAll(changes: readonly Change[], style: Style): string {
  const [first] = changes;
  return changes.length === 1 && first !== undefined ? mainName(first, style) : count(changes.length, "resource");
}

/** `2 changes, 1 outside change reverted, 1 adopted` */
function countsOf(review: Review, style: Style): string {
  const { changes, unchanged, complete, destroys, highestImpact, outputs, services } = review;
  const name = stackName(review);
  const reverted = countReverted(changes);
  const parts = [
    ...actionOrder.flatMap((action) => {
      const number = changes.filter((change) => change.action === action).length;
      const { one, many } = actions[action];
      return [
        ...(number === 0 ? [] : [count(number, one, many)]),
        ...(action === "change" && reverted > 0 ? [`${count(reverted, "outside change")} reverted`] : []),
      ];
    }),
    ...(services.length === 0 ? [] : ["another service"]),
    ...(outputs.length === 0 ? [] : [count(outputs.length, "stack output")]),
    ...(unchanged > 0 && complete ? [`${unchanged} unchanged`] : []),
  ];
  const isRefused = changes.some(({ action }) => action === "refused deletion");
  const loss = highestImpact?.gravity === "destroys" && !isRefused ? "cannot be undone" : undefined;
  const counts = parts.length === 0 ? (complete ? undefined : "changes unknown") : parts.join(", ");
  return [name && style.name(name), destroys && style.name("pulumi destroy"), counts, loss].filter(Boolean).join(" · ");
}

/** The heading of a drift report, which counts live differences and plans nothing. */
function driftHeading(review: Review, style: Style): string {
  const { changes, complete, services } = review;
  const of = style.name(stackName(review) ?? "unknown");
  if (!complete) return `Drift in ${of}: incomplete, ${review.failed ? "the preview failed" : "not everything could be read"}`;
  if (changes.length + services.length === 0) return `No drift in ${of}`;
  const differences = changes.flatMap((change) => {
    const fields = change.action === "create" || change.fields.length === 0 ? [undefined] : change.fields;
    return fields.map((field) => (isUnapplied(change, field) ? "unapplied" : change.action === "create" ? "deleted" : "changed"));
  });
  const [settings = 0, deleted = 0, unapplied = 0] = ["changed", "deleted", "unapplied"].map(
    (kind) => differences.filter((one) => one === kind).length,
  );
  const outside = [
    ...(settings === 0 ? [] : [`${count(settings, "setting")} changed`]),
    ...(deleted === 0 ? [] : [`${count(deleted, "object")} deleted`]),
  ];
  const parts = [
    ...(outside.length === 0 ? [] : [`${outside.join(", ")} outside Pulumi`]),
    ...(unapplied === 0 ? [] : [`${count(unapplied, "declared change")} not applied`]),
    ...(services.length === 0 ? [] : ["another service"]),
  ];
  return `Drift in ${of}: ${parts.join(", ")}`;
}

/** The heads and cells of the table, without empty columns. */
function tableOf(rows: readonly ShownRow[], options: RenderOptions) {
  const all = rows.map(cellsOf(rows, options));
  const head = Object.keys(all[0] ?? {}).filter((name) => all.some((cells) => cells[name] !== ""));
  return { head, cells: all.map((cells) => head.map((name) => cells[name] ?? "")) };
}

/** The cells of a row, by their heads. Values have columns only where each row has some, and none is too long for them. */
function cellsOf(rows: readonly ShownRow[], { drift = false, merges = false }: RenderOptions): (row: ShownRow) => Record<string, string> {
  if (drift) return driftCells;
  if (rows.some(({ after, isLong }) => after === "" || isLong))
    return (row) => ({ impact: row.impact, object: row.object, change: changeText(row), "": row.place });
  const differs = rows.some(hasThirdValue);
  const isLiveKnown = !differs || rows.some(({ live }) => live !== "–");
  return ({ impact, object, setting, before, live, after, place }) => ({
    impact,
    object,
    setting,
    "code before": differs ? before : "",
    "live now": isLiveKnown ? live : "",
    [merges ? "after merge" : "after"]: after,
    "": place,
  });
}

/** The cells of a drift report: the live value, the declared value, and the effect of an update. */
function driftCells(row: ShownRow): Record<string, string> {
  const { object, setting, live, after, created, place } = row;
  return {
    what: after === "" ? object : `${object}: ${setting}`,
    live: created === undefined ? live : row.isUnapplied ? "not created" : "deleted",
    declared: created === undefined ? after : created || "declared",
    "next `pulumi up`": nextText(row),
    "": place,
  };
}

/** Returns true if the code had a value that is neither the live one nor the new one. */
const hasThirdValue = ({ before, live, after }: ShownRow): boolean => before !== "–" && before !== live && !after.includes(before);

function changeText(row: ShownRow): string {
  const { setting, before, live, after } = row;
  if (after === "") return setting;
  if (!hasThirdValue(row)) return `${setting} ${live} → ${after}`;
  return `${setting} ${live === "–" ? "" : `${live} → `}${after} (code before: ${before})`;
}

function nextText({ impact, setting, after, created, isUnapplied: isNew }: ShownRow): string {
  const effect = /^[⛔⚠⏸]/u.test(impact) && !impact.includes("reverts") ? `, ${impact}` : "";
  if (after !== "") return `${isNew ? "applies it" : "sets it back"}${effect}`;
  return `${created === undefined ? setting : "creates it"}${effect}`;
}

/** The gravest changes' costs, for the fold. */
export function costLines({ changes }: Review, style: Style): string[] {
  return changes.flatMap((change) =>
    change.cost === undefined ? [] : [`${objectName(change, style)}: ${costText(change.cost, (text) => style.name(text))}`],
  );
}
