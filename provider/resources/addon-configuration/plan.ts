import type { Configuration } from "../../../client";
import { type IsSecret, type NoRequestPlan, type Planner, planRequest, type Refusal, refuse, type RequestPlan } from "../../definition";
import { isObject, parseJsonText } from "../../values/json";
import { aliasesHint, refreshHint, unseenHint } from "../../errors";
import { type Notice, secretText } from "../../messages/message";
import { overwriteLines } from "../../reconcile/compare";
import { isPending, readPending, supersedes } from "../../reconcile/pending";
import { findCreated, type CreateOutcome, ambiguousCreationText } from "../../reconcile/create-outcome";
import type { ShownConfigurations } from "./reads";
import { type Arguments, configurationPath, type State } from "./description";
import { equalValues, showLive, isReadable, wireText } from "./values";

/** Plans the configuration. Pure. */

export interface ChangePlan extends RequestPlan {
  readonly action: "put";
  readonly body: { readonly config_value: string };
  /** The live configuration. It contains only the identifier if no read returned the configuration. */
  readonly live: Configuration;
}

interface CreationPlan extends RequestPlan {
  readonly action: "post";
  readonly body: { readonly config_name: string; readonly config_value: string };
}

export type ConfigurationPlan = CreationPlan | ChangePlan | (NoRequestPlan & { readonly configId: string });

export const planConfiguration: Planner<Arguments, State, ShownConfigurations, ConfigurationPlan> = (args, last, live, isSecret) => {
  if (last === undefined) return planCreation(args, live.found, isSecret);
  if (last.configId !== "") return planChange(args, last, live, isSecret);
  // An earlier run sent a POST without learning which configuration it created.
  const { created, candidateIds } = findCreatedConfiguration(args, last, live);
  if (created !== undefined) return planChange(args, { ...last, configId: created.id }, live, isSecret);
  if (candidateIds === undefined) return planCreation(args, [], isSecret);
  const [only, ...others] = live.found;
  if (only !== undefined && others.length === 0 && args.adopt === true) return planCreation(args, [only], isSecret);
  return refuse("configName", ambiguousCreationText(`a configuration ${JSON.stringify(args.configName)}`, candidateIds));
};

/** Finds the configuration that a POST created. Before the POST, no configuration had its name, regardless of case. */
export function findCreatedConfiguration(
  args: Partial<Arguments>,
  last: Partial<State>,
  { found }: ShownConfigurations,
): CreateOutcome<Configuration> {
  const values = [args.configValue, last.configValue];
  return findCreated({
    before: [],
    now: found,
    idOf: ({ id }) => id,
    showsSentValues: ({ value }) => !isReadable(value) || values.some((sent) => equalValues(value, sent)),
    isManagedElsewhere: () => false,
  });
}

/** Plans a configuration that is not in the state. Creates it if its name is unused. Otherwise, adopts the existing configuration or refuses to. */
function planCreation(args: Arguments, found: readonly Configuration[], isSecret: IsSecret): ConfigurationPlan | Refusal {
  const { configName, configValue, adopt } = args;
  const [live, ...others] = found;
  if (live === undefined) return planPost(args, isSecret);
  if (live.name !== undefined && live.name !== configName) return refuse("configName", otherCapitalsText(configName, found));
  if (others.length > 0) return refuse("configName", ambiguousNameText(configName, found));
  if (equalValues(live.value, configValue)) return { action: "none", configId: live.id };
  // The value is not known until the update.
  if (configValue === undefined && adopt !== true) return { action: "none", configId: live.id, notices: [existsNotice(args, live)] };
  return adopt === true ? planPut(args, live, isSecret) : refuse("configName", alreadyExistsText(configName, live));
}

/** Updates a configuration that is in the state, found by its identifier, if its value differs or is missing, or if another value might still take effect. */
function planChange(
  args: Arguments,
  last: Partial<State>,
  { found, certain, seenBefore }: ShownConfigurations,
  isSecret: IsSecret,
): ConfigurationPlan | Refusal {
  const { configId = "" } = last;
  const shown = found.find(({ id }) => id === configId);
  if (shown === undefined && (certain || seenBefore)) return refuse("configName", missingText(args.configName, certain));
  const isSuperseding = supersedes(readPending(last), ["configValue"], args.configValue, equalValues);
  if (equalValues(shown?.value, args.configValue) && !isSuperseding) return { action: "none", configId };
  const live = shown ?? { id: configId };
  const object = configurationPath(args.installedAddonId, configId);
  const [applied, shownNow] = [last.configValue, live.value].map((value) => showLive(value, args.configValue));
  const values = { path: ["configValue"], applied, live: shownNow, declared: args.configValue };
  const isChangedOutside =
    isReadable(live.value) && !equalValues(live.value, last.configValue) && !isPending(readPending(last), ["configValue"]);
  const notices = isSuperseding ? [supersedingNotice(args)] : isChangedOutside ? overwriteLines(object, values, isSecret) : [];
  return { ...planPut(args, live, isSecret), notices };
}

function planPost({ installedAddonId, configName, configValue }: Arguments, isSecret: IsSecret): CreationPlan {
  const body = { config_name: configName, config_value: wireText(configValue) };
  const show = ({ config_name: name, config_value: value }: typeof body) => ({
    config_name: isSecret("configName") ? secretText : name,
    config_value: showValue(value, isSecret),
  });
  return planRequest({ method: "POST", path: configurationPath(installedAddonId) }, body, show);
}

function planPut({ installedAddonId, configValue }: Arguments, live: Configuration, isSecret: IsSecret): ChangePlan {
  const shown = isReadable(live.value) ? showLive(live.value, configValue) : undefined;
  const was = shown === undefined ? undefined : { config_value: wireText(shown) };
  const show = ({ config_value: value }: ChangePlan["body"]) => ({ config_value: showValue(value, isSecret) });
  const call = { method: "PUT", path: configurationPath(installedAddonId, live.id) } as const;
  const plan = planRequest(call, { config_value: wireText(configValue) }, show, was);
  // A value that is declared as an object is sent as a string.
  const inner = isObject(configValue) ? parseJsonText(shown) : undefined;
  const value = isObject(inner) ? inner : showValue(shown, isSecret);
  const field = { path: ["configValue"], ...(value !== undefined && { live: isSecret("configValue") ? secretText : value }) };
  return { ...plan, fields: [field], live };
}

function showValue(value: unknown, isSecret: IsSecret): string | undefined {
  if (value === undefined) return undefined;
  return isSecret("configValue") ? secretText : wireText(value);
}

export function ambiguousNameText(configName: string, found: readonly Configuration[]): string {
  const all = found.map(({ id }) => id).join(", ");
  return `${found.length} configurations are named ${JSON.stringify(configName)} (${all}): delete all but one of them`;
}

function otherCapitalsText(configName: string, found: readonly Configuration[]): string {
  const there = found.map(({ id, name }) => `${JSON.stringify(name)} (${id})`).join(", ");
  const hint = "To adopt it, declare that configName. To create a different one, choose a name that differs in more than case";
  return `${there} already exists and differs from ${JSON.stringify(configName)} only in case; graphplane never treats the two as the same. ${hint}`;
}

function alreadyExistsText(configName: string, { id, value }: Configuration): string {
  const how = isReadable(value) ? "with a different value" : "whose value the service does not return";
  const shared = "it might be in use elsewhere, because the whole organization shares configurations";
  const hint = `${aliasesHint}. Otherwise add adopt: true to adopt it, which sends the declared value`;
  return `a configuration ${JSON.stringify(configName)} already exists (${id}), ${how}; ${shared}. ${hint}`;
}

function existsNotice({ installedAddonId }: Arguments, { id }: Configuration): Notice {
  const text = "already exists, and the update fails unless the declared value equals the live one. To overwrite it, set adopt: true";
  return { is: "notice", object: configurationPath(installedAddonId, id), text };
}

function missingText(configName: string, certain: boolean): string {
  const name = JSON.stringify(configName);
  return certain
    ? `the service no longer returns the configuration ${name} with the identifier in the state. ${refreshHint}`
    : `the service does not return the configuration ${name}, which it returned before, and the configuration might still exist. ${unseenHint}`;
}

function supersedingNotice({ installedAddonId }: Arguments): Notice {
  const text = "the last change might still take effect, so graphplane sends the declared value";
  return { is: "notice", object: configurationPath(installedAddonId), text };
}
