import { count } from "../words";
import { costText } from "./cost";
import { block, cell, code, htmlCode } from "./escape";
import type { Change, Field, RenderOptions, Request } from "./model";
import { areWhole, fold, longValues, valueTexts } from "./render-values";
import { pathText } from "./values";
import { labelText, placeText, requestText, subjectText } from "./words";

/** Renders one change, or many equal ones, for a comment. Every name and value is escaped for Markdown. */

const mostFields = 40;
const mostNames = 5;
/** Rows of a table that are shown openly. */
const openRows = 12;
/** Characters of requests that are shown openly. */
const openRequests = 500;

/** One change in one line, with the gravest of what it means. */
export function title(change: Change, options: RenderOptions): string {
  const { consequences, unannounced } = change;
  const [gravest] = change.action === "may change" ? [] : consequences;
  const impact = gravest === undefined ? "" : ` · **${gravest.inShort}**`;
  const unknown = unannounced ? " · ⚠️ **not known**" : "";
  return `${headOf(change)}${placeOf(change, options)}${unknown}${impact}`;
}

/** Returns true if a section shows all that differs. */
export function isShownWhole({ fields }: Change): boolean {
  return fields.length <= mostFields && areWhole(fields);
}

/** One change as a section. `shared` are reasons that the comment gives once, above. */
export function section(change: Change, options: RenderOptions, shared: readonly string[] = []): string {
  const { fields, remarks } = change;
  return [
    `### ${title({ ...change, consequences: [] }, options)}`,
    ...(change.ours && change.subject.length > 0 ? [subjectText(change.subject)] : []),
    ...(change.goesOn ? ["The last `pulumi up` failed here: this one resumes it."] : []),
    ...dependence(change),
    ...meaning(change),
    ...costLine(change),
    ...fieldTable(change),
    ...alreadySo(change),
    ...longValues(fields.slice(0, mostFields)),
    ...requests(change, shared),
    ...(remarks.length === 0 ? [] : [remarks.map((text) => `- ${code(text, 500)}`).join("\n")]),
  ].join("\n\n");
}

/** Equal changes of many resources as one section: `rows` of them with their values, the others by their names. */
export function groupSection(group: readonly [Change, ...Change[]], rows: number, options: RenderOptions): string {
  const [first] = group;
  const { fields, kind } = first;
  const only = fields.length === 1 ? fields[0] : undefined;
  const place = group.every((change) => placeOf(change, options) === placeOf(first, options)) ? placeOf(first, options) : "";
  const common = first.subject.filter((pair) => group.every(({ subject }) => subject.some((other) => String(other) === String(pair))));
  const shown: readonly [Change, ...Change[]] = [first, ...group.slice(1, rows)];
  const names = group.slice(shown.length).map(({ name }) => code(name));
  const lines = shown.flatMap((change) => groupRows(change, common, place === "" ? placeOf(change, options) : "", only !== undefined));
  return [
    `### **${first.action}** ${group.length} × ${kind}${only === undefined ? "" : ` · ${cell(pathText(only.path))}`}${place}`,
    ...(common.length > 0 ? [subjectText(common)] : []),
    ...meaning(first),
    ...costLine(first, "each "),
    ...(fields.length === 0 ? foldedList(lines) : foldedTable(groupHead(fields.length), lines)),
    ...(names.length === 0 ? [] : [fold(`${names.length} more with the same change`, [names.join(", ")])]),
    ...alreadySo(first),
    ...longValues(fields),
    ...groupRequests(shown),
  ].join("\n\n");
}

function headOf({ action, name, kind, ours }: Change): string {
  return `**${action}** ${code(name)} · ${ours ? kind : code(kind)}`;
}

function placeOf({ declaredAt, stillDeclared }: Change, { directory }: RenderOptions): string {
  return declaredAt === undefined ? "" : ` · ${stillDeclared ? "" : "was at "}${code(placeText(declaredAt, directory))}`;
}

/** Callouts for what is lost, replaced, opened or put at risk; signs for the rest. Each says by itself what it is, where a host shows no callouts. */
function meaning(change: Change): string[] {
  const says = (...gravities: string[]) => change.consequences.filter(({ gravity }) => gravities.includes(gravity)).map((one) => one.says);
  const loses = change.requests.some(({ method }) => method === "DELETE");
  const replacement = change.replaced === undefined ? [] : [replacementText(change.replaced, loses)];
  return [
    ...callout("CAUTION", [...(loses ? replacement : []), ...says("destroys")]),
    ...callout("WARNING", says("opens", "risks")),
    ...callout("IMPORTANT", loses ? [] : replacement),
    ...says("offline").map((text) => `⏸️ ${text}`),
    ...says("care").map((text) => `ℹ️ ${text}`),
  ];
}

function costLine({ cost }: Change, each = ""): string[] {
  if (cost === undefined) return [];
  return [`💰 ${each}${costText(cost, (name) => code(name))}`];
}

/** An alert of GitHub, which GitLab knows too; elsewhere a quotation. */
export function callout(kind: "CAUTION" | "WARNING" | "IMPORTANT", texts: readonly string[]): string[] {
  return texts.length === 0 ? [] : [`> [!${kind}]\n${texts.map((text) => `> ${text}`).join("\n>\n")}`];
}

function replacementText({ was, now, adopts }: NonNullable<Change["replaced"]>, loses: boolean): string {
  const [old, next] = [subjectText(was) || "the old object", subjectText(now) || "another one, known during the update"];
  const begins = adopts ? `adopts ${next}` : `creates ${next}`;
  if (loses) return `Replacement: deletes ${old} and ${begins}.`;
  if (adopts) return `Replacement: stops managing ${old} and ${begins}; neither is deleted.`;
  return `Replacement: stops managing ${old}, which is not deleted, and ${begins}.`;
}

/** The reason why a resource may change although its declaration does not. */
function dependence({ action, dependsOn }: Change): string[] {
  if (action !== "may change") return [];
  const names =
    dependsOn.length === 0
      ? "another resource"
      : dependsOn
          .slice(0, mostNames)
          .map((name) => code(name))
          .join(", ");
  const more = dependsOn.length > mostNames ? ` and ${dependsOn.length - mostNames} more` : "";
  return [`May change, depends on ${names}${more}: the values are known only during the update, and may not change.`];
}

function alreadySo({ alreadySo: matching, action }: Change): string[] {
  if (matching === 0 || action !== "adopt") return [];
  return [`${count(matching, "more declared value already matches", "more declared values already match")}.`];
}

function fieldTable({ fields: all, ours }: Change): string[] {
  const shown = all.slice(0, mostFields);
  const more = all.length > shown.length ? [`… and ${all.length - shown.length} more values.`] : [];
  if (!ours) return [...foldedTable(["value", "code before", "code after"], shown.map(shortRow)), ...more];
  const rows = shown.map((field) => `| ${cell(pathText(field.path))} ${sides(field)}`);
  return [...foldedTable(["value", "code before", "live now", "code after", "why"], rows), ...more];
}

/** A table, with the rows after the first ones folded. */
function foldedTable(head: readonly string[], rows: readonly string[]): string[] {
  const table = (some: readonly string[]) => [`| ${head.join(" | ")} |`, `|${"---|".repeat(head.length)}`, ...some].join("\n");
  if (rows.length === 0) return [];
  // A fold for very few rows saves nothing.
  if (rows.length <= openRows + 3) return [table(rows)];
  return [table(rows.slice(0, openRows)), fold(`${rows.length - openRows} more rows`, [table(rows.slice(openRows))])];
}

function foldedList(lines: readonly string[]): string[] {
  if (lines.length <= openRows + 3) return [lines.join("\n")];
  return [lines.slice(0, openRows).join("\n"), fold(`${lines.length - openRows} more`, [lines.slice(openRows).join("\n")])];
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

function groupHead(fields: number): string[] {
  return ["resource", ...(fields > 1 ? ["value"] : []), "code before", "live now", "code after", "why"];
}

/** The rows of one of many equal changes: its name and what is its own in the first one. */
function groupRows({ name, subject, fields }: Change, common: Change["subject"], place: string, single: boolean): string[] {
  const own = subject.filter(([word, value]) => !common.some((pair) => String(pair) === String([word, value])) && value !== name);
  const label = `${cell(name)}${place}${own.length === 0 ? "" : `${fields.length === 0 ? " · " : "<br>"}${subjectText(own)}`}`;
  if (fields.length === 0) return [`- ${label}`];
  return fields.map((field, index) => `| ${index === 0 ? label : ""} ${single ? "" : `| ${cell(pathText(field.path))} `}${sides(field)}`);
}

function requests(change: Change, shared: readonly string[]): string[] {
  const { requests: all, requestsUnknown, unannounced, ours, action } = change;
  if (!ours) return [];
  const lead = unannounced ? "⚠️ **What is sent is not known**" : "**What is sent is known only in part**";
  const why = unannounced && shared.includes(requestsUnknown ?? "") ? ", for the reason above" : `: ${code(requestsUnknown ?? "", 400)}`;
  const unknown = requestsUnknown === undefined ? [] : [`${lead}${why}.`];
  const sent = all.map((request) => {
    const sure = request.announced || requestsUnknown === undefined ? "" : "# as far as it follows from what is declared\n";
    return `${action === "may change" ? "# if it changes\n" : ""}${sure}${requestLines(request)}`;
  });
  if (sent.length > 0) return [...unknown, requestBlock(all, sent.join("\n"))];
  return unknown.length > 0 ? unknown : [nothingSent(change)];
}

function requestLines(request: Request): string {
  const { later } = request;
  return `${requestText(request)}${later.length === 0 ? "" : `\n# with ${later.join(", ")}, known during the update`}`;
}

function requestBlock(all: readonly Request[], text: string): string {
  const shown = block(text, "http");
  if (text.length <= openRequests) return shown;
  const [first] = all;
  const what = all.length === 1 && first !== undefined ? `${first.method} ${htmlCode(first.path)}` : `${all.length} requests`;
  return fold(`${what}, ${text.length} characters`, [shown]);
}

/** The requests of equal changes; where each has one, the body stands once. */
function groupRequests(group: readonly [Change, ...Change[]]): string[] {
  const all = group.flatMap((change) => change.requests);
  const last = all.at(-1);
  if (last === undefined) return [nothingSent(group[0])];
  const isSingle = all.length === group.length;
  const heads = all.slice(0, -1).map(({ method, path }) => `${method} ${path}`);
  const text = (isSingle ? [...heads, requestLines(last)] : all.map(requestLines)).join("\n");
  const same = isSingle && last.body !== undefined ? ", all with the same body" : "";
  const shown = block(text, "http");
  if (text.length > openRequests) return [fold(`${all.length} requests${same}`, [shown])];
  return [...(same === "" ? [] : [`${all.length} requests${same}:`]), shown];
}

function nothingSent({ action, fields: changed, goesOn, deletedWith }: Change): string {
  if (deletedWith !== undefined) return `Nothing is sent, but the deletion of ${code(deletedWith)} takes it along.`;
  if (action === "refused deletion") return "Nothing is sent.";
  if (action === "stop managing") return "Nothing is sent: what is no longer managed keeps its current values.";
  if (action === "record") return "Nothing is sent: the code now declares what is live.";
  if (changed.length > 0 && changed.every(({ labels }) => labels.includes("no longer declared")))
    return "Nothing is sent: what is no longer declared keeps its current value.";
  return goesOn ? "Nothing is sent again: the update waits for what was sent." : "Nothing is sent.";
}
