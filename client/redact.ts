/**
 * How secrets are kept out of messages.
 *
 * A text from outside may repeat anything that was sent: it is blanked where it enters a message, by {@link redactor}. Our own
 * words are never blanked: a one-letter password would make them unreadable, and would be spelled by what is missing. Where our
 * words name an object, the identifier is blanked as a whole, by {@link valueRedactor}. A RequestID is what support asks for, so
 * {@link identifierRedactor} leaves it whole but for secrets that are too long to stand in it by chance.
 */

/** A text that no error and no line may hold. One given as `alone` is blanked only where it stands alone. */
export type SecretText = string | { readonly alone: string };

/** From so many characters on a secret does not stand in an identifier by chance. */
const unmistakable = 8;

/** A text inside of a secret value. A short one, or a short number, also stands in words and numbers that have nothing to do with it. */
export function partOf(text: string): SecretText {
  return text.trim().length < 4 || /^[\d.]{1,7}$/.test(text) ? { alone: text } : text;
}

/** Keeps secrets out of what an answer contributes to messages. */
export interface Redaction {
  /** For texts from outside. */
  readonly redactText: (text: string) => string;
  /** For identifiers of the service, such as a RequestID. */
  readonly redactServiceId: (identifier: string) => string;
  /** For identifiers of the program, as a message spells them: one that is itself a secret is blanked however short. */
  readonly redactInput: (identifier: string, spelled?: string) => string;
}

/** The redaction that keeps the given secrets out of the messages and log lines of one request. */
export function redactionOf(secrets: readonly SecretText[]): Redaction {
  const identifier = identifierRedactor(secrets);
  return {
    redactText: redactor(secrets),
    redactServiceId: identifier,
    redactInput: (given, spelled = given) => (secrets.includes(given) ? mark : identifier(spelled)),
  };
}

/** For a text from outside. Returns a function that blanks every given secret in it: as it is, and as URLs, base64, JSON and HTML spell it, in either case, trimmed or not. */
export function redactor(secrets: readonly SecretText[]): (text: string) => string {
  // A text that is secret as a whole is blanked everywhere, however short: better an unreadable message than a printed password.
  const anywhere = secrets.filter((secret) => typeof secret === "string");
  const alone = secrets.flatMap((secret) => (typeof secret === "string" || secret.alone.trim() === "" ? [] : [secret.alone]));
  const blankers = [blanker(anywhere, oneOf, "gi"), blanker(alone, aloneRegExp, "giu")];
  return (text) => blankers.reduce((left, blank) => blank(left), text);
}

/** For identifiers of the service: blanks what is a secret of at least eight characters. */
export function identifierRedactor(secrets: readonly SecretText[]): (identifier: string) => string {
  const long = secrets.filter((secret) => typeof secret === "string" && secret.trim().length >= unmistakable);
  const key = JSON.stringify(long);
  // Every answer has an identifier, and most requests of a process have the same secrets: the API key alone.
  if (lastIdentifiers?.key !== key) lastIdentifiers = { key, redact: redactor(long) };
  return lastIdentifiers.redact;
}

let lastIdentifiers: { readonly key: string; readonly redact: (identifier: string) => string } | undefined;

/**
 * For sentences of our own: blanks the given identifiers where one stands as a value, which is quoted, or a segment of a path;
 * a long one with a digit, which is in no words of ours, wherever it stands.
 */
export function valueRedactor(identifiers: readonly string[]): (sentence: string) => string {
  const unlikeWords = identifiers.filter((identifier) => identifier.trim().length >= unmistakable && /\d/.test(identifier));
  const blankers = [blanker(unlikeWords, oneOf, "gi"), blanker(identifiers, valueRegExp, "gi")];
  return (sentence) => blankers.reduce((left, blank) => blank(left), sentence);
}

function blanker(secrets: readonly string[], patternOf: (spellings: readonly string[]) => string, flags: string): (text: string) => string {
  const given = [...new Set(secrets)].filter((secret) => secret !== "");
  if (given.length === 0) return (text) => text;
  let any: RegExp | undefined;
  // Most requests succeed and print nothing, so the spellings are made only when there is a text.
  // What was blanked before stays as it is, also where a secret is a part of the mark.
  const pattern = () => `${escapeRegExp(mark)}|${patternOf(spellingsOf(given))}`;
  // Looked ahead for, so that one is also found that begins within another.
  return (text) => blankAll(text, (any ??= new RegExp(`(?=(${pattern()}))`, flags)));
}

const mark = "[redacted]";

/** The text without what the pattern finds in it, and in what it is once its escapes are undone. */
function blankAll(text: string, any: RegExp): string {
  const found = viewsOf(text).flatMap(({ plain, place }) =>
    [...plain.matchAll(any)].map(({ 1: { length } = "", index }) => ({ from: place(index), to: place(index + length) })),
  );
  let blanked = "";
  let end = 0;
  for (const { from, to } of found.sort((a, b) => a.from - b.from)) {
    if (from >= end) blanked += text.slice(end, from) + mark;
    end = Math.max(end, to);
  }
  return blanked + text.slice(end);
}

/** A text as it is once some of its escapes are undone. */
interface View {
  readonly plain: string;
  /** Where in the given text the character at an index of the plain one begins. */
  readonly place: (index: number) => number;
}

/** How a character is escaped, in a group, and which one it is. */
type Encoding = readonly [RegExp, (escape: string) => string];

const ofUrl = "%[0-7][\\da-f]|%[c-f][\\da-f](?:%[89ab][\\da-f]){1,3}";
const encodings: readonly Encoding[] = [
  [/(\\(?:u[\da-fA-F]{4}|["\\/bfnrt]))/, (escape) => JSON.parse(`"${escape}"`) as string],
  [/(&(?:amp|lt|gt|quot|apos|#\d{1,7}|#x[\da-f]{1,6});)/i, (escape) => characterOf(escape.slice(1, -1).toLowerCase()) ?? escape],
  [new RegExp(`(${ofUrl})`, "i"), decodeBytes],
  [new RegExp(`(\\+|${ofUrl})`, "i"), (escape) => (escape === "+" ? " " : decodeBytes(escape))],
];

/** The text as it is, and as each encoding reads it; twice, since what is escaped is often quoted once more. */
function viewsOf(text: string): View[] {
  const given: View = { plain: text, place: (index) => index };
  const undone = encodings.flatMap((encoding) => {
    const once = undo(given, encoding);
    return [...once, ...once.flatMap((view) => undo(view, encoding))];
  });
  return [given, ...undone];
}

/** The view with the escapes undone; none where there are none. */
function undo({ plain, place }: View, [escape, decode]: Encoding): View[] {
  const pieces = plain.split(escape);
  if (pieces.length === 1) return [];
  const places: number[] = [];
  let at = 0;
  let decoded = "";
  for (const [index, piece] of pieces.entries()) {
    const escaped = index % 2 === 1;
    const characters = escaped ? decode(piece) : piece;
    for (let unit = 0; unit < characters.length; unit++) places.push(place(escaped ? at : at + unit));
    at += piece.length;
    decoded += characters;
  }
  return [{ plain: decoded, place: (index) => places[index] ?? place(at) }];
}

function decodeBytes(escape: string): string {
  return Buffer.from(escape.replaceAll("%", ""), "hex").toString("utf8");
}

const entities: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

/** The character that HTML calls so. */
function characterOf(entity: string): string | undefined {
  const code = Number(entity.replace("#", "0"));
  return code <= 0x10ffff ? String.fromCodePoint(code) : entities[entity];
}

/** What is looked for, the longest first. */
function spellingsOf(secrets: readonly string[]): string[] {
  // A service may trim what it is sent: the line break of a password that was read from a file. Half a character is sent as U+FFFD.
  const whole = secrets.flatMap((secret) => [secret, secret.trim(), secret.toWellFormed(), secret.trim().toWellFormed()]);
  return [...new Set(whole.flatMap(spellings).flatMap(chunks))].sort((a, b) => b.length - a.length);
}

/** A text in parts of about one length. A pattern of many kB is refused, with an error that prints it. */
function chunks(text: string): string[] {
  const count = Math.ceil(text.length / longestPattern);
  const edge = (index: number) => Math.floor((index * text.length) / count);
  return Array.from({ length: count }, (_, index) => text.slice(edge(index), edge(index + 1)));
}

const longestPattern = 1000;

function escapeRegExp(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
}

/** The pattern of any of the texts; nothing fits where there are none. */
function oneOf(texts: readonly string[]): string {
  return `(?:${texts.map(escapeRegExp).join("|") || "(?!)"})`;
}

/** The pattern of texts that are no part of a word or a number. */
function aloneRegExp(texts: readonly string[]): string {
  const words = oneOf(texts.filter((text) => !onlyMarks.test(text)));
  // Marks stand between words everywhere, so they are looked for as a whole word or a whole quoted text.
  const marks = oneOf(texts.filter((text) => onlyMarks.test(text)));
  return `(?<![\\p{L}\\p{N}])${words}(?![\\p{L}\\p{N}])|(?<=^|\\s)${marks}(?=\\s|$)|(?<=["'\`])${marks}(?=\\\\*["'\`])`;
}

const onlyMarks = /^[\s!-/:-@[-`{-~]*$/;

/** The pattern of texts that are all that stands between quotes, or between the slashes of a path. */
function valueRegExp(texts: readonly string[]): string {
  const values = oneOf(texts);
  return `(?<=["'\`])${values}(?=\\\\*["'\`])|(?<=/)${values}(?![\\w%~-])`;
}

function spellings(secret: string): string[] {
  const base64 = Buffer.from(secret, "utf8").toString("base64");
  return [secret, base64, base64.replace(/=+$/, ""), Buffer.from(secret, "utf8").toString("base64url")];
}
