import { readFile } from "node:fs/promises";
import Big from "big.js";
import type { Terminal } from "../command";
import { messageOf, systemReason, UsageError } from "../errors";
import type { Options } from "../options";
import { parsePrices } from "./inputs";
import type { Costs } from "./read";

/** The text without a byte-order mark; PowerShell 5 writes UTF-16 by default. */
export function decode(bytes: Buffer): string {
  const isUtf16 = bytes[0] === 0xff && bytes[1] === 0xfe;
  return bytes.toString(isUtf16 ? "utf16le" : "utf8").replace(/^\uFEFF/, "");
}

/** The text of a file; `origin` completes "the file that …" in the error's advice. */
export async function read(file: string, origin: string, { stopped }: Terminal): Promise<string> {
  const bytes = await readFile(file, { signal: stopped }).catch((error: unknown) => {
    throw new UsageError(
      `${JSON.stringify(file)} cannot be read (${systemReason(error) ?? messageOf(error)}); give the file that ${origin}.`,
    );
  });
  return decode(bytes);
}

/** The contents of a file that an option names; undefined without the option. */
export async function parseFile<T>(file: string | undefined, origin: string, parse: (text: string) => T, terminal: Terminal) {
  return file === undefined ? undefined : parseAs(JSON.stringify(file), parse, await read(file, origin, terminal));
}

/** Parses a text that an error calls by the given name. */
export function parseAs<T>(name: string, parse: (text: string) => T, text: string): T {
  try {
    return parse(text);
  } catch (error) {
    throw error instanceof UsageError ? new UsageError(`${name} ${error.message}`) : error;
  }
}

export const costOptions = {
  prices: { type: "string", value: "<file>", help: "price list (docs/costs.md); adds costs to the review" },
  "max-increase": {
    type: "string",
    value: "<amount>",
    help: "with --prices: the largest increase of the monthly cost; beyond it, or if a price is unknown, the exit code is 5",
  },
} as const satisfies Options;

/** The prices of a file, and the limit of `--max-increase`. */
export async function readCosts(file: string | undefined, limit: string | undefined, terminal: Terminal): Promise<Costs> {
  const prices = await parseFile(file, "holds the prices", parsePrices, terminal);
  if (limit === undefined) return { prices };
  if (prices === undefined) throw new UsageError("--max-increase needs --prices.");
  if (!/^\d+(\.\d+)?$/.test(limit))
    throw new UsageError(`--max-increase takes an amount such as 100 or 99.50, not ${JSON.stringify(limit)}.`);
  return { prices, maxIncrease: new Big(limit) };
}
