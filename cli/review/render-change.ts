import { block, cell, code, htmlCode, shorten } from "./escape";
import { diffLines } from "./line-diff";
import type { Action, Change, Field, RenderOptions, Request } from "./model";
import { pathText } from "./values";
import { isLong, labelText, placeText, requestText, subjectText, valueText } from "./words";

/** How one change is shown in a comment, or many equal ones. Every name and value is escaped for Markdown. */

const mostFields = 40;
/** Rows of a table that are shown openly. */
const openRows = 12;
/** Characters of requests that are shown openly. */
const openRequests = 500;
const mostLines = 150;
const longestLine = 300;

/** A part of a comment that the reader opens. The summary is HTML. */
export function fold(summary: string, parts: readonly string[]): string {
  return [`<details><summary>${summary}</summary>`, ...parts, "</details>"].join("\n\n");
}

/** One change in one line, with the gravest of what it means. */
export function title(change: Change, options: RenderOptions): string {
  const { consequences, unannounced } = change;
  const impact = consequences[0] === undefined ? "" : ` · **${consequences[0].inShort}**`;
  const unknown = unannounced ? " · ⚠️ **not known**" : "";
  return `${headOf(change)}${placeOf(change, options)}${unknown}${impact}`;
}

/** One change as a section. */
export function section(change: Change, options: RenderOptions): string {
  const { fields, remarks } = change;
  return [
    `### ${title({ ...change, consequences: [] }, options)}`,
    ...(change.ours && change.subject.length > 0 ? [subjectText(change.subject)] : []),
    ...(change.goesOn ? ["The last `pulumi up` failed here: this one goes on where it stood."] : []),
    ...meaning(change),
    ...fieldTable(change),
    ...alreadySo(change),
    ...longValues(fields),
    ...requests(change),
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

function alreadySo({ alreadySo: count, action }: Change): string[] {
  if (count === 0 || action !== "adopt") return [];
  return [`${count} more declared ${count === 1 ? "value is" : "values are"} so already.`];
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
  return `| ${valueText(field.before)} | ${valueText(field.live)} | ${afterText(field)} | ${labelText(field)} |`;
}

function shortRow(field: Field): string {
  const because = field.forcesReplacement ? " **forces the replacement**" : "";
  return `| ${cell(pathText(field.path))} | ${valueText(field.before)} | ${afterText(field)}${because} |`;
}

function afterText({ after }: Field): string {
  return after.is === "absent" ? "not declared" : `**${valueText(after)}**`;
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

/** Values of which a table shows the beginning only: whole, or as what becomes of their lines. */
function longValues(fields: readonly Field[]): string[] {
  return fields.flatMap(({ path, before, live, after }) => {
    const last = live.is === "value" ? live : before;
    if (![before, live, after].some(isLong)) return [];
    const [old, next] = [last, after].map((shown) => (shown.is === "value" ? linesOf(shown.value) : []));
    const lines = diffLines(old ?? [], next ?? []);
    const cut = lines.length > mostLines ? [`… and ${lines.length - mostLines} more lines`] : [];
    const text = [...lines.slice(0, mostLines).map((line) => shorten(line, longestLine)), ...cut].join("\n");
    return [fold(`${htmlCode(pathText(path))} in whole`, [block(text, "diff")])];
  });
}

/** The lines of a value; of a text that holds JSON, those of the JSON. */
function linesOf(value: unknown): string[] {
  const text = typeof value === "string" ? prettyText(value) : JSON.stringify(value, null, 2);
  return text.split("\n").slice(0, 2 * mostLines);
}

function prettyText(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

function requests({ requests: all, requestsUnknown, unannounced, ours, action, fields, goesOn }: Change): string[] {
  if (!ours) return [];
  const lead = unannounced ? "⚠️ **What is sent is not known**" : "**What is sent is known only in part**";
  const unknown = requestsUnknown === undefined ? [] : [`${lead}: ${code(requestsUnknown, 400)}.`];
  const sent = all.map((request) => {
    const sure = request.announced || requestsUnknown === undefined ? "" : "# as far as it follows from what is declared\n";
    return `${sure}${requestLines(request)}`;
  });
  if (sent.length > 0) return [...unknown, requestBlock(all, sent.join("\n"))];
  return unknown.length > 0 ? unknown : [nothingSent(action, fields, goesOn)];
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
  const [{ action, fields, goesOn }] = group;
  const all = group.flatMap((change) => change.requests);
  const last = all.at(-1);
  if (last === undefined) return [nothingSent(action, fields, goesOn)];
  const isSingle = all.length === group.length;
  const heads = all.slice(0, -1).map(({ method, path }) => `${method} ${path}`);
  const text = (isSingle ? [...heads, requestLines(last)] : all.map(requestLines)).join("\n");
  const same = isSingle && last.body !== undefined ? ", each with the body that stands at the end" : "";
  const shown = block(text, "http");
  if (text.length > openRequests) return [fold(`${all.length} requests${same}`, [shown])];
  return [...(same === "" ? [] : [`${all.length} requests${same}:`]), shown];
}

function nothingSent(action: Action, changed: readonly Field[], goesOn: boolean): string {
  if (action === "stop managing") return "Nothing is sent: what is no longer managed keeps its current values.";
  if (action === "record") return "Nothing is sent: the code now says what is live.";
  if (changed.length > 0 && changed.every(({ labels }) => labels.includes("no longer declared")))
    return "Nothing is sent: what is no longer declared keeps its current value.";
  return goesOn ? "Nothing is sent again: what was sent is waited for." : "Nothing is sent.";
}
