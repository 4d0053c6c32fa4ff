import { decodings } from "./decodings";
import {
  type Finder,
  finder,
  fold,
  mark,
  outsideOfMarks,
  type TextRange,
  type SecretText,
  toOneLine,
  minUniqueLength,
} from "./secret-finder";

/**
 * Redacts secrets in messages. External text can repeat anything that was sent, and can have any length. {@link redactor} truncates it,
 * puts it on one line, and redacts it before it becomes part of a message. graphplane's own text is never redacted by that function,
 * because a one-letter password would make it unreadable, and the gaps would reveal the password. Identifiers in such text are redacted as
 * a whole, by {@link valueRedactor}.
 */

export { type SecretText, toOneLine } from "./secret-finder";

/** Maximum number of characters of external text quoted in a message. */
const maxTextLength = 2000;

/** Number of characters to search after the end of the quoted text, for a secret that begins before it. */
const lookaheadChars = 2000;

/** Replaces text that contains a secret in a different encoding. */
const withheld = "[withheld: it contains an encoded secret]";

/** Returns a string that is inside a secret value. Short strings and numbers also occur in unrelated words and numbers. */
export function partOf(text: string): SecretText {
  return text.trim().length < 4 || /^[\d.]{1,7}$/.test(text) ? { alone: text } : text;
}

/** Makes external text safe for a message. `most` is the maximum number of characters. */
export type Redactor = (text: string, most?: number) => string;

/** Redacts the parts of messages that come from a response. */
export interface Redaction {
  /** Redacts external text. */
  readonly redactText: Redactor;
  /** Redacts identifiers that the service created, such as a RequestID. Support needs them, so short secrets are not redacted. */
  readonly redactServiceId: (identifier: string) => string;
  /** Redacts identifiers from the program. An identifier that is itself a secret is redacted, even if it is short. */
  readonly redactInput: (identifier: string, spelled?: string) => string;
}

/** Creates the functions that redact the given secrets in the messages and logs of a request. */
export function redactionOf(secrets: readonly SecretText[]): Redaction {
  const redactId = redactor(secrets.filter(isUnmistakable));
  const blankLong = identifierRedactor(secrets);
  return {
    redactText: redactor(secrets),
    redactServiceId: (identifier) => redactId(identifier, 200),
    redactInput: (given, spelled = given) => (secrets.includes(given) ? mark : blankLong(spelled)),
  };
}

/**
 * Returns a function for external text, which truncates the text, puts it on one line, and redacts all given secrets. Secrets match in any
 * case, and so do their beginnings and ends. If the text contains a secret in a different encoding, all of it is withheld.
 */
export function redactor(secrets: readonly SecretText[]): Redactor {
  const findSecrets = finder(secrets);
  return (text, most = maxTextLength) => {
    const line = toOneLine(text.slice(0, most + lookaheadChars));
    const places = findSecrets(line);
    if (holdsDecoded(line, places, findSecrets)) return withheld;
    const blanked = blank(line, places).trim();
    const left = Math.max(0, text.length - most - lookaheadChars);
    // Text is truncated only once.
    return left === 0 && blanked.length <= most * 1.05 ? blanked : cut(blanked, most, left);
  };
}

/** Returns a function that searches a text for secrets, both in plain form and decoded. */
export function secretSearch(secrets: readonly SecretText[]): (text: string) => boolean {
  const findSecrets = finder(secrets);
  return (text) => {
    const line = toOneLine(text);
    const places = findSecrets(line);
    return places.length > 0 || holdsDecoded(line, places, findSecrets);
  };
}

/** Returns a function for graphplane's own messages, which redacts secrets of at least eight characters in the spelling of these messages. */
export function identifierRedactor(secrets: readonly SecretText[]): (sentence: string) => string {
  return sentenceBlanker(secrets.filter(isUnmistakable), () => true);
}

/**
 * Returns a function for graphplane's own messages, which redacts the given identifiers in quotes, path segments, and query values. A long
 * identifier that contains a digit cannot be a word, and is redacted everywhere.
 */
export function valueRedactor(identifiers: readonly string[]): (sentence: string) => string {
  const blankUnlikeWords = identifierRedactor(identifiers.filter((identifier) => /\d/.test(identifier)));
  const blankValues = sentenceBlanker(
    identifiers,
    (before, after) => (/["'`]/.test(before) && /^\\*["'`]/.test(after)) || (/[/=]/.test(before) && !/^[\w%~-]/.test(after)),
  );
  return (sentence) => blankValues(blankUnlikeWords(sentence));
}

const isUnmistakable = (secret: SecretText): secret is string => typeof secret === "string" && secret.trim().length >= minUniqueLength;

function blank(text: string, places: readonly TextRange[], by = mark): string {
  let blanked = "";
  let end = 0;
  for (const { from, to } of [...places].sort((a, b) => a.from - b.from)) {
    if (from >= end) blanked += text.slice(end, from) + by;
    end = Math.max(end, to);
  }
  return blanked + text.slice(end);
}

/** Returns the beginning of redacted text, followed by the number of omitted characters. */
function cut(blanked: string, most: number, left: number): string {
  const end = Math.max(most, blanked.lastIndexOf(mark, most - 1) + mark.length);
  const beginning = blanked.slice(0, end).replace(/[\ud800-\udbff]$/, "");
  const more = blanked.length - beginning.length + left;
  return more === 0 ? beginning : `${beginning}… (${more} more characters)`;
}

/** Returns a function that redacts strings in graphplane's own messages, whether plain, in JSON, or in a path. */
function sentenceBlanker(texts: readonly string[], fits: (before: string, after: string) => boolean): (sentence: string) => string {
  const spelled = new Map<string, readonly string[]>();
  const spellingsOf = (text: string) => {
    const known = spelled.get(text) ?? spellingsOfOurs(text);
    spelled.set(text, known);
    return known;
  };
  return (sentence) => {
    // A longer string cannot be in the sentence.
    const spellings = texts.filter((text) => text.length <= sentence.length).flatMap(spellingsOf);
    if (spellings.length === 0) return sentence;
    const folded = fold(sentence);
    const places = spellings.flatMap((spelling) => {
      const found: TextRange[] = [];
      for (let from = folded.indexOf(spelling); from >= 0; from = folded.indexOf(spelling, from + 1)) {
        const to = from + spelling.length;
        if (fits(folded.slice(Math.max(0, from - 1), from), folded.slice(to, to + 20))) found.push({ from, to, whole: true });
      }
      return found;
    });
    return blank(sentence, places.filter(outsideOfMarks(sentence)));
  };
}

function spellingsOfOurs(text: string): string[] {
  const inJson = (one: string) => JSON.stringify(one).slice(1, -1);
  const whole = [...new Set([text, text.trim()])].filter((one) => one !== "");
  const spelled = whole.flatMap((one) => [one, inJson(one), inJson(inJson(one)), encodeURIComponent(one.toWellFormed())]);
  return [...new Set(spelled.map(fold))];
}

/** Returns true if the text contains a secret only in decoded form. */
function holdsDecoded(line: string, places: readonly TextRange[], findSecrets: Finder): boolean {
  const shows = (plain: readonly TextRange[], counts: (place: TextRange, text: string) => boolean) =>
    [...decodings(blank(line, plain, "\n"))].map(toOneLine).some((text) => findSecrets(text).some((place) => counts(place, text)));
  const long = places.filter(({ from, to, whole }) => whole && to - from >= minUniqueLength);
  const textAt = ({ from, to }: TextRange, text: string) => fold(text.slice(from, to));
  const known = new Set(places.filter((place) => !long.includes(place)).map((place) => textAt(place, line)));
  // A short or partial match can be a part of an encoded secret, which can only be decoded as a whole.
  return (
    shows(places, () => true) ||
    (long.length < places.length && shows(long, (place, text) => place.whole && !known.has(textAt(place, text))))
  );
}
