import { isObject } from "./values";

/** Checks of request bodies against the types that API 4 states, as small composable tables. */

/** One thing wrong with a body: the field's path from the top, and why. */
export interface Problem {
  readonly field: string;
  readonly reason: string;
}

/** What is wrong with a value, and the value as the service takes it: a lenient one drops unknown keys and nulls. */
export interface Checked {
  readonly problems: readonly Problem[];
  readonly value: unknown;
}

/** Checks the value that stands at a field. */
export type Check = (value: unknown, field: string, lenient: boolean) => Checked;

function makeCheck(be: string, holds: (value: unknown, lenient: boolean) => boolean): Check {
  return (value, field, lenient) => ({ value, problems: holds(value, lenient) ? [] : [{ field, reason: `must be ${be}` }] });
}

/** A string. */
export const string = makeCheck("a string", (value) => typeof value === "string");

/** A boolean. */
export const boolean = makeCheck("a boolean", (value) => typeof value === "boolean");

/** An integer, with a least value where one is stated. */
export function integer(minimum = -Infinity): Check {
  const bound = minimum === -Infinity ? "an integer" : `an integer of at least ${minimum}`;
  return makeCheck(bound, (value) => Number.isInteger(value) && Number(value) >= minimum);
}

/** Any JSON object; a lenient service also takes a text. */
export const freeObject = makeCheck("an object", (value, lenient) => isObject(value) || (lenient && typeof value === "string"));

/** An array, each item checked. */
export function array(item: Check): Check {
  return (value, field, lenient) => {
    if (!Array.isArray(value)) return { value, problems: [{ field, reason: "must be an array" }] };
    const items = value.map((entry: unknown, index) => item(entry, `${field}[${index}]`, lenient));
    return { value: items.map((checked) => checked.value), problems: items.flatMap((checked) => checked.problems) };
  };
}

/** An object of known fields, some of them required. */
export function object(fields: Readonly<Record<string, Check>>, required: readonly string[] = []): Check {
  const refuseUnknownField = (value: unknown, field: string): Checked => ({ value, problems: [{ field, reason: "is not a known field" }] });
  return (value, field, lenient) => {
    if (!isObject(value)) return { value, problems: [{ field: field === "" ? "body" : field, reason: "must be an object" }] };
    const at = (name: string) => (field === "" ? name : `${field}.${name}`);
    const taken = Object.entries(value).filter(([name, inner]) => !lenient || (inner !== null && Object.hasOwn(fields, name)));
    const checked = taken.map(([name, inner]) => {
      const check = Object.hasOwn(fields, name) ? fields[name] : undefined;
      return [name, (check ?? refuseUnknownField)(inner, at(name), lenient)] as const;
    });
    const missing = required.filter((name) => !taken.some(([given]) => given === name));
    return {
      value: Object.fromEntries(checked.map(([name, inner]) => [name, inner.value])),
      problems: [...missing.map((name) => ({ field: at(name), reason: "is required" })), ...checked.flatMap(([, inner]) => inner.problems)],
    };
  };
}
