import { decodings } from "./decodings";
import { type Finder, finder, fold, mark, outsideOfMarks, type TextRange, type SecretText, toOneLine, unmistakable } from "./secret-finder";

/**
 * Keeps secrets out of messages.
 *
 * A text from outside may repeat anything that was sent, and be of any length: {@link redactor} cuts it, puts it on one line and
 * blanks it where it enters a message. Our own words are never blanked: a one-letter password would make them unreadable, and
 * would be spelled by what is missing. Where our words name an object, the identifier is blanked as a whole, by {@link valueRedactor}.
 */

export { type SecretText, toOneLine } from "./secret-finder";

/** The maximum number of characters that a message quotes of a text from outside. */
const longestText = 2000;

/** Characters behind a cut that are searched too: a secret that begins before it ends there, or shows enough of itself. */
const lookaheadChars = 2000;

/** Stands for a text that repeats a secret in another form than it was given in. */
const withheld = "[withheld: it repeats a secret in another form]";

/** A text inside a secret value. A short one, or a short number, also occurs in unrelated words and numbers. */
export function partOf(text: string): SecretText {
  return text.trim().length < 4 || /^[\d.]{1,7}$/.test(text) ? { alone: text } : text;
}

/** Makes a text from outside fit for a message; `most` is the number of characters from which on it is cut. */
export type Redactor = (text: string, most?: number) => string;

/** Keeps secrets out of what a response contributes to messages. */
export interface Redaction {
  /** For texts from outside. */
  readonly redactText: Redactor;
  /** For identifiers of the service, such as a RequestID: support asks for them, so short secrets stay in them. */
  readonly redactServiceId: (identifier: string) => string;
  /** For identifiers of the program, as a message spells them: an identifier that is itself a secret is blanked, however short. */
  readonly redactInput: (identifier: string, spelled?: string) => string;
}

/** The redaction that keeps the given secrets out of the messages and log lines of one request. */
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
 * For texts from outside. Returns a function that cuts a text, puts it on one line and blanks every given secret in it, in either
 * case, also one of which the service shows the beginning or the end. A text that holds one in another form is withheld as a whole.
 */
export function redactor(secrets: readonly SecretText[]): Redactor {
  const findSecrets = finder(secrets);
  return (text, most = longestText) => {
    const line = toOneLine(text.slice(0, most + lookaheadChars));
    const places = findSecrets(line);
    if (holdsDecoded(line, places, findSecrets)) return withheld;
    const blanked = blank(line, places).trim();
    const left = Math.max(0, text.length - most - lookaheadChars);
    // A text that was cut once is not cut again.
    return left === 0 && blanked.length <= most * 1.05 ? blanked : cut(blanked, most, left);
  };
}

/** Returns a function that searches a whole text for secrets, both as written and decoded. */
export function secretSearch(secrets: readonly SecretText[]): (text: string) => boolean {
  const findSecrets = finder(secrets);
  return (text) => {
    const line = toOneLine(text);
    const places = findSecrets(line);
    return places.length > 0 || holdsDecoded(line, places, findSecrets);
  };
}

/** For sentences of our own: blanks secrets of at least eight characters, as our words spell them. */
export function identifierRedactor(secrets: readonly SecretText[]): (sentence: string) => string {
  return sentenceBlanker(secrets.filter(isUnmistakable), () => true);
}

/**
 * For sentences of our own: blanks the given identifiers if they are quoted values, segments of a path or values of a query;
 * a long one with a digit, which none of our words contains, everywhere.
 */
export function valueRedactor(identifiers: readonly string[]): (sentence: string) => string {
  const blankUnlikeWords = identifierRedactor(identifiers.filter((identifier) => /\d/.test(identifier)));
  const blankValues = sentenceBlanker(
    identifiers,
    (before, after) => (/["'`]/.test(before) && /^\\*["'`]/.test(after)) || (/[/=]/.test(before) && !/^[\w%~-]/.test(after)),
  );
  return (sentence) => blankValues(blankUnlikeWords(sentence));
}

const isUnmistakable = (secret: SecretText): secret is string => typeof secret === "string" && secret.trim().length >= unmistakable;

function blank(text: string, places: readonly TextRange[], by = mark): string {
  let blanked = "";
  let end = 0;
  for (const { from, to } of [...places].sort((a, b) => a.from - b.from)) {
    if (from >= end) blanked += text.slice(end, from) + by;
    end = Math.max(end, to);
  }
  return blanked + text.slice(end);
}

/** The beginning of a blanked text, and the number of characters that are left out. */
function cut(blanked: string, most: number, left: number): string {
  const end = Math.max(most, blanked.lastIndexOf(mark, most - 1) + mark.length);
  const beginning = blanked.slice(0, end).replace(/[\ud800-\udbff]$/, "");
  const more = blanked.length - beginning.length + left;
  return more === 0 ? beginning : `${beginning}… (${more} more characters)`;
}

/** Returns a function that blanks texts in a sentence of our own, which spells them plainly, in JSON or in a path. */
function sentenceBlanker(texts: readonly string[], fits: (before: string, after: string) => boolean): (sentence: string) => string {
  const spelled = new Map<string, readonly string[]>();
  const spellingsOf = (text: string) => {
    const known = spelled.get(text) ?? spellingsOfOurs(text);
    spelled.set(text, known);
    return known;
  };
  return (sentence) => {
    // A longer text is not in it, and need not be spelled.
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

/** Returns true if a secret shows only once the text is decoded. */
function holdsDecoded(line: string, places: readonly TextRange[], findSecrets: Finder): boolean {
  const shows = (plain: readonly TextRange[], counts: (place: TextRange, text: string) => boolean) =>
    [...decodings(blank(line, plain, "\n"))].map(toOneLine).some((text) => findSecrets(text).some((place) => counts(place, text)));
  const long = places.filter(({ from, to, whole }) => whole && to - from >= unmistakable);
  const textAt = ({ from, to }: TextRange, text: string) => fold(text.slice(from, to));
  const known = new Set(places.filter((place) => !long.includes(place)).map((place) => textAt(place, line)));
  // A short or partial match may be inside an encoded secret, which no longer decodes without it.
  return (
    shows(places, () => true) ||
    (long.length < places.length && shows(long, (place, text) => place.whole && !known.has(textAt(place, text))))
  );
}
