import { escapeInvisible } from "../words";

/** Generates TypeScript source for values, with one property per line. Pure. Text in a value never becomes code. */

/** Code without quotes: an identifier, or a member of a constant. */
export class Code {
  constructor(readonly code: string) {}
}

/** A map key that is printed as the spread of a constant: `...name`. */
export class Spread extends Code {}

/** Returns the expression of a JSON value. Parts of the value can be {@link Code}; a map is an object whose keys can be code. */
export function expression(value: unknown, indent = ""): string {
  if (value instanceof Code) return value.code;
  if (typeof value === "string") return text(value);
  if (typeof value !== "object" || value === null) return String(value);
  const deeper = `${indent}  `;
  const block = (open: string, lines: readonly string[], close: string) =>
    lines.length === 0 ? open + close : `${open}\n${lines.map((line) => `${deeper}${line},\n`).join("")}${indent}${close}`;
  const printed = (item: unknown) => expression(item, deeper);
  if (Array.isArray(value)) return block("[", value.map(printed), "]");
  const entries: [string | Code, unknown][] = value instanceof Map ? [...(value as Map<string | Code, unknown>)] : Object.entries(value);
  const properties = entries.map(([name, item]) => property(name, printed(item)));
  return block("{", properties, "}");
}

export function construct(kind: string, name: string | Code, args: object, dependsOn: readonly Code[] = [], indent = ""): string {
  const options = dependsOn.length === 0 ? "" : `, ${expression({ dependsOn }, indent)}`;
  return `new ${kind}(${expression(name)}, ${expression(args, indent)}${options})`;
}

/** Returns `.name`, or the name in quotes and brackets if it is not an identifier. */
export function member(name: string): string {
  return isPlain(name) ? `.${name}` : `[${text(name)}]`;
}

function property(name: string | Code, value: string): string {
  if (name instanceof Spread) return `...${name.code}`;
  if (name instanceof Code) return `[${name.code}]: ${value}`;
  if (name === value) return name;
  // A plain or quoted `__proto__` would set the prototype.
  return `${isPlain(name) ? name : name === "__proto__" ? '["__proto__"]' : text(name)}: ${value}`;
}

const isPlain = (name: string): boolean => /^[A-Za-z_$][\w$]*$/.test(name) && name !== "__proto__";

const text = (value: string): string => escapeInvisible(JSON.stringify(value));
