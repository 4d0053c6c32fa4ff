import { count } from "../words";
import { costText } from "./cost";
import { block, cell, code, htmlCode } from "./escape";
import type { Change, Field, RenderOptions } from "./model";
import { areWhole, longValues, valueTexts } from "./render-values";
import { pathText } from "./values";
import { callout, fold, labelText, paragraphs, placeText, requestText, subjectText } from "./words";

/** Renders one change, or many equal ones, for a comment. Every name and value is escaped for Markdown. */

const maxFields = 40;
const maxNames = 5;
/** The rows that a table shows before the rest is folded. */
const maxUnfoldedRows = 12;
/** The length up to which requests are not folded. */
const maxUnfoldedCharacters = 500;

/** One change in one line, with its most severe consequence. */
export function title(change: Change, options: RenderOptions): string {
  const { consequences, unannounced } = change;
  const [gravest] = consequences;
  const impact = gravest === undefined ? "" : ` · **${gravest.inShort}**`;
  const unknown = unannounced ? " · ⚠️ **not known**" : "";
  return `${headOf(change)}${placeOf(change, options)}${unknown}${impact}`;
}

/** Returns true if a section shows all that differs. */
export function isShownWhole({ fields }: Change): boolean {
  return fields.length <= maxFields && areWhole(fields);
}

/** One change as a section. `shared` are reasons that the comment gives once, above. */
export function section(change: Change, options: RenderOptions, shared: readonly string[]): string {
  const { fields, ours, goesOn, remarks } = change;
  return paragraphs(
    `### ${title({ ...change, consequences: [] }, options)}`,
    ours && subjectText(change.subject),
    goesOn && "The last `pulumi up` failed here: this one resumes it.",
    dependence(change),
    ...meaning(change),
    leftText(change),
    costLine(change),
    fieldTable(change),
    matchingValuesText(change),
    ...longValues(fields.slice(0, maxFields)),
    ours && requests(change, shared),
    remarks.map((text) => `- ${code(text, 500)}`).join("\n"),
  );
}

/** Equal changes of many resources as one section: `rows` of them with their values, the others by name. */
export function groupSection(group: readonly [Change, ...Change[]], rows: number, options: RenderOptions): string {
  const [first] = group;
  const { fields, kind } = first;
  const only = fields.length === 1 ? fields[0] : undefined;
  const place = group.every((change) => placeOf(change, options) === placeOf(first, options)) ? placeOf(first, options) : "";
  const common = first.subject.filter((pair) => group.every(({ subject }) => subject.some((other) => String(other) === String(pair))));
  const shown: readonly [Change, ...Change[]] = [first, ...group.slice(1, rows)];
  const names = group.slice(shown.length).map(({ name }) => code(name));
  const lines = shown.flatMap((change) => groupRows(change, common, place === "" ? placeOf(change, options) : "", only !== undefined));
  const head = ["resource", ...(fields.length > 1 ? ["value"] : []), "code before", "live now", "code after", "why"];
  return paragraphs(
    `### **${first.action}** ${group.length} × ${kind}${only === undefined ? "" : ` · ${cell(pathText(only.path))}`}${place}`,
    subjectText(common),
    ...meaning(first),
    costLine(first, "each "),
    fields.length === 0 ? folded(lines, (some) => some.join("\n"), "more") : table(head, lines),
    names.length > 0 && fold(`${names.length} more with the same change`, names.join(", ")),
    matchingValuesText(first),
    ...longValues(fields),
    groupRequests(shown),
  );
}

function headOf({ action, name, kind, ours }: Change): string {
  return `**${action}** ${code(name)} · ${ours ? kind : code(kind)}`;
}

function placeOf({ declaredAt, stillDeclared }: Change, { directory }: RenderOptions): string {
  return declaredAt === undefined ? "" : ` · ${stillDeclared ? "" : "was at "}${code(placeText(declaredAt, directory))}`;
}

/** Callouts for what is lost, replaced, opened or put at risk; signs for the rest. Each text is complete, since some hosts show no callouts. */
function meaning(change: Change): string[] {
  const says = (...gravities: string[]) => change.consequences.filter(({ gravity }) => gravities.includes(gravity)).map((one) => one.says);
  const loses = change.requests.some(({ method }) => method === "DELETE");
  const replacement = change.replaced === undefined ? [] : [replacementText(change.replaced, loses)];
  return [
    callout("CAUTION", [...(loses ? replacement : []), ...says("destroys")]),
    callout("WARNING", says("opens", "risks")),
    callout("IMPORTANT", loses ? [] : replacement),
    ...says("offline").map((text) => `⏸️ ${text}`),
    ...says("care").map((text) => `ℹ️ ${text}`),
  ];
}

function costLine({ cost }: Change, each = ""): string {
  return cost === undefined ? "" : `💰 ${each}${costText(cost, (name) => code(name))}`;
}

function replacementText({ was, now, adopts }: NonNullable<Change["replaced"]>, loses: boolean): string {
  const [old, next] = [subjectText(was) || "the old object", subjectText(now) || "another one, known during the update"];
  const begins = adopts ? `adopts ${next}` : `creates ${next}`;
  if (loses) return `Replacement: deletes ${old} and ${begins}.`;
  if (adopts) return `Replacement: stops managing ${old} and ${begins}; neither is deleted.`;
  return `Replacement: stops managing ${old}, which is not deleted, and ${begins}.`;
}

/** The resources that stay declared inside a deleted object. */
function leftText({ leavesInside: names = [] }: Change): string {
  if (names.length === 0) return "";
  const more = names.length > maxNames ? ` and ${names.length - maxNames} more` : "";
  return `Still declared inside it: ${names
    .slice(0, maxNames)
    .map((name) => code(name))
    .join(", ")}${more}.`;
}

/** The reason why a resource may change although its declaration does not. */
function dependence({ action, dependsOn }: Change): string {
  if (action !== "may change") return "";
  const names = dependsOn.slice(0, maxNames).map((name) => code(name));
  const more = dependsOn.length > maxNames ? ` and ${dependsOn.length - maxNames} more` : "";
  const sources = names.join(", ") || "another resource";
  return `May change: it depends on ${sources}${more}, whose values are known only during the update and may stay the same.`;
}

function matchingValuesText({ alreadySo, action }: Change): string {
  if (alreadySo === 0 || action !== "adopt") return "";
  return `${count(alreadySo, "more declared value already matches", "more declared values already match")}.`;
}

function fieldTable({ fields: all, ours }: Change): string {
  const shown = all.slice(0, maxFields);
  return paragraphs(
    ours
      ? table(
          ["value", "code before", "live now", "code after", "why"],
          shown.map((field) => `| ${cell(pathText(field.path))} ${sides(field)}`),
        )
      : table(["value", "code before", "code after"], shown.map(shortRow)),
    all.length > shown.length && `… and ${all.length - shown.length} more values.`,
  );
}

function table(head: readonly string[], rows: readonly string[]): string {
  return folded(rows, (some) => [`| ${head.join(" | ")} |`, `|${"---|".repeat(head.length)}`, ...some].join("\n"), "more rows");
}

/** The rows after the first ones are folded, unless they are very few. */
function folded(rows: readonly string[], show: (some: readonly string[]) => string, more: string): string {
  if (rows.length <= maxUnfoldedRows + 3) return rows.length === 0 ? "" : show(rows);
  return paragraphs(
    show(rows.slice(0, maxUnfoldedRows)),
    fold(`${rows.length - maxUnfoldedRows} ${more}`, show(rows.slice(maxUnfoldedRows))),
  );
}

function sides(field: Field): string {
  const [before, live, after = ""] = valueTexts([field.before, field.live, field.after]);
  return `| ${before} | ${live} | ${afterText(field, after)} | ${labelText(field)} |`;
}

function shortRow(field: Field): string {
  const because = field.forcesReplacement ? " **forces the replacement**" : "";
  const [before, after = ""] = valueTexts([field.before, field.after]);
  return `| ${cell(pathText(field.path))} | ${before} | ${afterText(field, after)}${because} |`;
}

function afterText({ after }: Field, text: string): string {
  return after.is === "absent" ? "not declared" : `**${text}**`;
}

/** The rows of one of many equal changes: the first has its name and the words of its subject that the others do not share. */
function groupRows({ name, subject, fields }: Change, common: Change["subject"], place: string, single: boolean): string[] {
  const own = subject.filter(([word, value]) => !common.some((pair) => String(pair) === String([word, value])) && value !== name);
  const label = `${cell(name)}${place}${own.length === 0 ? "" : `${fields.length === 0 ? " · " : "<br>"}${subjectText(own)}`}`;
  if (fields.length === 0) return [`- ${label}`];
  return fields.map((field, index) => `| ${index === 0 ? label : ""} ${single ? "" : `| ${cell(pathText(field.path))} `}${sides(field)}`);
}

function requests(change: Change, shared: readonly string[]): string {
  const { requests: all, requestsUnknown, unannounced, action } = change;
  const lead = unannounced ? "⚠️ **What is sent is not known**" : "**What is sent is known only in part**";
  const why = unannounced && shared.includes(requestsUnknown ?? "") ? ", for the reason above" : `: ${code(requestsUnknown ?? "", 400)}`;
  const sent = all.map((request) => {
    const sure =
      request.later.length === 0 || requestsUnknown === undefined ? "" : "# partial: some values are known only during the update\n";
    return `${action === "may change" ? "# if it changes\n" : ""}${sure}${requestText(request)}`;
  });
  const text = sent.join("\n");
  const [first] = all;
  if (first === undefined) return requestsUnknown === undefined ? nothingSent(change) : `${lead}${why}.`;
  const what = all.length === 1 ? `${first.method} ${htmlCode(first.path)}` : `${all.length} requests`;
  return paragraphs(
    requestsUnknown !== undefined && `${lead}${why}.`,
    text.length <= maxUnfoldedCharacters ? block(text, "http") : fold(`${what}, ${text.length} characters`, block(text, "http")),
  );
}

/** The requests of equal changes; if each has one, the body is shown once. */
function groupRequests(group: readonly [Change, ...Change[]]): string {
  const all = group.flatMap((change) => change.requests);
  const last = all.at(-1);
  if (last === undefined) return nothingSent(group[0]);
  const isSingle = all.length === group.length;
  const heads = all.slice(0, -1).map(({ method, path }) => `${method} ${path}`);
  const text = (isSingle ? [...heads, requestText(last)] : all.map(requestText)).join("\n");
  const same = isSingle && last.body !== undefined ? ", all with the same body" : "";
  if (text.length > maxUnfoldedCharacters) return fold(`${all.length} requests${same}`, block(text, "http"));
  return paragraphs(same !== "" && `${all.length} requests${same}:`, block(text, "http"));
}

function nothingSent({ action, fields: changed, goesOn, deletedWith }: Change): string {
  if (deletedWith !== undefined) return `Nothing is sent, but deleting ${code(deletedWith)} also deletes it.`;
  if (action === "stop managing") return "Nothing is sent: what is no longer managed keeps its current values.";
  if (action === "record") return "Nothing is sent: the code now declares what is live.";
  if (changed.length > 0 && changed.every(({ labels }) => labels.includes("no longer declared")))
    return "Nothing is sent: what is no longer declared keeps its current value.";
  return goesOn ? "Nothing is sent again: the update waits for what was sent." : "Nothing is sent.";
}
