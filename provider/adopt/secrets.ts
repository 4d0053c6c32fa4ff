import { isMasked, parseJson } from "../values/json";
import { signatureKey } from "../values/assets";

/** Detects values that must not be, or cannot be, written to a program. Pure. */

/** Words that match only as a whole, because they are also parts of other words, such as "compass" and "author". */
const secretWords = new Set(["auth", "authorization", "bearer", "cookie", "jwt", "pass", "pin", "pw", "secret", "token"]);

/** Matches names in lower case without separators, such as "dbpassword" and "clientsecret", but not "secretary" or "tokenizer". */
const secretParts =
  /pass(w(or)?d|phrase|code)|pwd|secret(?!ar[iy])|token(?!i[sz][aei])|credential|(api|access|private|secret|signing|encryption|ssh|license|account|master)key/;

const secretValues = [
  /-----BEGIN [A-Z ]*PRIVATE KEY/,
  /^eyJ[\w-]{8,}\.[\w-]+/,
  /\b(AKIA|ASIA)[A-Z0-9]{12,}/,
  /^(sk|pk|rk|ghp|gho|ghs|glpat|xox[a-z])[-_][\w-]{12,}/,
  /^(bearer|basic|gsql-secret) \S{8,}/i,
  /:\/\/[^/\s:@]*:[^/\s@]+@/,
  /\b(password|pwd|secret|token|sig|accountkey|sharedaccesskey)=[^\s;&]+/i,
];

/** A name and its value in YAML, an environment file or truncated JSON. The value is not a number or a boolean. */
const namedText = /([A-Za-z][\w-]*)["']?\s*[:=]\s*["']?(?!(?:true|false|null|\d[\d.]*)\s*(?:[,}\]\n]|$))[^\s"',}\]]/g;

/** Returns true if the name indicates a secret: `apiKey`, `db_pass`, `PGPASSWORD`, `password1`. */
export function secretName(name: string): boolean {
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replace(/([A-Z])([A-Z][a-z])/g, "$1 $2")
    .split(/[^A-Za-z]+/)
    .map((word) => word.toLowerCase());
  const singular = words.map((word) => word.replace(/s$/, ""));
  return [...words, ...singular].some((word) => secretWords.has(word)) || secretParts.test(words.join(""));
}

/** An e-mail address anywhere in a string, even in a JSON string. */
const address = /[^\s"@]+@[^\s"@]+\.[^\s"@]+/u;

/** Returns true if a value contains an e-mail address in a key or a value, at any depth. */
export function holdsAddress(value: unknown): boolean {
  return address.test(JSON.stringify(value) ?? "");
}

export function hideAddresses(text: string): string {
  return text.replace(new RegExp(address, "gu"), "[hidden]");
}

/** Explains why a program must not contain a value; undefined if it can. `known` returns true if a string contains a credential in use. */
export function whyPrivate(value: unknown, known: (text: string) => boolean): string | undefined {
  if (isMasked(value)) return "the service returns it masked (***)";
  if (looksSecret(value, known)) return "it looks like a secret";
  return holdsAddress(value) ? "it contains an e-mail address" : undefined;
}

/** Explains why arguments cannot or must not be declared; undefined if they can. */
export function whyUndeclarable(args: unknown, { safeParse }: Arguments, known: (text: string) => boolean): string | undefined {
  const isAccepted = safeParse(args).success;
  return (isAccepted ? whyUnwritable(args) : "the service returns a value that its argument does not accept") ?? whyPrivate(args, known);
}

interface Arguments {
  readonly safeParse: (args: unknown) => { readonly success: boolean };
}

/**
 * Returns true for a string that has the name or the format of a secret, and for a document that contains such a string. Numbers and
 * booleans are never considered secret.
 */
function looksSecret(value: unknown, known: (text: string) => boolean, under = false): boolean {
  if (typeof value === "string") {
    if (value === "") return false;
    if (under || known(value) || secretValues.some((pattern) => pattern.test(value))) return true;
    const parsed = parseJson(value);
    return parsed === undefined ? [...value.matchAll(namedText)].some(([, name = ""]) => secretName(name)) : looksSecret(parsed, known);
  }
  if (typeof value !== "object" || value === null) return false;
  return Object.entries(value).some(([name, item]) => known(name) || looksSecret(item, known, under || secretName(name)));
}

/** Explains why source code cannot express the value; undefined if it can. */
export function whyUnwritable(value: unknown): string | undefined {
  if (typeof value === "string") return value.isWellFormed() ? undefined : "it is not well-formed Unicode";
  if (typeof value === "number")
    return Number.isInteger(value) && !Number.isSafeInteger(value) ? "it is a number with too many digits to represent exactly" : undefined;
  if (typeof value !== "object" || value === null) return undefined;
  return Object.entries(value)
    .map(([name, item]) => whyUnwritableName(name) ?? whyUnwritable(item))
    .find((why) => why !== undefined);
}

/** Explains why source code cannot express a key of this name; undefined if it can. */
export function whyUnwritableName(name: string): string | undefined {
  if (name === "__proto__" || name === signatureKey) return "its name is reserved by the language or the engine";
  return name.isWellFormed() ? undefined : "its name is not well-formed Unicode";
}
