/** Text of TypeScript expressions, laid out as prettier lays them out. Pure; any text may go in, none can come out as code. */

/** Code that is written as it is: an identifier, or a literal that was made here. */
export interface Code {
  readonly code: string;
}

/** An entry of an object: a key (a text, or code for a computed one) with a value, or code such as `...common`. */
export type Entry = readonly [string | Code, Expression] | Code;
export type Expression =
  Code | { readonly entries: readonly Entry[]; readonly spread?: boolean } | { readonly items: readonly Expression[] };

const width = 80;

/** The expression of a JSON value. */
export function expressionOf(value: unknown): Expression {
  if (typeof value === "string") return { code: text(value) };
  if (Array.isArray(value)) return { items: value.map(expressionOf) };
  if (typeof value === "object" && value !== null)
    return { entries: Object.entries(value).map(([key, item]) => [key, expressionOf(item)]) };
  return { code: String(JSON.stringify(value) ?? "undefined").replace("e+", "e") };
}

/** A text as a literal in the quotes that need fewer escapes. Whatever is invisible, ends a line or turns the direction of writing is escaped. */
export function text(value: string): string {
  const inner = JSON.stringify(value)
    .slice(1, -1)
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu, escapeText);
  const single = value.split('"').length > value.split("'").length;
  return single
    ? `'${inner.replace(/\\(.)|'/g, (found, after?: string) => (after === '"' ? '"' : found === "'" ? "\\'" : found))}'`
    : `"${inner}"`;
}

function escapeText(character: string): string {
  return Array.from({ length: character.length }, (_, index) => `\\u${character.charCodeAt(index).toString(16).padStart(4, "0")}`).join("");
}

/** A text as a comment may hold it, on one line. */
export function quoteText(value: string): string {
  const short = [...value.toWellFormed()];
  return text(short.length > 60 ? `${short.slice(0, 60).join("")}…` : value);
}

/** The key of an object as it stands before the colon. */
export function key(name: string): string {
  if (name === "__proto__") return '["__proto__"]';
  return isPlain(name) ? name : text(name);
}

/** The access to a key, behind an expression. */
export function member(name: string): string {
  return isPlain(name) ? `.${name}` : `[${text(name)}]`;
}

function isPlain(name: string): boolean {
  return /^[A-Za-z_$][\w$]*$/.test(name) && name !== "__proto__";
}

/** The expression on one line where it fits between `before` and `after`, else on several. `indent` is that of the line it begins on. */
export function print(expression: Expression, indent: string, before: string, after: string): string {
  const flat = onOneLine(expression);
  if (flat !== undefined && columns(before + flat + after) <= width) return flat;
  const deeper = `${indent}  `;
  if ("entries" in expression) {
    if (expression.entries.length === 0) return "{}";
    return `{\n${expression.entries.map((entry) => `${deeper}${printEntry(entry, deeper)},\n`).join("")}${indent}}`;
  }
  if ("items" in expression) {
    if (expression.items.length === 0) return "[]";
    if (isNumbers(expression.items))
      return `[\n${fillLines(
        expression.items.map(({ code }) => code),
        deeper,
      )}\n${indent}]`;
    return `[\n${expression.items.map((item) => `${deeper}${print(item, deeper, deeper, ",")},\n`).join("")}${indent}]`;
  }
  return expression.code;
}

/** The statement that constructs a resource of the kind; `name` is code. */
export function construct(kind: string, name: string, args: Expression, indent: string): string {
  const head = `new ${kind}(${name}, `;
  return `${head}${print(args, indent, indent + head, ");")});`;
}

/** The statement that declares a constant. */
export function constant(name: string, value: Expression): string {
  const head = `const ${name} = `;
  return `${head}${print(value, "", head, ";")};`;
}

function printEntry(entry: Entry, indent: string): string {
  if ("code" in entry) return entry.code;
  const name = `${keyText(entry[0])}: `;
  const value = print(entry[1], indent, indent + name, ",");
  // A long text goes on a line of its own.
  if ("code" in entry[1] && columns(`${indent}${name}${value},`) > width) return `${name.trimEnd()}\n${indent}  ${value}`;
  return name + value;
}

function keyText(name: string | Code): string {
  return typeof name === "string" ? key(name) : `[${name.code}]`;
}

/** Undefined where it must stand on several lines. */
function onOneLine(expression: Expression): string | undefined {
  if ("code" in expression) return expression.code;
  if ("entries" in expression) {
    if (expression.spread === true) return undefined;
    const parts = expression.entries.map((entry) => {
      if ("code" in entry) return entry.code;
      const value = onOneLine(entry[1]);
      return value === undefined ? undefined : `${keyText(entry[0])}: ${value}`;
    });
    if (parts.includes(undefined)) return undefined;
    return parts.length === 0 ? "{}" : `{ ${parts.join(", ")} }`;
  }
  const { items } = expression;
  const rows =
    items.length > 1 &&
    (items.every((item) => "entries" in item && item.entries.length > 1) ||
      items.every((item) => "items" in item && item.items.length > 1));
  const parts = items.map(onOneLine);
  return rows || parts.includes(undefined) ? undefined : `[${parts.join(", ")}]`;
}

function isNumbers(items: readonly Expression[]): items is readonly Code[] {
  return items.length > 1 && items.every((item) => "code" in item && /^-?\d/.test(item.code));
}

/** As many to a line as fit. */
function fillLines(parts: readonly string[], indent: string): string {
  const lines: string[] = [];
  for (const part of parts) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + part.length + 2 <= width) lines[lines.length - 1] = `${last} ${part},`;
    else lines.push(`${indent}${part},`);
  }
  return lines.join("\n");
}

/** How wide a text is: letters of East Asian scripts take two columns, marks none. */
function columns(line: string): number {
  const last = line.slice(line.lastIndexOf("\n") + 1);
  return [...last].reduce(
    (sum, letter) =>
      sum +
      (/\p{M}/u.test(letter)
        ? 0
        : /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u.test(
              letter,
            )
          ? 2
          : 1),
    0,
  );
}
