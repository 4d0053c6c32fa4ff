import { count } from "../words";
import { sumText } from "./cost";
import { cell, code } from "./escape";
import { actions, type Change, type Field, type Place, type RenderOptions, type Request, type Review, type ShownValue } from "./model";

/** Words that several formats share. Every name and value in them is escaped for Markdown. */

/** The length above which a table shows only the beginning of a value. */
export const longestValue = 60;

/** The parts that are not empty, separated by blank lines. */
export function paragraphs(...parts: readonly (string | false)[]): string {
  return parts.filter(Boolean).join("\n\n");
}

/** A part of a comment that the reader opens. The summary is HTML. */
export function fold(summary: string, ...parts: readonly string[]): string {
  return paragraphs(`<details><summary>${summary}</summary>`, ...parts, "</details>");
}

/** An alert of GitHub, which GitLab knows too; elsewhere a quotation. Empty without a text. */
export function callout(kind: "CAUTION" | "WARNING" | "IMPORTANT", texts: readonly string[]): string {
  return texts.length === 0 ? "" : `> [!${kind}]\n${texts.map((text) => `> ${text}`).join("\n>\n")}`;
}

/** The first line: the stack, why the review is incomplete, the numbers of changes, the highest impact and the cost; `strong` emphasizes. */
export function headline(review: Review, { drift = false }: RenderOptions, separator: string, strong = (text: string) => text): string {
  const name = stackName(review);
  const of = [...(drift ? ["drift"] : []), ...(name === undefined ? [] : [code(name)])].join(" of ");
  const why = incompleteText(review);
  const parts = [why && strong(why), countsOf(review), impactText(review, strong), review.cost && sumText(review.cost)];
  return `${of === "" ? "" : `${of}: `}${parts.filter((part) => part !== undefined).join(separator)}`;
}

/** `1 to delete, 2 to change, 3 unchanged` */
function countsOf({ changes, unchanged, complete, outputs, services }: Review): string {
  const counts = actions.flatMap((action) => {
    const number = changes.filter((change) => change.action === action).length;
    if (number === 0) return [];
    if (action === "refused deletion") return [count(number, "refused deletion")];
    return [action === "may change" ? `${number} that may change` : `${number} to ${action}`];
  });
  const moved = services.length === 0 ? [] : ["another service"];
  const more = changes.length === 0 && outputs.length > 0 ? ["outputs of the stack to change"] : [];
  const rest = unchanged > 0 && complete ? [`${unchanged} unchanged`] : [];
  const nothing = counts.length + moved.length + more.length === 0 ? [complete ? "nothing to do" : "nothing known"] : [];
  return [...nothing, ...counts, ...moved, ...more, ...rest].join(", ");
}

/** The gravest consequence in a few words; undefined if nothing is known. */
function impactText({ highestImpact, changes, complete, services }: Review, strong: (text: string) => string): string | undefined {
  if (highestImpact !== undefined) return `highest impact: ${strong(highestImpact.inShort)}`;
  return changes.length === 0 || !complete || services.length > 0 ? undefined : "no downtime or loss known";
}

/** The reasons why a review is incomplete, in a few words; undefined if it is complete. */
function incompleteText({ complete, failed, changes, strayRequests, violations = [] }: Review): string | undefined {
  if (complete) return undefined;
  const policies = new Set(violations.flatMap(({ mandatory, policy }) => (mandatory ? policy : []))).size;
  const refusals = policies === 0 ? [] : [`not allowed by ${count(policies, "policy", "policies")}`];
  if (failed) return [...refusals, "incomplete", "the preview failed"].join(", ");
  const silent = changes.filter(({ unannounced }) => unannounced).length;
  const strays = strayRequests.length;
  const left = changes.flatMap(({ leavesInside = [] }) => leavesInside).length;
  const why = [
    ...(left === 0 ? [] : [`${count(left, "resource stays", "resources stay")} declared inside a deleted object`]),
    ...(silent === 0 ? [] : [`what is sent to ${count(silent, "resource")} is not known`]),
    ...(strays === 0 ? [] : [`${count(strays, "request belongs", "requests belong")} to no listed change`]),
  ];
  const fails = [...refusals, ...(changes.some(({ action }) => action === "refused deletion") ? ["the update would fail"] : [])];
  return [...fails, ...(why.length === 0 && fails.length > 0 ? [] : ["incomplete"]), ...why].join(", ");
}

/** `movies/dev`, or undefined if the preview does not name it. */
export function stackName({ project, stack }: Review): string | undefined {
  return project === "" && stack === "" ? undefined : `${project}/${stack}`;
}

/** A value as a table shows it. */
export function valueText(shown: ShownValue): string {
  if (shown.is === "value") return cell(jsonOf(shown), longestValue);
  if (shown.is === "secret") return shown.changed === true ? "another secret" : "secret";
  return { later: "known during the update", absent: "–", unread: "not known", hidden: "not shown" }[shown.is];
}

/** Returns true for a value that a table does not show in full. */
export function isLong(shown: ShownValue): boolean {
  return jsonOf(shown).length > longestValue;
}

export function jsonOf(shown: ShownValue): string {
  return shown.is === "value" ? (JSON.stringify(shown.value) ?? "null") : "";
}

/** `PUT /workgroups/…`, and the body in a line of its own; not escaped. */
export function requestText({ method, path, body }: Request): string {
  return `${method} ${path}${body === undefined ? "" : `\n${typeof body === "string" ? body : JSON.stringify(body)}`}`;
}

/** `workspace main, database movies` */
export function subjectText(subject: Change["subject"]): string {
  return subject.map(([word, value]) => `${word} ${code(value)}`).join(", ");
}

/** `infra/index.ts:9`, not escaped. */
export function placeText({ file, line }: Place, directory: string): string {
  return `${filePath(file, directory)}:${line}`;
}

/** The path of a file of the project in the repository. */
export function filePath(file: string, directory: string): string {
  const parts = `${directory}/${file}`.split("/").reduce<string[]>((all, part) => {
    if (part === "" || part === ".") return all;
    return part === ".." && all.length > 0 && all.at(-1) !== ".." ? all.slice(0, -1) : [...all, part];
  }, []);
  return parts.join("/");
}

/** The cause of a changed field, in words. */
export function labelText({ labels, forcesReplacement }: Field): string {
  return [...labels.map((label) => `*${label}*`), ...(forcesReplacement ? ["**forces the replacement**"] : [])].join(", ");
}
