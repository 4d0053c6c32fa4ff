import Big from "big.js";
import { z } from "zod";

/** The prices of a team, from the file of `--prices` (docs/costs.md). A number is read as the decimal that it is written as. */

const amount = z
  .union([z.number().min(0), z.string().regex(/^\d+(\.\d+)?$/, "must be a decimal number, such as 2.50")])
  .transform((value) => new Big(value));
const factor = amount.refine((value) => value.gt(0), "must be greater than 0");

export const pricesShape = z.strictObject({
  $schema: z.string().optional(),
  currency: z
    .string()
    .regex(/^[A-Za-z]{3}$|^\p{Sc}$/u, "must be a code such as USD, or a currency sign")
    .describe("The currency that is printed: a code such as USD, or a sign."),
  sizes: z.record(z.string(), amount).describe("The price of an hour, by size."),
  highAvailability: z
    .union([factor, z.record(z.string(), factor)])
    .optional()
    .describe("The factor for high availability: one for all sizes, or one for each."),
  addons: z.record(z.string(), factor).optional().describe("The factor for an enabled add-on, by its identifier."),
});
export type Prices = z.infer<typeof pricesShape>;

/** Reads the text of a prices file; `problem` says where it is wrong, and how. */
export function parsePrices(text: string): { readonly prices: Prices } | { readonly problem: string } {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    return { problem: `it is not JSON (${error instanceof Error ? error.message : String(error)})` };
  }
  const result = pricesShape.safeParse(json);
  if (result.success) return { prices: result.data };
  const [issue] = result.error.issues;
  return { problem: `${issue?.path.join(".") || "the file"}: ${issue?.message ?? "it has another shape"}` };
}
