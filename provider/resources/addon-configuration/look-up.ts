import { isNotFound, isServiceError, namesOf, type ServiceError } from "../../../client";
import type { CheckFailure } from "../../validation";
import { tooDeep } from "../../json";
import { NotUnderstoodError } from "../../errors";
import type { OperationContext } from "../../definition";
import { collectStrings } from "../../secret-strings";
import { filterByName, shapeOf, type ParsedConfigurations, parseConfigurations } from "./model";
import type { AddonConfigurationArguments as Arguments } from "./schema";

/** Finding a configuration by its name (endpoint 5), and what is certain where it is not found. */

/** What a configuration is looked up by. */
export type Name = Pick<Arguments, "installedAddonId" | "configName">;
/** What a look-up shows; or that the add-on certainly is not there. */
export type Found = LookedUp | { readonly missing: CheckFailure; readonly behind: ServiceError };

/** What a look-up of the name shows. */
export interface LookedUp extends ParsedConfigurations {
  /** Whether what it does not show is not there: the service says so, or shows others. An empty answer is also that of a key of another organization. */
  readonly proves: boolean;
}

/** The configurations of the name; or that the add-on certainly is not there. A Result that cannot be understood is an error. */
export async function lookUp({ installedAddonId, configName }: Name, context: OperationContext, now = false): Promise<Found> {
  let result: unknown;
  try {
    result = await context.client.sharedConfigurations({ installedAddonsID: installedAddonId, configName }, { now });
  } catch (error) {
    if (!isNotFound(error)) throw error;
    // Without a word about the add-on it is the name that was not found.
    if (error.failure.details?.some(({ fieldName = "" }) => /add.?on/i.test(fieldName)) !== true)
      return { found: [], certain: true, proves: true };
    const reason = `there is no installed add-on ${JSON.stringify(installedAddonId)}${await otherAddons(installedAddonId, context)}`;
    return { missing: { property: "installedAddonId", reason }, behind: error };
  }
  const readOnce = parseConfigurations(result);
  if (readOnce !== undefined) {
    const { found, certain } = filterByName(configName, readOnce);
    if (found.length > 0) context.recordSeen();
    return { found, certain, proves: readOnce.found.length > 0 };
  }
  throw new NotUnderstoodError(
    `the look-up of the name was answered with a Result that cannot be understood (${shapeOf(result)}), so it is not known whether the configuration is there${now ? "" : ", and nothing was sent"}. Try again; where it stays so, report the shape that this names`,
  );
}

/** True where a configuration that a look-up does not show is gone: by the look-up alone, or with its add-on seen. */
export async function isGone({ installedAddonId }: Name, { certain, proves }: LookedUp, context: OperationContext): Promise<boolean> {
  if (proves) return true;
  return (certain || context.seenBefore) && (await addonIsThere(installedAddonId, context));
}

/** Why it is not certain that a configuration is gone. */
export function describeUncertainty({ installedAddonId }: Name, { certain }: LookedUp, { seenBefore }: OperationContext): string {
  if (!certain && !seenBefore)
    return "the look-up of its name was answered with null or as empty, and no look-up has shown it before: this service may not show configurations";
  const check = "Check that the key is of the right organization";
  return `the look-up of its name was answered as empty, and the add-on ${JSON.stringify(installedAddonId)} was not seen either. ${check}`;
}

/** Whether the service shows the add-on, in a form of its own. */
async function addonIsThere(installedAddonId: string, { client }: OperationContext): Promise<boolean> {
  const shown = async (read: () => Promise<unknown>) => {
    try {
      const result = await read();
      return !tooDeep(result) && collectStrings(result).includes(installedAddonId);
    } catch (error) {
      if (isServiceError(error)) return false;
      throw error;
    }
  };
  return (await shown(() => client.sharedInstalledAddons())) || shown(() => client.addons.get({ installedAddonsID: installedAddonId }));
}

async function otherAddons(wanted: string, context: OperationContext): Promise<string> {
  try {
    const shown = parseConfigurations(await context.client.sharedInstalledAddons());
    if (shown?.certain !== true) return "";
    return `; there are ${namesOf(shown.found, wanted)}`;
  } catch (error) {
    if (isServiceError(error)) return "";
    throw error;
  }
}

/** Whether the configuration is there; undefined where that cannot be told. */
export async function stillThere(name: Name, configId: string, context: OperationContext): Promise<boolean | undefined> {
  try {
    const found = await lookUp(name, context, true);
    if ("missing" in found) return false;
    if (found.found.some(({ id }) => id === configId)) return true;
    return (await isGone(name, found, context)) ? false : undefined;
  } catch {
    return undefined;
  }
}
