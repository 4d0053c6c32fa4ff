import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { listFiles, readText, root } from "../../tests/support/repository";

/** A reference in a text, and whether its target exists. */
export interface Reference {
  readonly text: string;
  readonly leads: boolean;
}

const number = String.raw`\d+(?:\.\d+)*`;
const numbers = `${number}(?:(?:, | and | to )${number})*`;

/** `API 2.2`, `API 2.1 and 7`: sections of docs/internals/api.md. `API endpoint 9`: a row of its section 4. */
const short = new RegExp(`\\bAPI (${numbers})|\\bendpoints? (${numbers})`, "g");
/** The long form, for users: `docs/internals/api.md, section 2.2`, `docs/internals/api.md, endpoint 9`. */
const long = new RegExp(`docs/internals/api\\.md, (?:sections? (${numbers})|endpoints? ${numbers})`, "g");
/** `decision 6`: a page of docs/internals/decisions. */
const decision = /\bdecisions? (\d+)\b/g;

/** Joins the lines of a text without comment marks, so that a reference can span two lines. Also unescapes patterns. */
function unwrap(text: string): string {
  return text.replace(/\s*\n\s*(?:\*(?!\/)|\/\/)?\s*/g, " ").replaceAll("\\", "");
}

/** Returns every reference in a text to the API page or to a decision. */
export function referencesIn(text: string): Reference[] {
  const whole = unwrap(text);
  const sections = [...matchesOf(short, whole, 1), ...matchesOf(long, whole, 1)].map((found) => ({ ...found, known: sectionNumbers }));
  const rows = matchesOf(short, whole, 2).map((found) => ({ ...found, known: endpointNumbers }));
  const pages = matchesOf(decision, whole, 1).map((found) => ({ ...found, known: decisionNumbers }));
  return [...sections, ...rows, ...pages].map(({ text: written, cited, known }) => ({
    text: written,
    leads: cited.every((one) => known().has(one)),
  }));
}

/** Returns the links in a Markdown page to files in the repository and to their headings. */
export function linksOf(page: string, text = readText(page)): Reference[] {
  const targets = [...withoutCode(text).matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = ""]) => target);
  return targets.filter((target) => !/^[a-z]+:/.test(target)).map((target) => ({ text: target, leads: leadsSomewhere(page, target) }));
}

function matchesOf(pattern: RegExp, text: string, group: number): { readonly text: string; readonly cited: readonly string[] }[] {
  return [...text.matchAll(pattern)].flatMap((match) => {
    const cited = match[group];
    return cited === undefined ? [] : [{ text: match[0], cited: cited.match(new RegExp(number, "g")) ?? [] }];
  });
}

function leadsSomewhere(page: string, target: string): boolean {
  const [file = "", anchor] = target.split("#");
  const path = file === "" ? page : join(dirname(page), file);
  if (!existsSync(join(root, path))) return false;
  return anchor === undefined || !path.endsWith(".md") || anchorsOf(readText(path)).has(anchor);
}

const headings = (text: string) => [...withoutCode(text).matchAll(/^#+ (.*)$/gm)].map(([, title = ""]) => title);
const withoutCode = (text: string) => text.replace(/^ *```[\s\S]*?^ *```$/gm, "");
export const slugOf = (title: string) =>
  title
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, "")
    .replaceAll(" ", "-");

/** Returns the anchors of a page: those that code hosts generate from headings, and explicit ones. */
function anchorsOf(text: string): Set<string> {
  const seen = new Map<string, number>();
  const made = headings(text).map((title) => {
    const slug = slugOf(title);
    const before = seen.get(slug) ?? 0;
    seen.set(slug, before + 1);
    return before === 0 ? slug : `${slug}-${before}`;
  });
  return new Set([...made, ...[...text.matchAll(/<a id="([^"]+)"/g)].map(([, id = ""]) => id)]);
}

const apiPage = once(() => readText("docs/internals/api.md"));
const sectionNumbers = once(() => new Set(headings(apiPage()).flatMap((title) => /^\d[\d.]*(?<=\d)/.exec(title)?.[0] ?? [])));
const endpointNumbers = once(() => new Set<string | undefined>([...apiPage().matchAll(/^\| (\d+) \|/gm)].map(([, row]) => row)));
const decisionNumbers = once(
  () => new Set<string | undefined>(listFiles().flatMap((path) => /^docs\/internals\/decisions\/0*(\d+)-/.exec(path)?.[1] ?? [])),
);

function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined;
  return () => (made ??= { value: make() }).value;
}
