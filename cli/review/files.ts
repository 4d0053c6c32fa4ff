import { readFile } from "node:fs/promises";
import Big from "big.js";
import type { Terminal } from "../command";
import { messageOf, systemReason, UsageError } from "../errors";
import type { Options } from "../options";
import { parsePrices } from "./inputs";
import type { Costs } from "./read";

export const costOptions = {
  prices: { type: "string", value: "<file>", help: "a price list, to add costs to the review" },
  "max-increase": {
    type: "string",
    value: "<amount>",
    help: "with --prices: the limit for the increase of the monthly cost; above it, or if a price is unknown, the exit code is 5",
  },
} as const satisfies Options;

/** Reads the price file, and parses the limit of `--max-increase`. */
export async function readCosts(file: string | undefined, limit: string | undefined, { stopped }: Terminal): Promise<Costs> {
  const prices = file === undefined ? undefined : parsePrices(file, await textOf(file, stopped));
  if (limit === undefined) return { prices };
  if (prices === undefined) throw new UsageError("--max-increase needs --prices.");
  if (!/^\d+(\.\d+)?$/.test(limit))
    throw new UsageError(`--max-increase must be an amount such as 100 or 99.50, not ${JSON.stringify(limit)}.`);
  return { prices, maxIncrease: new Big(limit) };
}

async function textOf(file: string, signal: AbortSignal): Promise<string> {
  const bytes = await readFile(file, { signal }).catch((error: unknown) => {
    throw new UsageError(`--prices: cannot read ${JSON.stringify(file)} (${systemReason(error) ?? messageOf(error)}).`);
  });
  // PowerShell 5 writes UTF-16 by default.
  const isUtf16 = bytes[0] === 0xff && bytes[1] === 0xfe;
  return bytes.toString(isUtf16 ? "utf16le" : "utf8").replace(/^\uFEFF/, "");
}
