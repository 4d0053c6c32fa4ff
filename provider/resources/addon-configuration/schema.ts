import { z } from "zod";
import { identifier, typeName } from "../../validation";
import { isMasked } from "../../json";
import { segment } from "../../messages";
import type { PendingState } from "../../pending";

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

/** The path of its look-up (endpoint 5), by which lines name it. */
export function addressOf({ installedAddonId, configName }: Partial<Record<"installedAddonId" | "configName", unknown>>): string {
  return `/installed-addons/${segment(installedAddonId)}/configs/${segment(configName)}`;
}

/** The argument that a field or a parameter of the service is declared by. */
export function argumentOf(wireField: string): string | undefined {
  return new Map([
    ["config_name", "configName"],
    ["configName", "configName"],
    ["config_value", "configValue"],
    ["installedAddonsID", "installedAddonId"],
  ]).get(wireField);
}
