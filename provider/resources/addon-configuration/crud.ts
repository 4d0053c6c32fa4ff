import { type Configuration, filterByName, parseConfigurations } from "../../../client";
import { sentence } from "../../../client/http/errors";
import type { Applied, OperationContext, ResourceDefinition, PlanWithRequest } from "../../definition";
import { definitionFrom } from "../../describe/schema";
import { InputError, NotAppliedError, NotUnderstoodError } from "../../errors";
import { createObject } from "../../reconcile/create";
import { pendingAfterLostResponse, readPending, withoutPending, writePending } from "../../reconcile/pending";
import { deleteItem, type CollectionItem, readItem, sendChange } from "../../reconcile/collection-item";
import { readAwaitingCreation } from "../../reconcile/create-outcome";
import type { ReadResult } from "../../reconcile/read-result";
import { type Observation, watch } from "../../reconcile/wait";
import { addonExists, readConfigurations, type ShownConfigurations, whyUncertain } from "./reads";
import { quoteName } from "../../values/names";
import { ambiguousNameText, type ChangePlan, type ConfigurationPlan, findCreatedConfiguration, planConfiguration } from "./plan";
import { addonConfigurationDescription, type Arguments, configurationPath, type State } from "./description";
import { equalValues, showLive, isReadable, normalize, observeValue } from "./values";

/** Milliseconds to wait until a read returns a sent value or a new configuration. */
const waitLimitMs = 120_000;

/** A created or updated configuration, which is pending if a response contained a different value or no value. */
type AppliedConfiguration = Applied<State, Configuration>;

const operations: CollectionItem<State, Configuration> = {
  object: ({ configName }) => `the configuration ${quoteName(configName)}`,
  path: ({ installedAddonId, configId }) => configurationPath(installedAddonId, ...(configId === "" ? [] : [configId])),
  read: readConfiguration,
  identifier: { output: "configId", of: ({ id }) => id },
  parentExists: async ({ installedAddonId }, context) => (await addonExists(installedAddonId, context)) || undefined,
  whyUncertain,
  whatStillWorks: (method) => (method === "DELETE" ? deletionAlternatives : undefined),
};

const deletionAlternatives = `creating, reading and changing configurations; to leave this configuration unchanged, set deletionPolicy to "retain" and run "pulumi up" before you delete the resource, or run "pulumi state delete"`;

/** A named configuration of an installed add-on. The name is read before the configuration is created, because names need not be unique. */
export const addonConfiguration: ResourceDefinition<Arguments, State, ShownConfigurations, ConfigurationPlan, Configuration> = {
  ...definitionFrom(addonConfigurationDescription),
  normalize,
  showLive: (argument, live, declared) => (argument === "configValue" ? showLive(live, declared) : live),

  lockKey: ({ installedAddonId, configName }) => [installedAddonId, configName],
  observe: (args, last, context) =>
    readAwaitingCreation(
      last,
      context,
      (skipCache) => readConfigurations(args, context, skipCache),
      (live) => "found" in live && live.found.length === 0,
    ),
  assumedLive: () => ({ found: [], certain: false, others: false, seenBefore: false }),
  plan: planConfiguration,

  async execute(plan, args, last, context) {
    if (plan.action === "post") return createConfiguration(plan, args, context);
    if (plan.action === "put") return updateConfiguration(plan, args, last, context);
    return { state: { ...args, configId: plan.configId } };
  },

  waitUntilApplied: (args, { pending }, context) => waitForValue(args, pending, context),

  async read(last, context) {
    if (last.configName === undefined)
      throw new InputError(`its name is unknown, and the service finds configurations only by name. Pass configName to get(…) too`);
    return readItem(operations, last, context, ({ id, value }) => {
      // A different live value does not mean that the sent value will not take effect.
      const { configValue: sent } = readPending(last).sent;
      const kept = equalValues(value, sent) ? withoutPending(last) : last;
      return { ...kept, configId: id, configValue: observeValue(value, last.configValue) } as State;
    });
  },

  describeRetained: ({ installedAddonId, configName, configId }) => ({
    path: configurationPath(installedAddonId, configId),
    object: `the configuration ${quoteName(configName)}`,
    effect: "it keeps its current value",
  }),

  async delete(plan, last, context) {
    const send = ({ installedAddonId, configId, configName }: State) =>
      context.client.addons.deleteConfiguration({ installedAddonsID: installedAddonId, configID: configId, configName });
    await deleteItem(operations, plan, last, { send }, context);
  },
};

/** Reads the configuration by the identifier in the state, or by name if the identifier is unknown. */
async function readConfiguration(last: State, context: OperationContext, skipCache?: boolean): Promise<ReadResult<Configuration>> {
  const live = await readConfigurations(last, context, skipCache);
  if ("missing" in live) return live;
  const { found } = live;
  const { configId, configName }: Partial<State> = last;
  const absent = { ...live, found: false } as const;
  if (configId === "") {
    const { created, candidateIds } = findCreatedConfiguration(last, last, live);
    return created === undefined ? { ...absent, candidateIds } : { ...created, found: true };
  }
  const [only, ...others] = found.filter(({ id, name = configName }) => (configId === undefined ? name === configName : id === configId));
  if (configId === undefined && others.length > 0) throw new InputError(ambiguousNameText(configName, found));
  return only === undefined ? absent : { ...only, found: true };
}

async function createConfiguration(
  { request, body }: PlanWithRequest<ConfigurationPlan, "post">,
  args: Arguments,
  context: OperationContext,
): Promise<AppliedConfiguration> {
  const { installedAddonId, configName, configValue } = args;
  let unnamed: Configuration | undefined;
  const send = async () => {
    const response = await context.client.addons.createConfiguration({ installedAddonsID: installedAddonId }, body);
    const [shown, ...others] = filterByName(configName, parseConfigurations(response) ?? { found: [], certain: false }).found;
    if (shown === undefined || others.length > 0) return undefined;
    if (shown.name !== undefined) return shown;
    // Without a name, the identifier might belong to a task.
    unnamed = shown;
    return undefined;
  };
  const read: typeof readConfiguration = async (...given) => {
    const live = await readConfiguration(...given);
    const isUncertain = "found" in live && !live.found && !live.certain && live.candidateIds === undefined;
    return isUncertain && unnamed !== undefined ? { ...unnamed, found: true } : live;
  };
  return createObject<State, Configuration, Configuration>({ ...operations, read }, context, {
    request,
    declared: args,
    sent: [{ path: ["configValue"], value: configValue }],
    send,
    limit: waitLimitMs,
    done: (shown) => compareShown(args, shown, context),
  });
}

async function updateConfiguration(
  plan: ChangePlan,
  args: Arguments,
  last: State | undefined,
  context: OperationContext,
): Promise<AppliedConfiguration> {
  const { live } = plan;
  const { installedAddonId, configName } = args;
  const ids = { installedAddonsID: installedAddonId, configID: live.id, configName };
  const { addons } = context.redacting(context.isSecret("configValue") ? [live.value] : []);
  const sent = await sendChange(operations, plan, () => addons.updateConfiguration(ids, plan.body), context);
  if ("lost" in sent) return { state: unseenState(args, live, context, { before: last }), lost: sent.lost };
  const shown = parseConfigurations(sent.response)?.found.find(({ id }) => id === live.id);
  return compareShown(args, shown ?? live, context, shown !== undefined);
}

/** Returns the result of a create or an update. It is still pending if the response contains a different value or no configuration. */
function compareShown(args: Arguments, shown: Configuration, context: OperationContext, isReturned = true): AppliedConfiguration {
  const { id, value } = shown;
  if (isReturned && (!isReadable(value) || equalValues(value, args.configValue))) return { state: { ...args, configId: id } };
  return { state: unseenState(args, shown, context), pending: shown };
}

/**
 * Returns the state to record until a read returns the sent value. It contains the live value, so that the next update finds the
 * difference. If the service does not return values and all responses to the PUT were lost, it contains the value in the state `before`.
 */
function unseenState(
  args: Arguments,
  { id, value }: Configuration,
  { isSecret }: OperationContext,
  lost?: { readonly before: State | undefined },
): State {
  const sent = [{ path: ["configValue"], value: args.configValue }];
  const pending = lost === undefined ? sent : pendingAfterLostResponse(readPending(lost.before), sent, equalValues);
  const configValue = isReadable(value) ? observeValue(value, undefined) : lost?.before?.configValue;
  return { ...args, configValue, configId: id, ...writePending(pending, isSecret) } as State;
}

/** Polls by name until a read returns the sent value, or until it is clear that the service does not return values. */
async function waitForValue(args: Arguments, { id: configId, value }: Configuration, context: OperationContext): Promise<State> {
  const { isSecret } = context;
  let latest = value;
  const observe = async (): Promise<Observation<unknown>> => {
    const live = await readConfigurations(args, context, true);
    if ("missing" in live) return live;
    const shown = live.found.find(({ id }) => id === configId);
    if (shown === undefined && live.certain) return { missing: `configuration ${quoteName(args.configName)} does not exist (${configId})` };
    // If a value was returned before, a single read without it does not mean that the service does not return values.
    if (shown === undefined && isReadable(value)) throw new NotUnderstoodError("the response does not include the configuration");
    latest = shown?.value;
    return { live: latest };
  };
  const outcome = await watch<unknown, true>(context, {
    limit: waitLimitMs,
    progress: (waits) => ({ object: isSecret("configName") ? "[secret]" : args.configName, activity: `waiting for ${waits}` }),
    observe,
    judge: (live) =>
      equalValues(live, args.configValue) || !isReadable(live) ? { done: true } : { waits: "the service to return the new value" },
  });
  if ("done" in outcome) return { ...args, configId };
  const problem =
    "deleted" in outcome
      ? `the service accepted the value, but a read could not confirm that it is in effect: ${sentence(outcome.deleted)}`
      : `timed out after ${outcome.elapsed} s: the service accepted the value but still reports a different one.${outcome.trouble}`;
  throw new NotAppliedError(
    `${problem} Run "pulumi up" again: it resumes from here`,
    unseenState(args, { id: configId, value: latest }, context),
  );
}
