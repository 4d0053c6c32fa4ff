import { z } from "zod";
import { identifier, typeName } from "../../validation";
import { isMasked } from "../../json";
import type { PendingState } from "../../pending";

export { addressOf, argumentOf } from "./review";

const configName = z
  .string()
  .min(1, "must not be empty")
  // It is looked up by a path that ends in it, and these two are steps there.
  .refine((name) => name !== "." && name !== "..", "must not be . or ..")
  .refine((name) => name.isWellFormed(), "must be well-formed Unicode");

const configValue = z
  .union([z.string(), z.record(z.string(), z.unknown())], {
    error: ({ input }) => (input === undefined ? "is required" : `must be a string or an object, got ${typeName(input)}`),
  })
  .refine((value) => !isMasked(value, /^\*{3,}$/), "contains ***, which is how the service shows a secret; give the secret itself");

/** What an `AddonConfiguration` may declare (API endpoints 3 to 5). */
export const addonConfigurationArguments = z.strictObject({
  installedAddonId: identifier,
  configName,
  configValue,
  adopt: z.boolean().optional(),
  deletionPolicy: z.enum(["retain", "delete"]).optional(),
});
export type AddonConfigurationArguments = z.infer<typeof addonConfigurationArguments>;

/** What state holds: what was declared and applied, and the identifier that the service gave. */
export interface AddonConfigurationState extends AddonConfigurationArguments {
  readonly configId: string;
  /** A value that was sent and is not seen yet; the next update goes on with it. */
  readonly __pending?: PendingState["__pending"];
}
