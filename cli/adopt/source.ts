/** The text of TypeScript expressions, one property a line. Pure; any text may go in, none comes out as code. */

/** Code that is written unchanged: an identifier, or a literal made here. */
export interface Code {
  readonly code: string;
}

/** An entry of an object: a key (a text, or code for a computed one) with a value, or code such as `workspaceId`. */
export type Entry = readonly [string | Code, Expression] | Code;
export type Expression = Code | { readonly entries: readonly Entry[] } | { readonly items: readonly Expression[] };

/** The expression of a JSON value. */
export function expressionOf(value: unknown): Expression {
  if (typeof value === "string") return { code: text(value) };
  if (Array.isArray(value)) return { items: value.map(expressionOf) };
  if (typeof value === "object" && value !== null)
    return { entries: Object.entries(value).map(([key, item]) => [key, expressionOf(item)]) };
  return { code: String(JSON.stringify(value) ?? "undefined") };
}

/** A text as a literal. Characters that are invisible, end a line or turn the direction of writing are escaped. */
export function text(value: string): string {
  return JSON.stringify(value).replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu, escapeText);
}

function escapeText(character: string): string {
  return Array.from({ length: character.length }, (_, index) => `\\u${character.charCodeAt(index).toString(16).padStart(4, "0")}`).join("");
}

/** The key of an object, before its colon. */
export function key(name: string): string {
  if (name === "__proto__") return '["__proto__"]';
  return isPlain(name) ? name : text(name);
}

/** The access to a key, after an expression. */
export function member(name: string): string {
  return isPlain(name) ? `.${name}` : `[${text(name)}]`;
}

function isPlain(name: string): boolean {
  return /^[A-Za-z_$][\w$]*$/.test(name) && name !== "__proto__";
}

/** The expression; `indent` is that of the line on which it begins. */
export function print(expression: Expression, indent = ""): string {
  if ("code" in expression) return expression.code;
  const isList = "items" in expression;
  const inner = `${indent}  `;
  const parts = isList ? expression.items.map((item) => print(item, inner)) : expression.entries.map((entry) => printEntry(entry, inner));
  const [open, close] = isList ? "[]" : "{}";
  return parts.length === 0 ? `${open}${close}` : `${open}\n${parts.map((part) => `${inner}${part},\n`).join("")}${indent}${close}`;
}

function printEntry(entry: Entry, indent: string): string {
  if ("code" in entry) return entry.code;
  const [name, value] = entry;
  return `${typeof name === "string" ? key(name) : `[${name.code}]`}: ${print(value, indent)}`;
}
