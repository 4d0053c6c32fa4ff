import { reviewFactsOf } from "../../provider/registry";
import { count } from "../words";
import { cell, code } from "./escape";
import { actions, type Change, type Field, type Request, type Review, type ShownValue } from "./model";

/** Words that several formats share. Every name and value in them is escaped for Markdown. */

/** Of longer values a table shows the beginning. */
export const longestValue = 60;

/** `1 to delete, 2 to change, 3 unchanged` */
export function countsOf({ changes, unchanged, complete, outputs, services }: Review): string {
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

/** The gravest consequence in a few words; undefined where there is nothing to say. */
export function impactText(
  { highestImpact, changes, complete, services }: Review,
  strong: (text: string) => string = (text) => text,
): string | undefined {
  if (highestImpact !== undefined) return `highest impact: ${strong(highestImpact.inShort)}`;
  return changes.length === 0 || !complete || services.length > 0 ? undefined : "no downtime or loss known";
}

/** The reasons why a review is incomplete, in a few words; undefined if it is complete. */
export function incompleteText({ complete, failed, changes, strayRequests, violations = [] }: Review): string | undefined {
  if (complete) return undefined;
  const policies = new Set(violations.flatMap(({ mandatory, policy }) => (mandatory ? policy : []))).size;
  const refusals = policies === 0 ? [] : [`not allowed by ${count(policies, "policy", "policies")}`];
  if (failed) return [...refusals, "incomplete", "the preview failed"].join(", ");
  const silent = changes.filter(({ unannounced }) => unannounced).length;
  const strays = strayRequests.length;
  const why = [
    ...(silent === 0 ? [] : [`what is sent to ${count(silent, "resource")} is not known`]),
    ...(strays === 0 ? [] : [`${count(strays, "request belongs", "requests belong")} to no listed change`]),
  ];
  const fails = [...refusals, ...(changes.some(({ action }) => action === "refused deletion") ? ["the update would fail"] : [])];
  return [...fails, ...(why.length === 0 && fails.length > 0 ? [] : ["incomplete"]), ...why].join(", ");
}

/** `movies/dev`, or undefined where the preview does not name it. */
export function stackName({ project, stack }: Review): string | undefined {
  return project === "" && stack === "" ? undefined : `${project}/${stack}`;
}

/** A value as it stands in a table. */
export function valueText(shown: ShownValue): string {
  if (shown.is === "value") return cell(jsonOf(shown), longestValue);
  if (shown.is === "secret") return shown.changed === true ? "another secret" : "secret";
  return { later: "known during the update", absent: "–", unread: "not known", hidden: "not shown" }[shown.is];
}

/** Returns true for a value of which a table shows a part only. */
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
export function placeText(place: { readonly file: string; readonly line: number }, directory: string): string {
  return `${filePath(place.file, directory)}:${place.line}`;
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

/** Sentences on what this preview cannot show because of its options. */
export function missingSights({ refreshed, planned }: Review): string[] {
  return [
    ...(refreshed
      ? []
      : [
          "**Drift is not seen** without `--refresh`: values are compared with those applied last, except where the provider read the record.",
        ]),
    ...(planned ? [] : ["**Changed secrets and stack outputs are not seen** without `--plan`, unless the preview shows them."]),
  ];
}

/** Sentences on what no preview can show. */
export function blindSpots({ planned, changes }: Review): string[] {
  const neverShown = new Set(changes.flatMap(({ kind }) => reviewFactsOf(kind)?.neverShown ?? []));
  return [
    ...(planned ? ["a secret that changes without the engine or the plan showing it"] : []),
    ...neverShown,
    "what changes between this preview and the `pulumi up`",
  ];
}
