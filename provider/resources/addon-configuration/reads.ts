import {
  addons,
  type Configuration,
  filterByName,
  isNotFound,
  isServiceError,
  parseConfigurations,
  type ParsedList,
} from "../../../client";
import { missingAddon } from "../../../client/api/find";
import { ifError } from "../../../client/http/errors";
import { shapeOf } from "../../../client/wire/json";
import type { MissingParent, OperationContext } from "../../definition";
import { NotUnderstoodError } from "../../errors";
import type { NotFound } from "../../reconcile/read-result";
import { isTooDeep } from "../../values/json";
import { collectStrings } from "../../values/secret-strings";
import type { ConfigurationName } from "./description";

/** Reads configurations by name (endpoint 5). */

export interface ShownConfigurations extends ParsedList<Configuration> {
  /** True if the service returns other configurations, or reports that the name does not exist. Otherwise, the key might belong to a different organization. */
  readonly others: boolean;
  /** True if an earlier read returned the configuration. */
  readonly seenBefore: boolean;
}

/** Reads the configurations with the name. Throws if the Result cannot be parsed. */
export async function readConfigurations(
  { installedAddonId, configName }: ConfigurationName,
  context: OperationContext,
  skipCache?: boolean,
): Promise<ShownConfigurations | MissingParent> {
  const { client } = context;
  let result: unknown;
  try {
    result = await client.shared(addons.configurations, { installedAddonsID: installedAddonId, configName }, { skipCache });
  } catch (error) {
    if (!isNotFound(error)) throw error;
    // A response that does not refer to the add-on refers to the name.
    if (error.failure.details?.some(({ fieldName = "" }) => /add.?on/i.test(fieldName)) !== true)
      return { found: [], certain: true, others: true, seenBefore: context.seenBefore };
    const list = await client.shared(addons.list, {}).catch(ifError(isServiceError, () => undefined));
    const missing =
      missingAddon(installedAddonId, list, client.redact) ?? `installed add-on ${JSON.stringify(installedAddonId)} does not exist`;
    return { missing, what: "installedAddon", cause: error };
  }
  const parsed = parseConfigurations(result);
  if (parsed === undefined) {
    const sent = skipCache ? "" : ", and graphplane sent no request";
    throw new NotUnderstoodError(
      `the Result that the service returned for the name cannot be parsed (${shapeOf(result)}), so it is unknown whether the configuration exists${sent}. Try again; if this persists, report it with this message`,
    );
  }
  const named = filterByName(configName, parsed);
  if (named.found.length > 0) context.markSeen();
  return { ...named, others: parsed.found.length > 0, seenBefore: context.seenBefore };
}

export function whyUncertain({ installedAddonId }: ConfigurationName, { certain }: NotFound, { seenBefore }: OperationContext): string {
  if (!certain && !seenBefore)
    return "looking it up by name returned nothing, and no earlier read returned it, so this service might not return configurations";
  const check = "Check that the key belongs to the right organization";
  return `looking it up by name returned nothing, and the add-on ${JSON.stringify(installedAddonId)} was not found. ${check}`;
}

/** Returns true if a response of the service contains the add-on's identifier anywhere. */
export async function addonExists(installedAddonId: string, { client }: OperationContext): Promise<boolean> {
  const isShown = async (reading: Promise<unknown>) => {
    const result = await reading.catch(ifError(isServiceError, () => undefined));
    return !isTooDeep(result) && collectStrings(result).includes(installedAddonId);
  };
  return (await isShown(client.shared(addons.list, {}))) || isShown(client.addons.get({ installedAddonsID: installedAddonId }));
}
