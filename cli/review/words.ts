import { posix } from "node:path";
import { cell, code } from "./escape";
import type { Change, Field, RenderOptions, Request, Review, ShownValue, SourceLocation } from "./model";

/** Text functions that several formats share. Names and values are escaped for Markdown. */

/** Maximum length of a value in a table. Longer values are truncated. */
export const maxValueLength = 60;

/** Joins the non-empty parts, separated by blank lines. */
export function paragraphs(...parts: readonly (string | false)[]): string {
  return parts.filter(Boolean).join("\n\n");
}

/** Returns a Markdown table; empty if there are no rows. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return rows.length === 0 ? "" : [line(head), `|${"---|".repeat(head.length)}`, ...rows.map(line)].join("\n");
}

export function firstOf(names: readonly string[], max = 3): string {
  const more = names.length > max ? ` and ${names.length - max} more` : "";
  return `${names.slice(0, max).join(", ")}${more}`;
}

/** Returns the first few names as inline code. */
export function namesText(names: readonly string[], max?: number): string {
  const shown = names.map((name) => code(name));
  return firstOf(shown, max);
}

/** Returns a collapsed section, whose summary is HTML. */
export function fold(summary: string, ...parts: readonly string[]): string {
  return paragraphs(`<details><summary>${summary}</summary>`, ...parts, "</details>");
}

/** Returns an alert, which GitHub and GitLab support and other hosts render as a quotation. Empty if there is no text. */
export function callout(kind: "CAUTION" | "WARNING" | "IMPORTANT", texts: readonly string[]): string {
  return texts.length === 0 ? "" : `> [!${kind}]\n${texts.map((text) => `> ${text}`).join("\n>\n")}`;
}

/** Returns the name of the stack, such as `movies/dev`; undefined if the preview does not contain it. */
export function stackName({ project, stack }: Review): string | undefined {
  return project === "" && stack === "" ? undefined : `${project}/${stack}`;
}

export function valueText(shown: ShownValue): string {
  if (shown.is === "value") return cell(jsonOf(shown), maxValueLength);
  if (shown.is === "secret") return shown.changed ? "a different secret" : "secret";
  const words = { later: "known during the update", absent: "–", unread: "unknown", hidden: "not shown" };
  return words[shown.is];
}

/** Returns true if a table truncates the value. */
export function isLong(shown: ShownValue): boolean {
  return jsonOf(shown).length > maxValueLength;
}

export function jsonOf(shown: ShownValue): string {
  return shown.is === "value" ? (JSON.stringify(shown.value) ?? "null") : "";
}

/** Returns `PUT /workgroups/…`, with the body on the next line, unescaped. */
export function requestText({ method, path, body }: Request): string {
  return `${method} ${path}${body === undefined ? "" : `\n${typeof body === "string" ? body : JSON.stringify(body)}`}`;
}

/** Returns `workspace main, database movies`. */
export function subjectText(subject: Change["subject"]): string {
  return subject.map(([word, value]) => `${word} ${code(value)}`).join(", ");
}

/** Returns `infra/index.ts:9`, unescaped. */
export function placeText({ file, line }: SourceLocation, directory: string): string {
  return `${filePath(file, directory)}:${line}`;
}

/** Returns the source location of a resource, as a link if the host is known; empty if the location is unknown. */
export function declarationText(
  { declaredAt, stillDeclared }: Change,
  { directory, run }: Pick<RenderOptions, "directory" | "run">,
  { name, link }: { readonly name: (text: string) => string; readonly link: (text: string, url: string) => string },
): string {
  if (declaredAt === undefined) return "";
  const text = placeText(declaredAt, directory);
  // The line of a removed declaration exists only in an earlier commit.
  if (!stillDeclared) return `was at ${name(text)}`;
  if (run?.source === undefined) return name(text);
  const path = filePath(declaredAt.file, directory).toWellFormed().split("/").map(encodeURIComponent).join("/");
  return link(text, `${run.source}/${path}#L${declaredAt.line}`);
}

export function filePath(file: string, directory: string): string {
  return posix.join(directory, file);
}

/** Describes why a field changed. */
export function labelText({ labels, forcesReplacement, isUnsent }: Field): string {
  return [
    ...labels.map((label) => `*${label}*`),
    ...(forcesReplacement ? ["**forces the replacement**"] : []),
    ...(isUnsent ? ["not sent"] : []),
  ].join(", ");
}
