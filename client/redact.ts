/** A text that no error and no line may hold. One given as `alone` is blanked only where it stands alone. */
export type SecretText = string | { readonly alone: string };

/** A text inside of a secret value. A short one, or a short number, also stands in words and numbers that have nothing to do with it. */
export function partOf(text: string): SecretText {
  return text.trim().length < 4 || /^[\d.]{1,7}$/.test(text) ? { alone: text } : text;
}

/** Returns a function that blanks every given secret in a text: as it is, and as URLs, base64, JSON and HTML spell it, in either case, trimmed or not. */
export function redactor(secrets: readonly SecretText[]): (text: string) => string {
  // A text that is secret as a whole is blanked everywhere, however short: better an unreadable message than a told password.
  const anywhere = secrets.filter((secret) => typeof secret === "string");
  const alone = secrets.flatMap((secret) => (typeof secret === "string" || secret.alone.trim() === "" ? [] : [secret.alone]));
  const blankers = [blanker(anywhere, escaped, "gi"), blanker(alone, standingAlone, "giu")];
  return (text) => blankers.reduce((left, blank) => blank(left), text);
}

function blanker(secrets: readonly string[], patternOf: (spelling: string) => string, flags: string): (text: string) => string {
  const given = [...new Set(secrets)].filter((secret) => secret !== "");
  if (given.length === 0) return (text) => text;
  let any: RegExp | undefined;
  // Most requests succeed and have nothing to be told, so the spellings wait until a text is there.
  return (text) => text.replace((any ??= new RegExp(spellingsOf(given).map(patternOf).join("|"), flags)), "[redacted]");
}

/** Every spelling, the longest first. */
function spellingsOf(secrets: readonly string[]): string[] {
  // A service may trim what it is sent: the line break of a password that was read from a file.
  const whole = secrets.flatMap((secret) => [secret, secret.trim()]);
  return [...new Set(whole.flatMap(spell))].filter((spelling) => spelling !== "").sort((a, b) => b.length - a.length);
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
}

/** The pattern of a text that is no part of a word or a number. */
function standingAlone(text: string): string {
  const pattern = escaped(text);
  // Marks stand between words everywhere, so they are looked for as a whole word or a whole quoted text.
  if (/^[\s!-/:-@[-`{-~]*$/.test(text)) return `(?<=^|\\s)${pattern}(?=\\s|$)|(?<=["'\`])${pattern}(?=\\\\*["'\`])`;
  return `(?<![\\p{L}\\p{N}])${pattern}(?![\\p{L}\\p{N}])`;
}

function spell(secret: string): string[] {
  const bytes = Buffer.from(secret, "utf8");
  const url = encodeURIComponent(secret.toWellFormed());
  return [
    secret,
    url,
    url.replace(/[!'()*~]/g, (character) => `%${character.charCodeAt(0).toString(16)}`),
    url.replace(/%20/g, "+"),
    encodeURI(secret.toWellFormed()),
    JSON.stringify(secret).slice(1, -1),
    JSON.stringify(secret).slice(1, -1).replaceAll("/", "\\/"),
    secret.replace(/[&<>"']/g, (character) => entities[character] ?? character),
    bytes.toString("base64"),
    bytes.toString("base64").replace(/=+$/, ""),
    bytes.toString("base64url"),
  ];
}

const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
