import {
  type Configuration,
  filterByName,
  isServiceError,
  parseConfigurations,
  type ServiceError,
  isNoSuchCall,
  mayHaveBeenProcessed,
  isNotFound,
  shouldVerify,
} from "../../../client";
import { sentence } from "../../../client/errors";
import { describeFailure, describeMissingCall, mayStillAct } from "../../error-text";
import { type Applied, isRefusal, type OperationContext, type ResourceDefinition } from "../../definition";
import { InputError, NotAppliedError, NotUnderstoodError, quoteName } from "../../errors";
import type { AnnouncedRequest } from "../../messages";
import { withoutPending } from "../../pending";
import { lacksDeletion } from "../../workspace-look-up";
import { consistencyWindowMs, type Look, poll, type Sighting, type Wait, watch } from "../../wait";
import {
  configurationExists,
  type ConfigurationLookUp,
  describeUncertainty,
  isGone,
  lookUpConfigurations,
  type ShownConfigurations,
} from "./look-up";
import {
  ambiguousNameText,
  type ChangePlan,
  type ConfigurationPlan,
  type CreationPlan,
  planConfiguration,
  planConfigurationDeletion,
} from "./plan";
import { addressOf, argumentOf, configurationPath, localArguments } from "./review";
import {
  addonConfigurationArguments,
  type AddonConfigurationArguments as Arguments,
  type AddonConfigurationState as State,
  equalValues,
  isReadable,
  normalize,
  observeValue,
  wireText,
} from "./schema";
import { isPendingValueSeen, stateAfterLostAnswer, stateWhilePending } from "./state";

/** A configuration that was made or changed; what is pending is one that showed another value, or none. */
type AppliedConfiguration = Applied<State, Configuration>;

/** How long to wait until what was sent shows, in milliseconds. */
const limit = 120_000;

/** One named configuration of an installed add-on. Its name is looked up before it is made: names need not be unique. */
export const addonConfiguration: ResourceDefinition<Arguments, State, ConfigurationLookUp, ConfigurationPlan, Configuration> = {
  kind: "AddonConfiguration",
  schema: addonConfigurationArguments,
  replaceOnChanges: ["installedAddonId", "configName"],
  localArguments,
  declaredOnce: ["installedAddonId", "configName"],
  stableOutputs: ["configId"],
  normalize,
  argumentOf,
  describe: ({ installedAddonId, configName }) =>
    `configuration ${configName === undefined ? "(name not known)" : JSON.stringify(configName)} of installed add-on ${quoteName(installedAddonId)}`,
  address: addressOf,
  idForm: "<installedAddonId>/<configId>",

  parseId(id) {
    const [installedAddonId = "", ...rest] = id.split("/");
    return { installedAddonId, configId: rest.join("/") } as Partial<State>;
  },

  importId: {
    form: "<installedAddonId>/<configName>",
    parse(id) {
      const [installedAddonId = "", ...rest] = id.split("/");
      return { installedAddonId, configName: rest.join("/") };
    },
  },
  idOf: (state) => idOf(state, state.configId),

  lockKey: ({ installedAddonId, configName }) => [installedAddonId, configName],
  observe: (args, _last, context) => lookUpConfigurations(args, context),
  plan: planConfiguration,
  execute: executePlan,

  async waitUntilApplied(args, { state, pending }, context) {
    return pending === undefined ? state : waitForValue(args, pending, context);
  },

  async read(last, context) {
    if (last.configName === undefined)
      throw new InputError(`its name is not known, and the service finds a configuration by its name only: give get(…) the configName too`);
    const live = await lookUpConfigurations(last, context);
    if ("missing" in live) return undefined;
    const shown = findShown(last, live);
    if (shown !== undefined) {
      // That another value shows does not prove that what was sent will not arrive.
      const kept = isPendingValueSeen(shown.value, last) ? withoutPending(last) : last;
      return { ...kept, configId: shown.id, configValue: observeValue(shown.value, last.configValue) } as State;
    }
    if (await isGone(last, live, context)) return undefined;
    throw new InputError(
      `it is not certain that the configuration is gone, since ${describeUncertainty(last, live, context)}. If it is gone, take it out of the state with "pulumi state delete"`,
    );
  },

  planDelete: planConfigurationDeletion,

  async delete({ request }, last, context) {
    const { installedAddonId, configName, configId } = last;
    const path = configurationPath(installedAddonId, configId);
    try {
      const answer = await context.client.addons.deleteConfiguration({
        installedAddonsID: installedAddonId,
        configID: configId,
        configName,
      });
      if (answer === false && (await configurationExists(last, configId, context)) !== false)
        throw new InputError(`DELETE ${path} was answered with false: the configuration was not deleted`);
      if (request !== undefined) context.reportSent(request);
    } catch (error) {
      if (!shouldVerify(error)) throw error;
      const exists = await configurationExists(last, configId, context);
      if (exists !== false && (isNoSuchCall(error) || (exists === true && lacksDeletion(error))))
        throw new InputError(withoutDelete(path, error));
      if (exists === true || (exists === undefined && !isNotFound(error))) throw error;
      context.say(`graphplane: ${path}: the configuration is already gone`);
    }
  },
};

/** The configuration of the state's identifier, or of the name where that is all that is known. */
function findShown({ configId, configName }: Partial<State>, { found }: ShownConfigurations): Configuration | undefined {
  if (configId !== undefined) return found.find(({ id }) => id === configId);
  const [only, ...others] = found.filter(({ name = configName }) => name === configName);
  if (others.length > 0) throw new InputError(ambiguousNameText(configName ?? "", found));
  return only;
}

async function executePlan(
  plan: ConfigurationPlan,
  args: Arguments,
  last: State | undefined,
  context: OperationContext,
): Promise<AppliedConfiguration> {
  if (plan.action === "post") return createConfiguration(plan, args, context);
  if (plan.action === "put") return updateConfiguration(plan, args, last, context);
  return { id: idOf(args, plan.configId), state: { ...args, configId: plan.configId } };
}

async function createConfiguration({ request }: CreationPlan, args: Arguments, context: OperationContext): Promise<AppliedConfiguration> {
  const { installedAddonId, configName, configValue } = args;
  const body = { config_name: configName, config_value: wireText(configValue) };
  let answer: unknown;
  try {
    answer = await context.client.addons.createConfiguration({ installedAddonsID: installedAddonId }, body);
  } catch (error) {
    if (!mayHaveBeenProcessed(error)) throw error;
    return findCreated(request, args, context, error);
  }
  context.reportSent(request);
  const [made, ...others] = filterByName(configName, parseConfigurations(answer) ?? { found: [], certain: false }).found;
  return compareShown(args, made !== undefined && others.length === 0 ? made : await waitUntilListed(args, context), context);
}

/** The answer to a POST was lost: it is not sent again, since it may have made the configuration. The name was free before. */
async function findCreated(
  request: AnnouncedRequest,
  args: Arguments,
  context: OperationContext,
  lost: ServiceError,
): Promise<AppliedConfiguration> {
  const { clock, say, secret } = context;
  const place = configurationPath(args.installedAddonId);
  const look = async (): Promise<Look<ConfigurationLookUp>> => {
    const live = await lookUpConfigurations(args, context, true);
    return "missing" in live || live.found.length > 0 ? { done: live } : { waits: "the configuration that it may have made" };
  };
  const outcome = await poll({ clock, say, limit: consistencyWindowMs }, look).catch(() => {
    throw lost;
  });
  const [made, ...others] = "done" in outcome && "found" in outcome.done ? outcome.done.found : [];
  if (!("done" in outcome) || made === undefined) {
    say(`graphplane: ${place}: the answer was lost and ${JSON.stringify(args.configName)} is not there: run "pulumi up" again`);
    throw lost;
  }
  // With a readable value that is not ours, someone else made one of the same name meanwhile.
  if (others.length > 0 || (isReadable(made.value) && !equalValues(made.value, args.configValue))) {
    const plan = planConfiguration(args, undefined, outcome.done, secret);
    if (isRefusal(plan)) throw new InputError(plan.reason);
    return executePlan(plan, args, undefined, context);
  }
  context.reportSent(request, ": the answer was lost, and the configuration is there");
  return compareShown(args, made, context);
}

async function updateConfiguration(
  { request, live }: ChangePlan,
  args: Arguments,
  last: State | undefined,
  context: OperationContext,
): Promise<AppliedConfiguration> {
  const { installedAddonId, configName, configValue } = args;
  const ids = { installedAddonsID: installedAddonId, configID: live.id, configName };
  const { addons } = context.redacting(context.secret("configValue") ? [live.value] : []);
  let answer: unknown;
  try {
    answer = await addons.updateConfiguration(ids, { config_value: wireText(configValue) });
  } catch (error) {
    if (!mayHaveBeenProcessed(error)) throw error;
    return { id: idOf(args, live.id), state: stateAfterLostAnswer(args, live, context.secret, last), lost: mayStillAct(error) };
  }
  context.reportSent(request);
  const shown = parseConfigurations(answer)?.found.find(({ id }) => id === live.id);
  return shown === undefined ? pendingValue(args, live, context) : compareShown(args, shown, context);
}

/** A configuration that was made or changed: one that shows another value is still waited for. */
function compareShown(args: Arguments, shown: Configuration, context: OperationContext): AppliedConfiguration {
  const { id, value } = shown;
  if (isReadable(value) && !equalValues(value, args.configValue)) return pendingValue(args, shown, context);
  return { id: idOf(args, id), state: { ...args, configId: id } };
}

function pendingValue(args: Arguments, live: Configuration, context: OperationContext): AppliedConfiguration {
  return { id: idOf(args, live.id), state: stateWhilePending(args, live, context.secret), pending: live };
}

function idOf({ installedAddonId }: Arguments, configId: string): string {
  return `${installedAddonId}/${configId}`;
}

/** The configuration that a POST made whose Result has no identifier. */
async function waitUntilListed(args: Arguments, context: OperationContext): Promise<Configuration> {
  const accepted = `the service accepted POST ${configurationPath(args.installedAddonId)} and returned no identifier`;
  const hint = `Look for it in the console before "pulumi up" is run again, which would make another one`;
  const outcome = await watch<ShownConfigurations, Configuration>({
    ...waitOf(args, context),
    observe: async () => {
      const live = await lookUpConfigurations(args, context, true);
      return "missing" in live ? live : { live };
    },
    judge: ({ found }) => {
      // Nothing had its name in any capitals before, so one that has is the one that was made.
      const [made, ...others] = found;
      if (others.length > 0) throw new InputError(ambiguousNameText(args.configName, found));
      return made === undefined ? { waits: "its identifier" } : { done: made };
    },
  }).catch((error: unknown) => {
    throw isServiceError(error) ? new InputError(`${accepted}; ${sentence(describeRefusedLook(error))} ${hint}`) : error;
  });
  if ("done" in outcome) return outcome.done;
  if ("gone" in outcome) throw new InputError(`${accepted}; now ${sentence(outcome.gone)} ${hint}`);
  const trouble = `still reports no configuration of this name.${outcome.trouble}`;
  throw new InputError(`timed out after ${outcome.elapsed} s: ${accepted}, and ${trouble} ${hint}`);
}

/** Looks the name up until it shows the value that was sent, or shows that values are not shown. */
async function waitForValue(args: Arguments, { id: configId, value }: Configuration, context: OperationContext): Promise<State> {
  let latest = value;
  const observe = async (): Promise<Sighting<unknown>> => {
    const live = await lookUpConfigurations(args, context, true);
    if ("missing" in live) return live;
    const shown = live.found.find(({ id }) => id === configId);
    if (shown === undefined && live.certain)
      return { missing: `there is no configuration ${JSON.stringify(args.configName)} (${configId})` };
    // A look that lacks what was shown before does not say that values are not shown.
    if (shown === undefined && isReadable(value)) throw new NotUnderstoodError("the answer does not show it");
    latest = shown?.value;
    return { live: latest };
  };
  const toNotAppliedError = (message: string) =>
    new NotAppliedError(
      `${message} Run "pulumi up" again: it goes on from here`,
      stateWhilePending(args, { id: configId, value: latest }, context.secret),
    );
  const unread = "the service accepted the value, and whether it is in effect could not be read";
  const outcome = await watch<unknown, true>({
    ...waitOf(args, context),
    observe,
    judge: (live) =>
      equalValues(live, args.configValue) || !isReadable(live) ? { done: true } : { waits: "the service to show the value that was sent" },
  }).catch((error: unknown) => {
    throw isServiceError(error) ? toNotAppliedError(`${unread}: ${sentence(describeRefusedLook(error))}`) : error;
  });
  if ("done" in outcome) return { ...args, configId };
  if ("gone" in outcome) throw toNotAppliedError(`${unread}: ${sentence(outcome.gone)}`);
  throw toNotAppliedError(
    `timed out after ${outcome.elapsed} s: the service accepted the value but still reports another one.${outcome.trouble}`,
  );
}

function waitOf({ configName }: Arguments, { clock, say, secret }: OperationContext): Wait {
  const object = secret("configName") ? "[secret]" : configName;
  return { clock, say, limit, progress: (waits) => ({ object, activity: `waiting for ${waits}` }) };
}

/** A look that ended a wait, since the key was refused; with what to do about it. */
function describeRefusedLook(error: ServiceError): string {
  const { method, path, failure } = error;
  return `${method} ${path} ${describeFailure(error)}${failure.hint === undefined ? "" : `. ${failure.hint}`}`;
}

function withoutDelete(path: string, error: ServiceError): string {
  const stillWorks = `making, reading and changing configurations; deletionPolicy "retain" (set it and run "pulumi up", then delete the resource) leaves this one as it is, or "pulumi state delete" takes it out of the state`;
  return describeMissingCall(`DELETE ${path}`, error, "nothing was deleted", stillWorks);
}
