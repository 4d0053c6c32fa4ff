import { parseObject } from "./json";

/**
 * Parses a JSON object without rounding numbers. Integers beyond ±(2^53 - 1) and numbers outside the range of a double become strings of
 * their digits. Numbers with a fraction or an exponent are doubles, as in any JSON. Undefined for anything but an object.
 */
export function parseExactly(json: string): Record<string, unknown> | undefined {
  const object = parseObject(json);
  return object === undefined || !/\d{16}|\de\+?\d{3}/i.test(json) ? object : parseObject(quoteInexact(json));
}

/** Quotes the numbers in valid JSON that would be rounded. */
function quoteInexact(json: string): string {
  let inString = false;
  return json.replace(/\\.|"|-?\d[\d.eE+-]*/g, (token) => {
    if (token === '"') inString = !inString;
    return token === '"' || inString || isExact(token) ? token : `"${token}"`;
  });
}

function isExact(numeral: string): boolean {
  const value = Number(numeral);
  return Number.isFinite(value) && (Number.isSafeInteger(value) || /[.e]/i.test(numeral));
}
