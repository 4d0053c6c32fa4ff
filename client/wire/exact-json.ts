import { parseObject } from "./json";

/**
 * Parses a JSON object without rounding numbers: an integer beyond ±(2^53 - 1) or a number outside a
 * double's range becomes a string of its digits. A number with a fraction or exponent is a double, as in any JSON.
 * Undefined for anything but an object.
 */
export function parseExactly(json: string): Record<string, unknown> | undefined {
  const object = parseObject(json);
  return object === undefined || !/\d{16}|\de\+?\d{3}/i.test(json) ? object : parseObject(quoteInexact(json));
}

/** Splits valid JSON into tokens without parsing it. */
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
