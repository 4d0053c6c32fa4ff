/** Escapes names and values, which come from programs, services and configuration, and can contain anything. */

const maxNameLength = 200;
const maxUnbrokenLength = 30;
const minPieceLength = 10;

/** A text as inline Markdown code, without markup, HTML, mentions or references. Invisible and bidirectional characters are escaped. */
export function code(text: string, maxLength = maxNameLength): string {
  const shown = shorten(visible(text), maxLength);
  // A code span ends at its own quotes, a table's cell at a bar, and hosts drop spaces at a span's edges.
  if (shown !== "" && !/[`|]|^\s|\s$|^\\|\\$/.test(shown)) return `\`${shown}\``;
  return htmlCode(text, maxLength);
}

/** A text as inline code in a cell of a table: a long one can be broken, so that it does not push other columns away. */
export function cell(text: string, maxLength = maxNameLength): string {
  const shown = shorten(visible(text), maxLength);
  if ([...shown].length <= maxUnbrokenLength) return code(text, maxLength);
  return `<code>${breakable(shown).map(entities).join("<wbr>")}</code>`;
}

/** The pieces between which a long text can be broken: after signs, and between the words of a name. */
function breakable(text: string): string[] {
  const parts = text.match(/[A-Z]?[a-z0-9]{1,23}|[A-Z]{1,24}|[^A-Za-z0-9]{1,12}/gu) ?? [];
  return parts.reduce<string[]>((pieces, part) => {
    const last = pieces.at(-1);
    const joins = last !== undefined && (last.length < minPieceLength || /^[^A-Za-z0-9]/.test(part)) && last.length + part.length <= 24;
    return joins ? [...pieces.slice(0, -1), `${last}${part}`] : [...pieces, part];
  }, []);
}

/** A text as inline code in HTML, e.g. in the summary of a fold. */
export function htmlCode(text: string, maxLength = maxNameLength): string {
  return `<code>${entities(shorten(visible(text), maxLength))}</code>`;
}

/** A sentence as plain text in a cell of a table. A break follows each sign, so that no host links or mentions anything. */
export function prose(text: string, maxLength = maxNameLength): string {
  return entities(shorten(visible(text), maxLength)).replace(/;(?=[A-Za-z0-9])/g, ";<wbr>");
}

/** A text in a block of code, cut at a number of characters, with a fence that does not occur in it. */
export function block(text: string, language = "", maxLength = Infinity): string {
  const shown = shorten(text.split("\n").map(visible).join("\n"), maxLength);
  const longest = Math.max(2, ...[...shown.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  return `${fence}${language}\n${shown}\n${fence}`;
}

const shortEscapes: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

/** A text for one line of a terminal or a log: no character in it moves the cursor or is invisible. */
export function visible(text: string): string {
  // Controls, separators of lines, directions of writing, characters without width, halves of pairs.
  return text.replace(
    /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202f\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffb]|\p{Surrogate}|[\u{e0000}-\u{e0fff}]/gu,
    (character) => shortEscapes[character] ?? `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`,
  );
}

/** The data of a workflow command of GitHub Actions: `::warning file=<property>::<message>`. */
export function commandMessage(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

export function commandProperty(text: string): string {
  return commandMessage(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}

/** A text in a hidden comment of HTML: letters, digits and a few signs that cannot end it. */
export function hideCharacters(text: string): string {
  return text.replace(/[^A-Za-z0-9._/-]/g, "_").replaceAll("--", "-_");
}

/** The text, cut at a number of characters; the end states how many there were. */
export function shorten(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const characters = [...text];
  return characters.length <= maxLength ? text : `${characters.slice(0, maxLength).join("")}… (${characters.length} characters)`;
}

const entities = (text: string): string => text.replace(/[^A-Za-z0-9 \u0080-\uffff]/gu, (character) => `&#${character.codePointAt(0)};`);
