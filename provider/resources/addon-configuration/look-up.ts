import {
  type Configuration,
  filterByName,
  isServiceError,
  namesOf,
  parseConfigurations,
  type ParsedList,
  parseInstalledAddons,
  type ServiceError,
  isNotFound,
} from "../../../client";
import { shapeOf } from "../../../client/wire/json";
import type { OperationContext } from "../../definition";
import { NotUnderstoodError } from "../../errors";
import type { Deletable } from "../../proof/gone";
import { tooDeep } from "../../values/json";
import { collectStrings } from "../../values/secret-strings";
import type { ConfigurationName } from "./schema";

/** Finding a configuration by its name (endpoint 5), and what is certain where it is not found. */

/** What a look-up of the name shows. */
export interface ShownConfigurations extends ParsedList<Configuration> {
  /** Whether what it does not show is not there: the service says so, or shows others. An empty answer is also that of a key of another organization. */
  readonly proves: boolean;
  /** True if an earlier look-up showed the configuration. */
  readonly seenBefore?: boolean;
}

/** What a look-up shows; or why the add-on certainly is not there, and the answer that says so. */
export type ConfigurationLookUp = ShownConfigurations | { readonly missing: string; readonly behind: ServiceError };

/** The configurations of the name; or that the add-on certainly is not there. A Result that cannot be understood is an error. */
export async function lookUpConfigurations(
  { installedAddonId, configName }: ConfigurationName,
  context: OperationContext,
  now = false,
): Promise<ConfigurationLookUp> {
  let result: unknown;
  try {
    result = await context.client.sharedConfigurations({ installedAddonsID: installedAddonId, configName }, { now });
  } catch (error) {
    if (!isNotFound(error)) throw error;
    // Without a word about the add-on it is the name that was not found.
    if (error.failure.details?.some(({ fieldName = "" }) => /add.?on/i.test(fieldName)) !== true)
      return { found: [], certain: true, proves: true, seenBefore: context.seenBefore };
    const missing = `there is no installed add-on ${JSON.stringify(installedAddonId)}${await otherAddons(installedAddonId, context)}`;
    return { missing, behind: error };
  }
  const parsed = parseConfigurations(result);
  if (parsed === undefined) {
    const sent = now ? "" : ", and nothing was sent";
    throw new NotUnderstoodError(
      `the look-up of the name was answered with a Result that cannot be understood (${shapeOf(result)}), so it is not known whether the configuration is there${sent}. Try again; where it stays so, report the shape that this names`,
    );
  }
  const named = filterByName(configName, parsed);
  if (named.found.length > 0) context.recordSeen();
  return { ...named, proves: parsed.found.length > 0, seenBefore: context.seenBefore };
}

/** True where a configuration that a look-up does not show is gone: by the look-up alone, or with its add-on seen. */
export async function isGone(
  { installedAddonId }: ConfigurationName,
  { certain, proves }: ShownConfigurations,
  context: OperationContext,
): Promise<boolean> {
  if (proves) return true;
  return (certain || context.seenBefore) && (await addonExists(installedAddonId, context));
}

/** Why it is not certain that a configuration is gone. */
export function describeUncertainty(
  { installedAddonId }: ConfigurationName,
  { certain }: ShownConfigurations,
  { seenBefore }: OperationContext,
): string {
  if (!certain && !seenBefore)
    return "the look-up of its name was answered with null or as empty, and no look-up has shown it before: this service may not show configurations";
  const check = "Check that the key is of the right organization";
  return `the look-up of its name was answered as empty, and the add-on ${JSON.stringify(installedAddonId)} was not seen either. ${check}`;
}

/** A configuration that is deleted, for the proof that it is gone: it is in the list of its name, and its add-on contains it. */
export function deletableConfiguration(name: ConfigurationName, configId: string, context: OperationContext): Deletable {
  return {
    context,
    async look() {
      const live = await lookUpConfigurations(name, context, true);
      if ("missing" in live) return live;
      if (live.found.some(({ id }) => id === configId)) return { found: true };
      return { found: false, certain: live.certain, others: live.proves };
    },
    holderExists: async () => (await addonExists(name.installedAddonId, context)) || undefined,
  };
}

/** Whether the service shows the add-on, in a form of its own. */
async function addonExists(installedAddonId: string, { client }: OperationContext): Promise<boolean> {
  const isShown = async (read: () => Promise<unknown>) => {
    try {
      const result = await read();
      return !tooDeep(result) && collectStrings(result).includes(installedAddonId);
    } catch (error) {
      if (isServiceError(error)) return false;
      throw error;
    }
  };
  return (await isShown(() => client.sharedInstalledAddons())) || isShown(() => client.addons.get({ installedAddonsID: installedAddonId }));
}

async function otherAddons(wanted: string, context: OperationContext): Promise<string> {
  try {
    const installed = parseInstalledAddons(await context.client.sharedInstalledAddons());
    if (installed?.certain !== true) return "";
    const named = installed.found.map(({ id, name, title = name }) => ({ id, name: title }));
    return `; there are ${namesOf(named, wanted)}`;
  } catch (error) {
    if (isServiceError(error)) return "";
    throw error;
  }
}
