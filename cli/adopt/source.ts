import { escapeInvisible } from "../words";

/** TypeScript source of values, one property a line. Pure: any text may be in a value, and none becomes code. */

/** Code that is printed without quotes: an identifier, or the access to a constant. */
export class Code {
  constructor(readonly code: string) {}
}

/** The key of a map whose value is an object of that name: its properties are spread. */
export class Spread extends Code {}

/** The expression of a JSON value. Parts of it may be {@link Code}, and a map is an object whose keys may be code. */
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

/** `.name`, or the name in quotes and brackets if it is no identifier. */
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
