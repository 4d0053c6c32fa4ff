import {
  type Configuration,
  filterByName,
  isServiceError,
  parseConfigurations,
  type ServiceError,
  isNoSuchCall,
  mayHaveBeenProcessed,
  shouldVerify,
} from "../../../client";
import { sentence } from "../../../client/http/errors";
import { describeFailure, describeMissingCall, mayStillAct } from "../../announce/error-text";
import type { Applied, OperationContext, ResourceDefinition } from "../../definition";
import { InputError, NotAppliedError, NotUnderstoodError, quoteName } from "../../errors";
import { hasPendingCreation, withoutPending, writePendingCreation } from "../../proof/pending";
import { isAbsent, readPresence } from "../../proof/gone";
import { create, lateWindowMs, observeMade, pollForMade, unclearText, unmadeLine } from "../../proof/made";
import { type Sighting, type Wait, watch } from "../../proof/wait";
import { lacksDeletion } from "../../proof/workspace-look-up";
import { hideUndeclared } from "./hidden";
import {
  type ConfigurationLookUp,
  deletableConfiguration,
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
  findMadeConfiguration,
  planConfiguration,
  planConfigurationDeletion,
} from "./plan";
import { addonConfigurationFacts, argumentOf, configurationPath } from "./review";
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
  review: addonConfigurationFacts,
  declaredOnce: ["installedAddonId", "configName"],
  stableOutputs: ["configId"],
  normalize,
  argumentOf,
  showLive: (argument, live, declared) => (argument === "configValue" ? hideUndeclared(live, declared) : live),
  describe: ({ installedAddonId, configName }) =>
    `configuration ${configName === undefined ? "(name not known)" : JSON.stringify(configName)} of installed add-on ${quoteName(installedAddonId)}`,
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
  observe: (args, last, context) =>
    observeMade(
      last,
      context,
      (now) => lookUpConfigurations(args, context, now),
      (live) => "found" in live && live.found.length === 0,
    ),
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
    // That no look-up shows it yet does not prove that the POST did not make it.
    if (hasPendingCreation(last)) return last;
    if (await isGone(last, live, context)) return undefined;
    throw new InputError(
      `it is not certain that the configuration is gone, since ${describeUncertainty(last, live, context)}. If it is gone, take it out of the state with "pulumi state delete"`,
    );
  },

  planDelete: planConfigurationDeletion,

  async delete({ request }, last, context) {
    const { installedAddonId, configName } = last;
    const configId = last.configId || (await findMadeId(last, context));
    const path = configurationPath(installedAddonId, configId);
    if (configId === "") return context.say(unmadeLine(path, `the configuration ${JSON.stringify(configName)}`));
    const deletable = deletableConfiguration(last, configId, context);
    try {
      const answer = await context.client.addons.deleteConfiguration({
        installedAddonsID: installedAddonId,
        configID: configId,
        configName,
      });
      if (answer === false && !(await isAbsent(deletable)))
        throw new InputError(`DELETE ${path} was answered with false: the configuration was not deleted`);
      if (request !== undefined) context.reportSent({ ...request, path });
    } catch (error) {
      if (!shouldVerify(error)) throw error;
      const presence = await readPresence(deletable);
      if (presence !== "gone" && (isNoSuchCall(error) || (presence === "there" && lacksDeletion(error))))
        throw new InputError(withoutDelete(path, error));
      if (presence !== "gone") throw error;
      context.say(`graphplane: ${path}: the configuration is already gone`);
    }
  },
};

/** The identifier of the configuration that an earlier POST made; empty if no look-up shows one. */
async function findMadeId(last: State, context: OperationContext): Promise<string> {
  const made = await pollForMade(
    async () => {
      const live = await lookUpConfigurations(last, context, true);
      return "missing" in live ? { is: "missing" } : findMadeConfiguration(last, last, live);
    },
    context,
    lateWindowMs,
  );
  if (made.is === "uncertain")
    throw new InputError(
      unclearText(
        `a configuration ${JSON.stringify(last.configName)}`,
        made.candidates.map(({ id }) => id),
      ),
    );
  return made.is === "ours" ? made.object.id : "";
}

/** The configuration of the state's identifier, or of the name where that is all that is known. */
function findShown(last: Partial<State>, live: ShownConfigurations): Configuration | undefined {
  const { configId, configName } = last;
  const { found } = live;
  if (configId === "") {
    const made = findMadeConfiguration(last, last, live);
    return made.is === "ours" ? made.object : undefined;
  }
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
  const made = await create<Configuration>(
    {
      object: `the configuration ${JSON.stringify(configName)}`,
      limit,
      async send() {
        const answer = await context.client.addons.createConfiguration({ installedAddonsID: installedAddonId }, body);
        const [shown, ...others] = filterByName(configName, parseConfigurations(answer) ?? { found: [], certain: false }).found;
        return others.length === 0 ? shown : undefined;
      },
      async find() {
        const live = await lookUpConfigurations(args, context, true);
        if ("missing" in live) throw new InputError(live.missing);
        return findMadeConfiguration(args, undefined, live);
      },
    },
    context,
  );
  if ("unknown" in made) {
    const creation = writePendingCreation({ before: [] }, [{ path: ["configValue"], value: configValue }], context.secret);
    return { id: idOf(args, ""), state: { ...args, configId: "", ...creation }, lost: made.unknown, made: true };
  }
  context.reportSent(request, made.lost && ": the answer was lost, and the configuration is there");
  return { ...compareShown(args, made.made, context), made: true };
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
