import type { Nameable } from "../../provider/adopt/facts";
import { groupBy } from "../review/values";
import { capitalized } from "../words";

/** Derives resource names and constant names from arbitrary names. Pure. */

/** Returns a unique resource name for each item, in the same order. Only colliding names are qualified. */
export function resourceNames(items: readonly Nameable[]): string[] {
  const levels = items.map(() => 0);
  for (;;) {
    const names = items.map((item, index) => nameAt(item, index, levels[index] ?? 0));
    const colliding = groupBy([...names.keys()], (index) => names[index]?.toLowerCase()).filter((same) => same.length > 1);
    if (colliding.length === 0) return names;
    for (const index of colliding.flat()) levels[index] = Math.min((levels[index] ?? 0) + 1, 3);
  }
}

function nameAt({ name, qualifier, id, kind }: Nameable, index: number, level: number): string {
  const joinNames = (...parts: readonly string[]) => parts.filter(Boolean).join("-");
  const own = slug(name) || joinNames(kind, slug(id, 8));
  const qualified = joinNames(slug(qualifier), own);
  return [own, qualified, joinNames(qualified, slug(id, 8)), `${qualified}-${index + 1}`][level] ?? own;
}

/** Returns the letters and digits of a text in any script, along with `-`, `_` and `.` between them. All other characters become `-`. */
function slug(text: string, maxLength = 60): string {
  const plain = text
    .toWellFormed()
    .normalize("NFC")
    .replace(/\p{Default_Ignorable_Code_Point}/gu, "");
  const dashed = plain.replace(/[^\p{L}\p{M}\p{N}._-]+/gu, "-").replace(/-{2,}/g, "-");
  return trimName([...trimName(dashed)].slice(0, maxLength).join(""));
}

const trimName = (text: string): string => text.replace(/^[^\p{L}\p{N}]+|[-_.]+$/gu, "");

export class Identifiers {
  private readonly taken = new Set(reserved);

  /** Returns a new identifier built from the text's words. Appends `kind` if the identifier is invalid or already in use. */
  take(text: string, kind: string): string {
    const words = camel(text);
    const plain = /^[\p{ID_Start}_$]/u.test(words) ? words : camel(`${kind} ${text}`);
    let found = plain;
    for (let number = plain === kind ? 2 : 1; this.taken.has(found); number++)
      found = `${plain}${number === 1 ? capitalized(kind) : number}`;
    this.taken.add(found);
    return found;
  }
}

/** Letters that older compilers do not accept in identifiers: letters of newer scripts, and letters outside the basic plane. */
const unsafeLetters =
  /[^\w\u00c0-\u024f\u0370-\u03ff\u0400-\u0481\u048a-\u052f\u0531-\u0556\u0561-\u0587\u05d0-\u05ea\u0620-\u06d3\u0900-\u097f\u0e01-\u0e5b\u10d0-\u10f0\u3041-\u30ff\u4e00-\u9fa5\uac00-\ud7a3]/g;

function camel(text: string): string {
  const words = slug(text)
    .replace(unsafeLetters, "-")
    .split(/[^\p{ID_Continue}]+|_/u)
    .filter(Boolean);
  return words.map((word, index) => (index === 0 ? lower(word) : capitalized(word))).join("");
}

/** Converts `Production` to `production`, and `EU` to `eu`. */
const lower = (word: string): string => (word === word.toUpperCase() ? word.toLowerCase() : word.charAt(0).toLowerCase() + word.slice(1));

/** Reserved words, and names that the generated program already uses. */
const reserved = (
  "abstract any arguments as async await boolean break case catch class const continue debugger declare default delete do else enum eval " +
  "export extends false finally for from function get if implements import in instanceof interface is keyof let module namespace never new " +
  "null number object of package private protected public require return set static string super switch symbol this throw true try type " +
  "typeof undefined unknown var void while with yield exports globalThis Infinity NaN Object Promise __dirname __filename " +
  "pulumi config defaults name args password workspaceId workspaces"
).split(" ");
