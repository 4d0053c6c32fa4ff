import { slugOf } from "./references";
import { listFiles, readText } from "../../tests/support/repository";

/** The errors in `docs/troubleshooting.md`, and the source files that print them. */

export interface KnownError {
  /** The printed text, with `…` in place of every value. */
  readonly text: string;
  readonly anchor: string;
  /** The first sentence of its explanation. */
  readonly advice: string;
}

/** Returns the errors in one part of the page, which is about either graphplane or Pulumi itself. */
export function knownErrors(part: "ours" | "pulumi"): KnownError[] {
  const [ours = "", pulumis = ""] = readText("docs/troubleshooting.md").split("\n## Errors of Pulumi itself");
  const sections = (part === "ours" ? ours : pulumis).split(/^### /m).slice(1);
  return sections.map((section) => {
    const [heading = "", paragraph = ""] = section.split("\n\n");
    const advice = /^[^]*?\.(?=\s|$)/.exec(paragraph)?.[0] ?? paragraph;
    return { text: heading.slice(1, -1), anchor: slugOf(heading), advice: advice.replace(/\s+/g, " ") };
  });
}

/** The source files, keyed by path, with placeholders in place of values. */
const said = new Map<string, string>();
function sourcesBelow(folder: string): string[] {
  if (said.size === 0) {
    const paths = listFiles().filter((path) => /^(client|provider|sdk)\/.*\.ts$/.test(path));
    for (const path of paths) said.set(path, withoutValues(readText(path)).replace(/\\(["'])/g, "$1"));
  }
  return [...said].flatMap(([path, text]) => (path.startsWith(folder) ? [text] : []));
}

/** Replaces each `${…}`, including nested ones, with `…`. */
function withoutValues(text: string): string {
  const inner = text.replace(/\$\{[^{}]*\}/g, "…");
  return inner === text ? text : withoutValues(inner);
}

/** Returns the static parts of an error's text that are not in any source file below the directory. */
export function unsaidParts(text: string, folder = ""): string[] {
  const parts = text.split("…").map((part) => part.trim());
  const sources = sourcesBelow(folder);
  return parts.filter((part) => /\w{2}/.test(part) && !sources.some((source) => source.includes(part)));
}
