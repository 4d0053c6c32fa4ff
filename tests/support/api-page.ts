import { readText } from "./repository";

/** The service as the tables of `docs/internals/api.md` describe it: the fields of its records, and its calls. */

/** Types by name, as the page writes them: `string`, `Workspace`, `array of Workspace`. */
export type PageFields = Readonly<Record<string, string>>;

/** One call of API 4, or of API 11, which has no number. */
export interface PageCall {
  readonly number: number | undefined;
  readonly method: string;
  /** From the base URL on, with its parameters in braces. */
  readonly path: string;
  /** A type as of a field, `null`, or `not shown`. */
  readonly result: string;
  /** The fields that its row names: those of the body, and those that show its outcome. A star stands for any end. */
  readonly fields: readonly string[];
  readonly statuses: readonly number[];
}

const cellsOf = (line: string) => (line.startsWith("|") ? line.split("|").slice(1, -1) : []).map((cell) => cell.trim());
const page = readText("docs/internals/api.md");
const lines = page.split("\n");
const namesIn = (text: string) => [...text.matchAll(/`([^`]+)`/g)].map(([, name = ""]) => name);
/** The sentence below the table, which lists the fields of one body. */
const [bodyBelow = ""] = /\*\*The body of endpoint 9\.\*\*[^.]*/.exec(page.replace(/All fields are optional: /, "")) ?? [];

/** Every record that has a table of fields, by its name without spaces. */
export function pageRecords(): Readonly<Record<string, PageFields>> {
  const records: Record<string, Record<string, string>> = {};
  let name = "";
  let fields: Record<string, string> | undefined;
  for (const line of lines) {
    name = (/^### [\d.]+ (.+)$/.exec(line) ?? /^\*\*(\w+)\*\*$/.exec(line))?.[1] ?? name;
    const [first = "", type = ""] = cellsOf(line);
    if (first === "field") fields = records[name.replace(/ (\w)/g, (_, letter: string) => letter.toUpperCase())] = {};
    else if (line === "") fields = undefined;
    else if (fields !== undefined) for (const [, field = ""] of first.matchAll(/`([^`]+)`/g)) fields[field] = type;
  }
  return records;
}

/** The calls of API 4 and 11, in their order. */
export const pageCalls: readonly PageCall[] = lines.flatMap((line) => {
  const cells = cellsOf(line);
  const number = /^\d+$/.test(cells[0] ?? "") ? Number(cells.shift()) : undefined;
  const [, method, path] = /^(GET|POST|PUT|DELETE) `(.+)`$/.exec(cells[0] ?? "") ?? [];
  if (method === undefined || path === undefined) return [];
  const [body = "", result = "", statuses = ""] = cells.slice(number === undefined ? 1 : 2);
  const [record = ""] = /^\w*/.exec(body) ?? [];
  const listed = record === "below" ? namesIn(bodyBelow) : Object.keys(pageRecords()[record] ?? {});
  return [
    {
      number,
      method,
      path: `/controller/v4/v2${path.replace(/^…/, "/workgroups/{workgroupID}")}`,
      fields: [...listed, ...namesIn(`${body} ${result}`)],
      // What follows explains it.
      result: (result.split(/[;,(]/)[0] ?? "").trim(),
      statuses: statuses.split(", ").filter(Boolean).map(Number),
    },
  ];
});

/** The records that the Results of these calls show, and those inside of them. */
export function recordsIn(calls: readonly PageCall[]): Readonly<Record<string, PageFields>> {
  const records = pageRecords();
  const found: Record<string, PageFields> = {};
  const add = (type: string): void => {
    const name = type.replace("array of ", "");
    const fields = records[name];
    if (fields === undefined || name in found) return;
    found[name] = fields;
    Object.values(fields).forEach(add);
  };
  for (const { result } of calls) add(result);
  return found;
}

/**
 * How a value differs from what the page says of its type, a line for each place: a field is `absent`, `null`, `not on the page`, or
 * of another type. The names of the records that were met are added to `met`.
 */
export function differencesFromPage(value: unknown, type: string, met = new Set<string>(), place = type): string[] {
  if (type === "not shown" || type === "as the call says") return [];
  const item = /^array of (.+)$/.exec(type)?.[1];
  if (item !== undefined) {
    if (!Array.isArray(value)) return [`${place} is ${nameOf(value)}, not an array`];
    return value.flatMap((one) => differencesFromPage(one, item, met));
  }
  if (/^[a-z]/.test(type)) return nameOf(value) === type ? [] : [`${place} is ${nameOf(value)}, not ${type}`];
  const fields = pageRecords()[type];
  if (fields === undefined) throw new Error(`docs/internals/api.md has no record ${type}, which is the type of ${place}.`);
  met.add(type);
  if (nameOf(value) !== "object") return [`${place} is ${nameOf(value)}, not an object`];
  const shown = value as Readonly<Record<string, unknown>>;
  const others = Object.keys(shown).filter((name) => !Object.hasOwn(fields, name));
  return [
    ...others.map((name) => `${type}.${name} is not on the page`),
    ...Object.entries(fields).flatMap(([name, inner]) => {
      if (!Object.hasOwn(shown, name)) return [`${type}.${name} is absent`];
      if (shown[name] === null) return [`${type}.${name} is null`];
      return differencesFromPage(shown[name], inner, met, `${type}.${name}`);
    }),
  ];
}

function nameOf(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  return Number.isInteger(value) ? "integer" : typeof value;
}
