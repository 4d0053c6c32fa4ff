/** Finds secrets in a text. The time is linear in the lengths of the text and the secrets. Pure. */

/** A string that must not appear in errors and logs. With `alone`, the string is redacted only where it is a separate word. */
export type SecretText = string | { readonly alone: string };

/** A range of a text. */
export interface TextRange {
  readonly from: number;
  readonly to: number;
  /** False if the range contains only the beginning or end of a secret. */
  readonly whole: boolean;
}

/** Finds secrets in a single-line text. */
export type Finder = (line: string) => TextRange[];

/** Minimum length of a secret that is unlikely to occur in words by chance. */
export const minUniqueLength = 8;

export const mark = "[redacted]";

/** Maximum length of a secret that is searched for as a whole. For longer secrets, the beginning and the end are searched for as well. */
const maxSearchedLength = 4000;

interface Index {
  /** Short spellings of secrets. The value is true if the spelling is redacted only as a separate word. */
  readonly short: Map<string, boolean>;
  readonly lengths: Set<number>;
  /** Long spellings, keyed by their first and last eight characters. */
  readonly heads: Map<string, Set<string>>;
  readonly tails: Map<string, Set<string>>;
}

/** Creates a {@link Finder}. The index is built only for the first text, because most requests succeed and have no text to search. */
export function finder(secrets: readonly SecretText[]): Finder {
  let index: Index | undefined;
  return (line) => {
    const { short, lengths, heads, tails } = (index ??= buildIndex(secrets));
    const text = fold(line);
    const places: TextRange[] = [];
    const add = (when: boolean, from: number, to: number, whole = true) => when && places.push({ from, to, whole });
    for (let at = 0; at < text.length; at++) {
      for (const length of lengths) {
        const alone = short.get(text.slice(at, at + length));
        if (alone !== undefined) add(!alone || standsAlone(text, at, at + length), at, at + length);
      }
      const eight = text.slice(at, at + minUniqueLength);
      for (const head of heads.get(eight) ?? []) {
        const to = at + sharedLength(head, 0, text, at, 1);
        const whole = to - at === head.length;
        add(whole || isPart(text.slice(at, to), /^(?:…|\.\.|\*)/.test(text.slice(to, to + 2))), at, to, whole);
      }
      const to = at + minUniqueLength;
      for (const tail of tails.get(eight) ?? []) {
        const from = to - sharedLength(tail, tail.length - 1, text, to - 1, -1);
        const whole = to - from === tail.length;
        add(whole || isPart(text.slice(from, to), /(?:…|\.\.|\*)$/.test(text.slice(Math.max(0, from - 2), from))), from, to, whole);
      }
    }
    return places.filter(outsideOfMarks(line));
  };
}

function buildIndex(secrets: readonly SecretText[]): Index {
  const index: Index = { short: new Map(), lengths: new Set(), heads: new Map(), tails: new Map() };
  for (const secret of secrets) {
    const alone = typeof secret !== "string";
    const given = alone ? secret.alone : secret;
    if (alone && given.trim() === "") continue;
    // A service might trim its input, such as the trailing newline of a password from a file.
    const trimmed = given.trim() || given;
    const encoded = [given, trimmed].flatMap((one) => encodings(one.slice(0, maxSearchedLength)));
    const plain = (alone ? [given, trimmed] : [trimmed]).map((one) => one.slice(0, maxSearchedLength));
    for (const spelling of new Set([...plain, ...encoded].map(normalise))) {
      if (spelling.length >= minUniqueLength) addTo(index.heads, spelling.slice(0, minUniqueLength), spelling);
      else if (spelling !== "") {
        // A short secret is redacted everywhere, because an unreadable message is better than a leaked password.
        index.short.set(spelling, alone && index.short.get(spelling) !== false);
        index.lengths.add(spelling.length);
      }
    }
    const tail = normalise(trimmed.slice(-maxSearchedLength));
    if (tail.length >= minUniqueLength) addTo(index.tails, tail.slice(-minUniqueLength), tail);
  }
  return index;
}

function addTo(map: Map<string, Set<string>>, key: string, value: string): void {
  map.set(key, (map.get(key) ?? new Set()).add(value));
}

function encodings(secret: string): string[] {
  const bytes = Buffer.from(secret, "utf8");
  const [base64, hex] = [bytes.toString("base64"), bytes.toString("hex")];
  return [base64, base64.replaceAll("=", ""), bytes.toString("base64url"), ...(bytes.length < 4 ? [] : [hex])];
}

/** Replaces line breaks, control characters, and bidirectional marks in a text with spaces. */
export function toOneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]+/gu, " ");
}

/** Returns case-folded characters, without changing their number. A lone surrogate becomes U+FFFD, as in the request. */
export function fold(text: string): string {
  return text.toWellFormed().replaceAll("\u0130", "i").replace(/[Σς]/g, "σ").toLowerCase();
}

const normalise = (text: string): string => fold(toOneLine(text));

/** Returns the number of characters that two strings have in common from a position in each, in one direction. */
function sharedLength(one: string, from: number, other: string, at: number, step: 1 | -1): number {
  let length = 0;
  // Beyond the end of the string, `charCodeAt` returns NaN, which is not equal to anything.
  while (one.charCodeAt(from + length * step) === other.charCodeAt(at + length * step)) length++;
  return length;
}

/** Returns true for a truncated secret. A few letters can also be a word, unless a mark indicates the truncation. */
const isPart = (shown: string, signOfCut: boolean): boolean => shown.length >= 32 || signOfCut || /\d/.test(shown);

/** Returns true if a string is not part of a word or a number. Punctuation must be a separate word or in quotes, because it also occurs between words. */
function standsAlone(text: string, from: number, to: number): boolean {
  const before = text.slice(Math.max(0, from - 2), from);
  const after = text.slice(to, to + 20);
  if (!/^[\s!-/:-@[-`{-~]*$/.test(text.slice(from, to))) return !/[\p{L}\p{N}]$/u.test(before) && !/^[\p{L}\p{N}]/u.test(after);
  return (/(?:^|\s)$/.test(before) && /^(?:\s|$)/.test(after)) || (/["'`]$/.test(before) && /^\\*["'`]/.test(after));
}

const marks = /\[redacted\]|\[withheld: [a-z ]+\]|… \(\d+ more characters\)/g;

/** Returns a filter that skips text that has already been redacted or truncated, even if a secret is a part of the marker. */
export function outsideOfMarks(text: string): (place: Pick<TextRange, "from" | "to">) => boolean {
  const taken = [...text.matchAll(marks)].map(({ 0: { length }, index }) => ({ from: index, to: index + length }));
  return ({ from, to }) => !taken.some((one) => one.from <= from && to <= one.to);
}
