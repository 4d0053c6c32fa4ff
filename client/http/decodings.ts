/** Decodes JSON, URL and HTML escapes, base64, and hexadecimal digits. Pure. */

/** Returns all decoded forms of a text. Texts are decoded up to twice, because escaped text is often quoted again. */
export function decodings(text: string): Set<string> {
  const once = decodeOnce(text);
  return new Set([...once, ...once.flatMap(decodeOnce)]);
}

function decodeOnce(text: string): string[] {
  return decoders.map((decode) => decode(text)).filter((decoded) => decoded !== text && decoded !== "");
}

const whitespace: Readonly<Record<string, string>> = { b: "\b", f: "\f", n: "\n", r: "\r", t: "\t" };
const entities: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

const decoders: readonly ((text: string) => string)[] = [
  (text) =>
    text.replace(/((?:\\x[\da-f]{2})+)|\\u([\da-f]{4})|\\(.)/gi, (_, bytes?: string, code?: string, one = "") =>
      bytes !== undefined ? decodeBytes(bytes) : code !== undefined ? characterOf(code, 16) : (whitespace[String(one)] ?? String(one)),
    ),
  (text) =>
    text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(amp|lt|gt|quot|apos));/gi, (_, digits?: string, code?: string, name = "") =>
      digits !== undefined
        ? characterOf(digits, 10)
        : code !== undefined
          ? characterOf(code, 16)
          : (entities[String(name).toLowerCase()] ?? ""),
    ),
  decodeUrl,
  (text) => decodeUrl(text.replaceAll("+", " ")),
  (text) => decodeRuns(text, /[\w+/-]{11,}/g, "base64", 4),
  (text) => decodeRuns(text, /[\da-f]{16,}/gi, "hex", 2),
];

function decodeUrl(text: string): string {
  return text.replace(/(?:%[\da-f]{2})+/gi, decodeBytes);
}

/** Decodes hexadecimal bytes as UTF-8 or, if invalid, as Latin-1. */
function decodeBytes(escaped: string): string {
  const bytes = Buffer.from(escaped.replace(/%|\\x/gi, ""), "hex");
  const text = bytes.toString("utf8");
  return text.includes("\ufffd") ? bytes.toString("latin1") : text;
}

function characterOf(code: string, radix: number): string {
  const point = parseInt(code, radix);
  return point <= 0x10ffff ? String.fromCodePoint(point) : "";
}

/** Returns the readable parts of text that might be encoded from an unknown position on. */
function decodeRuns(text: string, run: RegExp, encoding: "base64" | "hex", offsets: number): string {
  const decoded = [...text.matchAll(run)].flatMap(([found]) =>
    Array.from({ length: offsets }, (_, offset) => Buffer.from(found.slice(offset), encoding).toString("utf8")),
  );
  return decoded.flatMap((bytes) => bytes.match(/(?:[^\p{C}\ufffd]|\s){8,}/gu) ?? []).join("\n");
}
