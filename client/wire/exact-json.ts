import { parseObject } from "./json";

/**
 * Parses a text that holds a JSON object, and rounds no number of it: an integer beyond ±(2^53 - 1) and a number that is out of a
 * double's range become strings of their own digits. A number with a fraction or an exponent is a double, as in any JSON.
 * Undefined for anything but an object.
 */
export function parseExactly(json: string): Record<string, unknown> | undefined {
  const object = parseObject(json);
  return object === undefined || !/\d{16}|\de\+?\d{3}/i.test(json) ? object : parseObject(quoteInexact(json));
}

/** The text is known to be JSON, so that its tokens can be split without parsing it. */
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
