/** Escapes names and values from programs, services and configuration, which can contain arbitrary characters. */

const maxNameLength = 200;
const maxUnbrokenLength = 30;
const minPieceLength = 10;

/** Formats text as inline code in Markdown, without markup, HTML, mentions or references. Escapes invisible and bidirectional characters. */
export function code(text: string, maxLength = maxNameLength): string {
  const shown = shorten(visible(text), maxLength);
  // A backtick ends a code span, a pipe ends a table cell, and hosts strip spaces at both ends of a span.
  if (shown !== "" && !/[`|]|^\s|\s$|^\\|\\$/.test(shown)) return `\`${shown}\``;
  return htmlCode(text, maxLength);
}

/** Formats text as inline code in a table cell, with line breaks in long text. */
export function cell(text: string, maxLength = maxNameLength): string {
  const shown = shorten(visible(text), maxLength);
  if ([...shown].length <= maxUnbrokenLength) return code(text, maxLength);
  return `<code>${breakable(shown).map(entities).join("<wbr>")}</code>`;
}

/** Splits long text at possible line breaks: after punctuation, and between the words of a name. */
function breakable(text: string): string[] {
  const parts = text.matchAll(/[A-Z]?[a-z0-9]{1,23}|[A-Z]{1,24}|[^A-Za-z0-9]{1,12}/gu);
  return Array.from(parts, ([part]) => part).reduce<string[]>((pieces, part) => {
    const last = pieces.at(-1);
    const joins = last !== undefined && (last.length < minPieceLength || /[^A-Za-z0-9]/.test(part)) && last.length + part.length <= 24;
    return joins ? [...pieces.slice(0, -1), `${last}${part}`] : [...pieces, part];
  }, []);
}

/** Formats text as inline code in HTML, such as in the summary of a `<details>` element. */
export function htmlCode(text: string, maxLength = maxNameLength): string {
  return `<code>${entities(shorten(visible(text), maxLength))}</code>`;
}

/** Formats a sentence as plain text in a table cell. Punctuation is followed by a break, to prevent links and mentions. */
export function prose(text: string, maxLength = maxNameLength): string {
  return entities(shorten(visible(text), maxLength)).replace(/;(?=[A-Za-z0-9])/g, ";<wbr>");
}

/** Formats text as a code block, truncated to a maximum length. The fence does not occur in the text. */
export function block(text: string, language = "", maxLength = Infinity): string {
  const shown = shorten(text.split("\n").map(visible).join("\n"), maxLength);
  const longest = Math.max(2, ...[...shown.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  return `${fence}${language}\n${shown}\n${fence}`;
}

const shortEscapes: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

/** Formats text for one line of a terminal or a log. Escapes characters that are invisible or move the cursor. */
export function visible(text: string): string {
  // Control characters, line separators, bidirectional marks, zero-width characters, lone surrogates.
  return text.replace(
    /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202f\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffb]|\p{Surrogate}|[\u{e0000}-\u{e0fff}]/gu,
    (character) => shortEscapes[character] ?? `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`,
  );
}

/** Escapes the message of a GitHub Actions workflow command: `::warning file=<property>::<message>`. */
export function commandMessage(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

export function commandProperty(text: string): string {
  return commandMessage(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}

/** Encodes text for an HTML comment: letters, digits, and a few characters that cannot end the comment. */
export function hideCharacters(text: string): string {
  return text.replace(/[^A-Za-z0-9._/-]/g, "_").replaceAll("--", "-_");
}

/** Truncates text to a maximum length, and appends the original length. */
export function shorten(text: string, maxLength: number): string {
  const characters = [...text];
  return characters.length <= maxLength ? text : `${characters.slice(0, maxLength).join("")}… (${characters.length} characters)`;
}

const entities = (text: string): string => text.replace(/[^A-Za-z0-9 \u0080-\uffff]/gu, (character) => `&#${character.codePointAt(0)};`);
