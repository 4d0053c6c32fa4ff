import { count } from "../words";
import { costText } from "./cost";
import { block, cell, code } from "./escape";
import { type Change, type Field, hasDeletion, type RenderOptions } from "./model";
import { outcomeOf } from "./outcome";
import { areWhole, longValues, valueTexts } from "./render-values";
import { pathText } from "./values";
import { markdownStyle } from "./style";
import { callout, declarationText, fold, labelText, namesText, paragraphs, requestText, subjectText, table } from "./words";

/** Renders a single change, or a group of similar changes, for a comment. Escapes all names and values for Markdown. */

const maxFields = 40;
const maxNames = 5;

/** A change, or similar changes to many resources. */
export type Group = readonly [Change, ...Change[]];

/** Returns a one-line summary of a change, including its most severe consequence. */
export function title(change: Change, options: RenderOptions): string {
  const [worst] = change.consequences;
  return `${heading(change, options)}${worst === undefined ? "" : ` · **${worst.summary}**`}`;
}

function heading(change: Change, options: RenderOptions): string {
  const { action, name, kind, isGraphplane, unannounced } = change;
  const unknown = unannounced ? " · ⚠️ **requests unknown**" : "";
  return `**${action}** ${code(name)} · ${isGraphplane ? kind : code(kind)}${placeOf(change, options)}${unknown}`;
}

/** Returns true if a section contains every difference. */
export function isShownWhole({ fields }: Change): boolean {
  return fields.length <= maxFields && areWhole(fields);
}

/** Renders a group as a section. Up to `rows` changes are listed with their values, and the others only by name. */
export function section(group: Group, rows: number, options: RenderOptions): string {
  const [first] = group;
  const { fields, kind, action } = first;
  const shown: Group = [first, ...group.slice(1, rows)];
  const names = group.slice(shown.length).map(({ name }) => code(name));
  const common = first.subject.filter((pair) => group.every(({ subject }) => subject.some((other) => String(other) === String(pair))));
  const places = new Set(group.map((change) => placeOf(change, options)));
  const place = places.size === 1 ? [...places].join("") : undefined;
  const only = fields.length === 1 ? fields.map(({ path }) => ` · ${cell(pathText(path))}`).join("") : "";
  const nameOf = (change: Change) => resourceText(change, common, place === undefined ? placeOf(change, options) : "");
  const head = group.length === 1 ? heading(first, options) : `**${action}** ${group.length} × ${kind}${only}${place ?? ""}`;
  return paragraphs(
    `### ${head}`,
    subjectText(common),
    first.resumesFailedUpdate && "The last `pulumi up` failed here. This update resumes it.",
    first.isRecreated === true && "Deleted outside Pulumi. This update re-creates it.",
    dependence(first),
    ...meaning(first),
    stillInside(first),
    costLine(first, group.length === 1 ? "" : "each "),
    valueTable(shown, group.length === 1 ? undefined : nameOf),
    names.length > 0 && fold(`${names.length} more with the same change`, names.join(", ")),
    matchingValuesText(first),
    ...longValues(fields.slice(0, maxFields)),
    first.isGraphplane && requests(shown),
    first.remarks.map((text) => `- ${code(text, 500)}`).join("\n"),
  );
}

function placeOf(change: Change, { directory }: RenderOptions): string {
  const place = declarationText(change, { directory }, markdownStyle);
  return place === "" ? "" : ` · ${place}`;
}

/** Returns callouts for losses, replacements, access and risks, and icons for the rest. Some hosts do not render callouts, so each text is complete on its own. */
function meaning(change: Change): string[] {
  const sentences = (...severities: string[]) =>
    change.consequences.filter(({ severity }) => severities.includes(severity)).map((one) => one.description);
  const loses = hasDeletion(change.requests) || change.deletedWith !== undefined;
  const replacement = change.replaced === undefined ? [] : [replacementText(change.replaced, loses, change.deletedWith)];
  return [
    callout("CAUTION", [...(loses ? replacement : []), ...sentences("destroys")]),
    callout("WARNING", sentences("fails", "opens", "risks")),
    callout("IMPORTANT", loses ? [] : replacement),
    ...sentences("offline").map((text) => `⏸️ ${text}`),
    ...sentences("care").map((text) => `ℹ️ ${text}`),
  ];
}

function costLine({ cost }: Change, each: string): string {
  return cost === undefined ? "" : `💰 ${each}${costText(cost, (name) => code(name))}`;
}

function replacementText({ was, now, adopts }: NonNullable<Change["replaced"]>, loses: boolean, holder?: string): string {
  const [old, next] = [subjectText(was) || "the old object", subjectText(now) || "another object, known during the update"];
  const starts = adopts ? `adopts ${next}` : `creates ${next}`;
  if (holder !== undefined) return `Replacement: deleting ${code(holder)} also deletes ${old}; ${starts}.`;
  if (loses) return `Replacement: deletes ${old} and ${starts}.`;
  return adopts
    ? `Replacement: stops managing ${old} and ${starts}; neither is deleted.`
    : `Replacement: stops managing ${old}, which is not deleted, and ${starts}.`;
}

function stillInside({ leavesInside: names = [] }: Change): string {
  return names.length === 0 ? "" : `Still declared inside it: ${namesText(names, maxNames)}.`;
}

/** Explains why a resource might change although its declaration does not. */
function dependence({ action, dependsOn }: Change): string {
  if (action !== "may change") return "";
  const sources = namesText(dependsOn, maxNames) || "another resource";
  return `May change: it depends on ${sources}, whose values are known only during the update and can stay the same.`;
}

function matchingValuesText({ matching, action }: Change): string {
  if (matching.length === 0 || action !== "adopt") return "";
  return `${count(matching.length, "more declared value already matches", "more declared values already match")}.`;
}

const sides = ["code before", "live now", "code after", "why"];

function sidesOf(field: Field): string[] {
  const [before = "", live = "", after = ""] = valueTexts([field.before, field.live, field.after]);
  return [before, live, field.after.is === "absent" ? "not declared" : `**${after}**`, labelText(field)];
}

/** Returns the values of a change, or of a group of changes with their names. */
function valueTable(group: Group, nameOf?: (change: Change) => string): string {
  const [{ fields }] = group;
  if (fields.length === 0 && nameOf !== undefined) {
    const names = group.map((change) => `- ${nameOf(change)}`);
    return names.join("\n");
  }
  const hasValue = nameOf === undefined || fields.length > 1;
  const rows = group.flatMap((change) =>
    change.fields
      .slice(0, maxFields)
      .map((field, index) => [
        ...(nameOf === undefined ? [] : [index === 0 ? nameOf(change) : ""]),
        ...(hasValue ? [cell(pathText(field.path))] : []),
        ...sidesOf(field),
      ]),
  );
  const head = [...(nameOf === undefined ? [] : ["resource"]), ...(hasValue ? ["value"] : []), ...sides];
  const omitted = fields.length - maxFields;
  return paragraphs(table(head, rows), omitted > 0 && `… and ${count(omitted, "more value")}.`);
}

/** Returns the name of a change in a group, along with the words of its subject that the other changes do not share. */
function resourceText({ name, subject, fields }: Change, common: Change["subject"], place: string): string {
  const own = subject.filter(([word, value]) => !common.some((pair) => String(pair) === String([word, value])) && value !== name);
  return `${cell(name)}${place}${own.length === 0 ? "" : `${fields.length === 0 ? " · " : "<br>"}${subjectText(own)}`}`;
}

/** Returns the requests of a group. If each change sends one request, a common body is printed only once. */
function requests(group: Group): string {
  const [first] = group;
  const { requestsUnknown, unannounced, action, requests: own } = first;
  // The comment states the cause above the details.
  const unannouncedText = `⚠️ **The requests are unknown**${own.length > 0 ? "; these follow from the program" : ""}.`;
  const partly = requestsUnknown === undefined ? "" : `**Some requests are unknown**: ${code(requestsUnknown, 400)}.`;
  const unknown = unannounced ? unannouncedText : partly;
  const all = group.flatMap((change) => change.requests);
  const [one] = all;
  if (one === undefined) return unknown || nothingSent(first);
  const sharesBody = group.length > 1 && all.length === group.length && one.body !== undefined;
  const texts = all.map((request, index) => {
    const condition = action === "may change" ? "# if it changes\n" : "";
    const isPartial = request.later.length > 0 && requestsUnknown !== undefined;
    const partial = isPartial ? "# partial: some values are known only during the update\n" : "";
    const isCut = sharesBody && index < all.length - 1;
    return `${condition}${partial}${requestText(isCut ? { ...request, body: undefined } : request)}`;
  });
  return paragraphs(unknown, sharesBody && `${all.length} requests, all with the same body:`, block(texts.join("\n"), "http"));
}

function nothingSent(change: Change): string {
  const { action, fields, resumesFailedUpdate } = change;
  const { unsent } = outcomeOf(change, change.managedBy !== undefined, markdownStyle);
  if (unsent !== undefined) return `No API request${unsent}`;
  if (action === "keep live values") return "No API request: the program now declares the live values.";
  if (fields.length > 0 && fields.every(({ labels }) => labels.includes("no longer declared")))
    return "No API request. A value that is no longer declared stays unchanged.";
  return resumesFailedUpdate ? "No new API request: the update waits for the pending change." : "No API request.";
}
