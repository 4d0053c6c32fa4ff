import { type Consequence, sortBySeverity } from "../../provider/messages/consequences";
import { count } from "../words";
import { actions } from "./actions";
import { released } from "./consequences";
import { costText, monthText } from "./cost";
import { type Change, hasDeletion, type RenderOptions, type Review, type Violation } from "./model";
import { outcomeOf } from "./outcome";
import { headlineOf, isPaid, reasons, settingOf, signOf } from "./phrases";
import { briefPath, isSame, objectName, ownName, type Row, rowsOf, type ShownRow, shownRows, undocumented } from "./rows";
import type { Style } from "./style";
import { areShownAlike } from "./values";
import { firstOf, stackName } from "./words";

/**
 * Returns the first lines of a review and its table. `heading`: the most severe consequence with its object, the number of objects, and the
 * cost. `counts`: the stack, the number of rows of each kind, and whether a change cannot be undone. `head` and `cells`: the table, without
 * the `omitted` rows that do not fit.
 */
export function verdictOf(review: Review, style: Style, options: RenderOptions) {
  const all = rowsOf(review.changes, review.highestImpact);
  const rows = all.filter(({ change }) => change.action !== "refused deletion");
  const { rows: shown, omitted } = shownRows(rows, style, options);
  const table = { ...tableOf(shown, { ...options, isRefused: rows.length < all.length }), omitted };
  if (options.drift === true) return { heading: driftHeading(review, all, style), counts: "", ...table };
  const [host, ...more] = review.newHosts;
  const key = host && `a credential goes to ${style.name(host)}${more.length === 0 ? "" : ` and ${count(more.length, "other new host")}`}`;
  const parts = review.complete
    ? [
        headingOf(review, all, style),
        outageText(review, style),
        pointsElsewhere(review, style),
        undoesText(all),
        review.cost ? monthText(review.cost) : paidText(review),
      ]
    : [blockedHeading(review, style)];
  return { heading: [...parts, key].filter(Boolean).join(" · "), counts: countsOf(review, all, style), ...table };
}

/** Returns the number of new workspaces that cost money, if prices are unknown and the heading contains something more severe. */
function paidText({ changes, highestImpact }: Review): string | undefined {
  if (highestImpact !== undefined && isPaid(highestImpact)) return undefined;
  const paid = changes.flatMap(({ consequences }) => consequences.find(isPaid) ?? []);
  const [first] = paid;
  return first && (paid.length === 1 ? "1 new workspace costs money" : headlineOf(first, "", paid.length));
}

function undoesText(rows: readonly Row[]): string | undefined {
  const undone = rows.filter(({ reason }) => reason === "reverts").length;
  return undone === 0 ? undefined : `undoes ${undone === 1 ? "a change" : `${undone} changes`} made outside Pulumi`;
}

/** Warns that a resource now refers to a different object and no longer manages the old one, which is probably a mistake. */
function pointsElsewhere({ changes, highestImpact }: Review, style: Style): string | undefined {
  const [moved, ...others] = changes.filter(({ consequences }) => consequences.some(({ id }) => id === released.id));
  if (highestImpact?.id !== released.id || moved === undefined || others.length > 0) return undefined;
  return `${style.name(moved.name)} now points to ${ownName({ subject: moved.replaced?.now ?? [], name: "another object" }, style)}`;
}

/** Describes an outage if the heading contains something more severe, because readers would not expect an outage in addition to, for example, a deletion. */
function outageText({ changes, highestImpact }: Review, style: Style): string | undefined {
  if (highestImpact === undefined || highestImpact.severity === "offline") return undefined;
  const all = changes.flatMap(({ consequences }) => consequences.filter(({ severity, possible }) => severity === "offline" && !possible));
  const [first] = sortBySeverity(all);
  return first && impactText(first, changes, style);
}

function headingOf({ highestImpact, changes, services, outputs }: Review, rows: readonly Row[], style: Style): string {
  if (highestImpact !== undefined) {
    return `${signOf(highestImpact)} ${impactText(highestImpact, changes, style)}`;
  }
  if (services.length > 0) return "⚠️ Another service";
  const [only, ...others] = changes;
  if (only === undefined) return outputs.length > 0 ? "✅ Only stack outputs change" : "✅ Nothing to do";
  const sign = signOfRows(rows);
  const open = sign === "ℹ️" ? rows.filter(({ impact }) => impact === undocumented).length : 0;
  const end = open === 0 ? "" : `, ${open === rows.length ? undocumented : count(open, "undocumented effect")}`;
  if (others.length === 0) return `${sign} ${oneText(only, rows, style)}${end}`;
  return rows.length === 0 ? "✅ Only the state changes" : `${sign} ${count(rows.length, "change")}${end}`;
}

function impactText(impact: Consequence, changes: readonly Change[], style: Style): string {
  const hit = changes.filter(({ consequences }) => consequences.some((one) => isSame(one, impact)));
  const [first] = hit;
  return headlineOf(impact, first === undefined ? "" : impactName(first, style, impact), hit.length);
}

/** Returns the icon for changes that have no known consequences. */
function signOfRows(rows: readonly Row[]): string {
  if (rows.some(({ reason }) => reason === "reverts")) return "⚠️";
  return rows.every(({ impact, reason }) => impact === "–" && reason !== "resumes") ? "✅" : "ℹ️";
}

/** Describes a single change without known consequences. */
function oneText(change: Change, rows: readonly Row[], style: Style): string {
  const name = ownName(change, style);
  const { action, fields } = change;
  const [field] = fields;
  if (change.resumesFailedUpdate) return `${name} ${reasons.resumes}`;
  if (action === "may change") return `${name} may change`;
  if (rows.length > 1) return `${name}: ${count(rows.length, "setting changes", "settings change")}`;
  if (rows.length === 0 && fields.every(({ live, after }) => areShownAlike(live, after))) return `${name}: ${actions["keep live values"]}`;
  if (field === undefined || fields.length > 1 || !["change", "adopt"].includes(action))
    return `${name}: ${rows.length === 0 ? "only the state changes" : actions[action]}`;
  const { shortName = style.name(briefPath(field.path)), unit } = settingOf(change.kind, field.path);
  const from = style.value(field.live.is === "value" ? field.live : field.before);
  if (field.after.is === "absent")
    return `${name}: ${shortName} is no longer managed${field.live.is === "value" ? ` (stays ${from})` : ""}`;
  return `${name}: ${shortName} ${from} → ${style.value(field.after)}${field.after.is === "value" && unit !== undefined ? ` ${unit}` : ""}`;
}

/** Returns the name of the object that a consequence affects. For a replacement, this is the old object. */
function impactName(change: Change, style: Style, impact: Consequence): string {
  const isOld = impact.severity === "destroys" || impact.id === released.id;
  return ownName({ ...change, subject: (isOld && change.replaced?.was) || change.subject }, style);
}

function blockedHeading(review: Review, style: Style): string {
  const { failed, destroys, changes, violations, strayRequests } = review;
  const mandatory = violations.filter((violation) => violation.mandatory);
  if (mandatory.length > 0) return `⛔ Blocked by ${policiesText(mandatory, style)}${failed ? " · incomplete, the preview failed" : ""}`;
  const refused = changes.filter(({ action }) => action === "refused deletion");
  const [first] = refused;
  const cannot = `⛔ Cannot be ${destroys ? "destroyed" : "applied"}`;
  if (first && refused.length === 1) return `${cannot}: ${objectName(first, style)} is protected`;
  if (refused.length > 0) return `${cannot}: ${refused.length} resources are protected`;
  if (failed) return "❌ Review incomplete: the preview failed";
  const left = changes.flatMap(({ leavesInside = [] }) => leavesInside);
  if (left.length > 0)
    return `⛔ Cannot be applied: ${count(left.length, "resource stays", "resources stay")} declared inside a deleted object`;
  const silent = changes.filter(({ unannounced }) => unannounced);
  const [one] = silent;
  if (one !== undefined) {
    if (silent.every(({ failedRead }) => failedRead?.hasNoResponse)) return "❌ Review incomplete: the service did not respond";
    return `❌ Review incomplete: the requests for ${silent.length === 1 ? ownName(one, style) : `${silent.length} resources`} are unknown`;
  }
  const strays = strayRequests.length;
  return `❌ Review incomplete${strays === 0 ? "" : `: ${count(strays, "request belongs", "requests belong")} to no listed change`}`;
}

/** Describes the violated policies. If there is only one violation, includes its resources and its text. */
function policiesText(violations: readonly Violation[], style: Style): string {
  const policies = [...new Set(violations.map(({ policy }) => style.name(policy)))];
  const resources = violations.flatMap(({ resource }) => (resource === undefined ? [] : style.name(resource)));
  const [text, ...others] = new Set(violations.map((violation) => violation.text));
  if (policies.length > 1 || text === undefined || others.length > 0) return firstOf(policies);
  // A sentence that begins with the name of the resource needs no prefix.
  const isNamed = violations.length === 1 && text.startsWith(`${violations[0]?.resource} `);
  return [...policies, ...(isNamed || resources.length === 0 ? [] : [firstOf(resources)]), style.sentence(text)].join(": ");
}

/** Returns `2 settings to change, 1 re-created · nothing is deleted · 3 unchanged`. Each row is counted exactly once. */
function countsOf(review: Review, rows: readonly Row[], style: Style): string {
  const { changes, unchanged, complete, failed, highestImpact, services } = review;
  const name = [stackName(review) ?? [], review.destroys ? "pulumi destroy" : []].flat().map(style.name).join(" · ");
  const isSetting = ({ field }: Row) => field !== undefined;
  const adopted = rows.filter((row) => isSetting(row) && row.change.action === "adopt");
  const settings = rows.filter((row) => isSetting(row) && row.change.action !== "adopt").length;
  const whole = rows.filter((row) => !isSetting(row)).map(({ change, isReleased }) => outcomeOf(change, isReleased, style).done);
  const resources = new Set(adopted.map(({ change }) => change.key)).size;
  const parts = [
    ...[...new Set(whole)].map((done) => `${whole.filter((one) => one === done).length} ${done}`),
    ...(settings === 0 ? [] : [count(settings, "setting to change", "settings to change")]),
    ...(adopted.length === 0
      ? []
      : [`${count(adopted.length, "setting to change", "settings to change")} in ${count(resources, "adopted resource")}`]),
    ...(services.length === 0 ? [] : ["another service"]),
  ];
  if (changes.some(({ action }) => action === "refused deletion")) return name;
  const seemsLost = rows.some(({ change }) => change.isRecreated ?? ["replace", "stop managing"].includes(change.action));
  const isLoss =
    highestImpact?.severity === "destroys" || changes.some((change) => change.deletedWith !== undefined || hasDeletion(change.requests));
  const isQuiet = changes.every(({ isGraphplane, isComponent, requests }) => (isGraphplane || isComponent) && requests.length === 0);
  return [
    name,
    parts.length > 0 ? parts.join(", ") : failed && "changes unknown",
    complete && highestImpact?.severity === "destroys" && "cannot be undone",
    complete && seemsLost && !isLoss && "nothing is deleted",
    complete && changes.length > 0 && isQuiet && "no API request",
    complete && unchanged > 0 && `${unchanged} unchanged`,
  ]
    .filter(Boolean)
    .join(" · ");
}

/** Returns the heading of a drift report, which counts live differences instead of planned changes. */
function driftHeading(review: Review, rows: readonly Row[], style: Style): string {
  const { changes, complete, services } = review;
  const of = style.name(stackName(review) ?? "unknown");
  if (!complete) return `Drift in ${of}: incomplete, ${review.failed ? "the preview failed" : "not everything could be read"}`;
  if (changes.length + services.length === 0) return `No drift in ${of}`;
  const outside = rows.filter((row) => !isUnapplied(row));
  const settings = outside.filter(({ change }) => change.isRecreated !== true).length;
  const [deleted, unapplied] = [outside.length - settings, rows.length - outside.length];
  const made = [
    ...(settings === 0 ? [] : [`${count(settings, "setting")} changed`]),
    ...(deleted === 0 ? [] : [`${count(deleted, "object")} deleted`]),
  ];
  const parts = [
    ...(made.length === 0 ? [] : [`${made.join(", ")} outside Pulumi`]),
    ...(unapplied === 0 ? [] : [`${count(unapplied, "declared change")} not applied`]),
    ...(services.length === 0 ? [] : ["another service"]),
  ];
  return `Drift in ${of}: ${parts.join(", ") || "only the state differs"}`;
}

/** Returns true for a declared change that has not been applied, which is not drift. */
const isUnapplied = ({ reason }: Pick<Row, "reason">): boolean => ["program", "resumes", "adopted"].includes(reason);

/** Returns the header and the cells of the table, without empty columns. */
function tableOf(rows: readonly ShownRow[], options: RenderOptions & { readonly isRefused: boolean }) {
  const all = rows.map(options.drift === true ? driftCells : cellsOf(rows, options));
  const isEmpty = (cell = "") => cell === "" || cell === "–";
  const head = Object.keys(all[0] ?? {}).filter((name) => name === "impact" || all.some((cells) => !isEmpty(cells[name])));
  return { head, cells: all.map((cells) => head.map((name) => cells[name] ?? "")) };
}

/** Returns the cells of a row, keyed by column. Changes that cannot be applied have no impact, and a reason that all rows share is in the heading. */
function cellsOf(rows: readonly ShownRow[], { merges, isRefused }: RenderOptions & { readonly isRefused: boolean }) {
  const hasReasons = new Set(rows.map(({ reason }) => reason)).size > 1;
  return ({ impact, what, before, live, after, settings, isSetting, reason, place }: ShownRow): Record<string, string> => ({
    ...(isRefused ? {} : { impact }),
    what,
    "code before": before,
    "live now": live,
    [merges ? "after merge" : "after"]: isSetting || settings === "" ? after : `${after}: ${settings}`,
    ...(hasReasons && { why: reasons[reason] }),
    "": place,
  });
}

/** Returns the cells of a row in a drift report: the live value, the declared value, and the effect of an update. */
function driftCells(row: ShownRow): Record<string, string> {
  const { impact, what, live, after, settings, isSetting, place } = row;
  const isNew = isUnapplied(row);
  const effect = /^[⛔❌⚠⏸]/u.test(impact) ? `, ${impact}` : "";
  const created = live === "deleted" ? ["deleted", "re-creates it"] : live === "–" ? ["not created", "creates it"] : undefined;
  return {
    what,
    "live now": created?.[0] ?? live,
    declared: isSetting ? after : created ? settings || "declared" : "",
    "next `pulumi up`": `${isSetting ? (isNew ? "applies it" : "sets it back") : (created?.[1] ?? after)}${effect}`,
    "": place,
  };
}

/** Returns the costs of the most severe changes, for the details of the comment. */
export function costLines({ changes }: Review, style: Style): string[] {
  return changes.flatMap((change) =>
    change.cost === undefined ? [] : [`${objectName(change, style)}: ${costText(change.cost, (text) => style.name(text))}`],
  );
}
