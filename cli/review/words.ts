import { factsOf } from "../../provider/review";
import { code } from "./escape";
import { type Action, actions, type Change, type Field, type Request, type Review, type ShownValue } from "./model";

/** Words that several formats share. Every name and value in them is escaped for Markdown. */

const doing: Readonly<Record<Action, string>> = {
  delete: "to delete",
  replace: "to replace",
  "let go": "to let go",
  change: "to change",
  adopt: "to adopt",
  create: "to create",
  import: "to import",
  record: "to record",
};

const longestValue = 120;

/** `1 to delete, 2 to change, 3 unchanged` */
export function countsOf({ changes, unchanged, complete, outputs }: Review): string {
  const counts = actions.flatMap((action) => {
    const count = changes.filter((change) => change.action === action).length;
    return count === 0 ? [] : [`${count} ${doing[action]}`];
  });
  const more = changes.length === 0 && outputs.length > 0 ? ["outputs of the stack to change"] : [];
  const rest = unchanged > 0 && complete ? [`${unchanged} unchanged`] : [];
  const nothing = counts.length + more.length === 0 ? [complete ? "nothing to do" : "nothing known"] : [];
  return [...nothing, ...counts, ...more, ...rest].join(", ");
}

/** The worst that will happen, in a few words; undefined where there is nothing to say. */
export function worstText({ worst, changes, complete }: Review, strong: (text: string) => string = (text) => text): string | undefined {
  if (worst !== undefined) return `worst: ${strong(worst.inShort)}`;
  return changes.length === 0 || !complete ? undefined : "no downtime or loss known";
}

/** Why a review is incomplete, in a few words; undefined where it is complete. */
export function incompleteText({ complete, failed, changes }: Review): string | undefined {
  if (complete) return undefined;
  if (failed) return "incomplete, the preview failed";
  const count = changes.filter(({ unannounced }) => unannounced).length;
  return count === 0 ? "incomplete" : `incomplete, what is sent to ${count} ${count === 1 ? "resource" : "resources"} is not known`;
}

/** `movies/dev`, or undefined where the preview does not name it. */
export function stackName({ project, stack }: Review): string | undefined {
  return project === "" && stack === "" ? undefined : `${project}/${stack}`;
}

/** A value as it stands in a table or a line. */
export function valueText(shown: ShownValue, most = longestValue): string {
  if (shown.is === "value") return code(JSON.stringify(shown.value) ?? "null", most);
  if (shown.is === "secret") return shown.changed === true ? "another secret" : "secret";
  return { later: "known during the update", absent: "–", unread: "not known", hidden: "not shown" }[shown.is];
}

/** `PUT /workgroups/…`, and the body in a line of its own; not escaped. */
export function requestText({ method, path, body }: Request): string {
  return `${method} ${path}${body === undefined ? "" : `\n${typeof body === "string" ? body : JSON.stringify(body)}`}`;
}

/** `workspace main, database movies` */
export function subjectText({ subject }: Change): string {
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

/** Why a field changes. */
export function labelText({ labels, forcesReplacement }: Field): string {
  return [...labels.map((label) => `*${label}*`), ...(forcesReplacement ? ["**forces the replacement**"] : [])].join(", ");
}

/** What cannot be seen here, as sentences. */
export function blindSpots({ refreshed, planned, changes }: Review): string[] {
  const neverShown = new Set(changes.flatMap(({ kind }) => factsOf(kind)?.neverShown ?? []));
  return [
    ...(refreshed
      ? []
      : [
          "**drift**: the preview ran without `--refresh`, so values are compared with those applied last, except where the provider read the record",
        ]),
    ...(planned
      ? ["whether a secret changes where neither the engine nor the plan says so"]
      : ["**which secrets and stack outputs change**, as far as the preview does not say so: no plan was given (`--plan`)"]),
    ...neverShown,
    "what changes between this preview and the `pulumi up`",
  ];
}
