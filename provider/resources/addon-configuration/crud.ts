import {
  isAccessDenied,
  isNoSuchCall,
  isNotFound,
  isServiceError,
  mayHaveBeenProcessed,
  type ServiceError,
  shouldVerify,
} from "../../../client";
import { sentence } from "../../../client/errors";
import { describeFailure, mayStillAct, withRequestId } from "../../error-text";
import type { CheckFailure } from "../../validation";
import { InputError, NotUnderstoodError, quoteName, refreshHint, NotAppliedError } from "../../errors";
import { type AnnouncedRequest, formatLine } from "../../messages";
import type { Applied, OperationContext, ResourceDefinition, PreviewContext } from "../../definition";
import { withoutPending, mayStillChange } from "../../pending";
import { runExclusively } from "../../keyed-lock";
import { type Look, consistencyWindowMs, poll } from "../../wait";
import { type Found, isGone, lookUp, type Name, stillThere, describeUncertainty } from "./look-up";
import {
  type Configuration,
  equalValues,
  normalize,
  filterByName,
  observeValue,
  type Plan,
  planCreation,
  isReadable,
  ambiguousNameText,
  shownBody,
  parseConfigurations,
  shownWas,
  wireValue,
} from "./model";
import { isSeen, isSuperseding, isToBeSent, stateAfterLostAnswer, stateWhilePending } from "./pending";
import {
  addonConfigurationArguments,
  addressOf,
  type AddonConfigurationArguments as Arguments,
  type AddonConfigurationState as State,
  argumentOf,
} from "./schema";

/** A value that was sent and is not seen yet: where the answer showed another one, or none, the look-up must tell. */
export interface Waiting {
  readonly live: unknown;
}

/** How long to wait until what was sent shows, in milliseconds. */
const limit = 120_000;

/** One named configuration of an installed add-on. Its name is looked up before it is made: names need not be unique. */
export const addonConfiguration: ResourceDefinition<Arguments, State, Waiting> = {
  kind: "AddonConfiguration",
  schema: addonConfigurationArguments,
  replaceOnChanges: ["installedAddonId", "configName"],
  localArguments: ["adopt", "deletionPolicy"],
  normalize: normalize,
  argumentOf,
  describe: ({ installedAddonId, configName }) =>
    `configuration ${configName === undefined ? "(name not known)" : JSON.stringify(configName)} of installed add-on ${quoteName(installedAddonId)}`,

  address: addressOf,
  idForm: "<installedAddonId>/<configId>",

  parseId(id) {
    const [installedAddonId = "", ...rest] = id.split("/");
    return { installedAddonId, configId: rest.join("/") } as Partial<State>;
  },

  async preview(args, last, context) {
    const found = await lookUp(args, context);
    if ("missing" in found) {
      if (last === undefined) return [{ ...found.missing, reason: withRequestId(found.missing.reason, found.behind) }];
      throw new InputError(`${found.missing.reason}. ${refreshHint}`);
    }
    if (last === undefined) return previewCreation(args, planCreation(args, found), context);
    const live = found.found.find(({ id }) => id === last.configId);
    if (live === undefined && found.certain) throw new InputError(goneText(args));
    if (args.configValue === undefined || isToBeSent(args, live, last)) {
      if (args.configValue !== undefined && isSuperseding(args, last)) context.say(supersedeLine(args));
      context.announce(putRequest(args, last.configId ?? "", live, context));
    }
    return [];
  },

  async create(args, context) {
    return runExclusively([args.installedAddonId, args.configName], async () => {
      const found = await lookUp(args, context);
      if ("missing" in found) throw new InputError(found.missing.reason);
      return carryOut(planCreation(args, found), args, context);
    });
  },

  async update(args, last, context, id) {
    const configId = last.configId ?? id.split("/").slice(1).join("/");
    const found = await lookUp(args, context);
    if ("missing" in found) throw new InputError(found.missing.reason);
    const live = found.found.find((one) => one.id === configId);
    if (live === undefined && found.certain) throw new InputError(goneText(args));
    if (!isToBeSent(args, live, last)) return { id, state: { ...args, configId } };
    return put(args, live ?? { id: configId }, context, last);
  },

  async waitUntilApplied(args, { state, waiting }, context) {
    return waiting === undefined ? state : waitForValue(args, state.configId, waiting, context);
  },

  async read(last, context) {
    if (last.configName === undefined)
      throw new InputError(`its name is not known, and the service finds a configuration by its name only: give get(…) the configName too`);
    const found = await lookUp(last, context);
    if ("missing" in found) return undefined;
    const live = found.found.find(({ id }) => id === last.configId);
    if (live !== undefined) {
      // That another value shows does not prove that what was sent will not arrive.
      const left = isSeen(live.value, last) ? withoutPending(last) : last;
      return { ...left, configValue: observeValue(live.value, last.configValue) } as State;
    }
    if (await isGone(last, found, context)) return undefined;
    throw new InputError(
      `it is not certain that the configuration is gone, since ${describeUncertainty(last, found, context)}. If it is gone, take it out of the state with "pulumi state delete"`,
    );
  },

  // Anything but the word keeps the configuration, also a word that another version knew.
  sendsOnDelete: ({ deletionPolicy }) => deletionPolicy === "delete",

  async delete(last, context, id) {
    const configId = last.configId ?? id.split("/").slice(1).join("/");
    const path = `${pathOf(last)}/${encodeURIComponent(configId)}`;
    if (last.deletionPolicy !== "delete")
      return context.say(
        `graphplane: configuration ${quoteName(last.configName)} (${configId}) of installed add-on ${quoteName(last.installedAddonId)} is no longer managed; it keeps its current value (deletionPolicy ${JSON.stringify(last.deletionPolicy ?? "retain")})${mayStillChange(last)}`,
      );
    try {
      const { installedAddonId, configName } = last;
      const answer = await context.client.addons.deleteConfiguration({
        installedAddonsID: installedAddonId,
        configID: configId,
        configName,
      });
      if (answer === false && (await stillThere(last, configId, context)) !== false)
        throw new InputError(`DELETE ${path} was answered with false: the configuration was not deleted`);
      context.say(`graphplane: sent DELETE ${path}`);
    } catch (error) {
      if (!shouldVerify(error)) throw error;
      const there = isNoSuchCall(error) ? true : await stillThere(last, configId, context);
      // A service without the call may say so in its envelope, as it does of an object that is not there.
      if (there === true && (isNoSuchCall(error) || isNotFound(error))) throw new InputError(withoutDelete(path, error));
      if (there === true || (there === undefined && !isNotFound(error))) throw error;
      context.say(`graphplane: ${path}: the configuration is already gone`);
    }
  },
};

function previewCreation(args: Arguments, plan: Plan, context: PreviewContext): CheckFailure[] {
  if (plan.act === "refuse") return [{ property: "configName", reason: plan.reason }];
  if (plan.act === "post") context.announce(postRequest(args, context));
  if (plan.act === "put") context.announce(putRequest(args, plan.configuration.id, plan.configuration, context));
  return [];
}

async function carryOut(plan: Plan, args: Arguments, context: OperationContext): Promise<Applied<State, Waiting>> {
  if (plan.act === "refuse") throw new InputError(plan.reason);
  if (plan.act === "put") return put(args, plan.configuration, context);
  return plan.act === "post" ? post(args, context) : knownConfiguration(args, plan.configuration, context);
}

async function post(args: Arguments, context: OperationContext): Promise<Applied<State, Waiting>> {
  const { installedAddonId, configName, configValue } = args;
  const body = { config_name: configName, config_value: wireValue(configValue) };
  let answer: unknown;
  try {
    answer = await context.client.addons.createConfiguration({ installedAddonsID: installedAddonId }, body);
  } catch (error) {
    if (!mayHaveBeenProcessed(error)) throw error;
    return madeAfterAll(args, context, error);
  }
  context.say(sentLine(postLine(args, context)));
  const [made, ...others] = filterByName(configName, parseConfigurations(answer) ?? { found: [], certain: false }).found;
  return knownConfiguration(args, made !== undefined && others.length === 0 ? made : await waitUntilListed(args, context), context);
}

/** The answer to a POST was lost: it is not sent again, since it may have made the configuration. The name was free before. */
async function madeAfterAll(args: Arguments, context: OperationContext, error: ServiceError): Promise<Applied<State, Waiting>> {
  const look = async (): Promise<Look<Found>> => {
    const found = await lookUp(args, context, true);
    return "missing" in found || found.found.length > 0 ? { done: found } : { waits: "the configuration that it may have made" };
  };
  const wait = { clock: context.clock, say: context.say, place: pathOf(args), limit: consistencyWindowMs };
  const outcome = await poll(wait, look).catch(() => {
    throw error;
  });
  const found = "done" in outcome ? outcome.done : { found: [], certain: false, proves: false };
  if ("missing" in found || found.found.length === 0) {
    context.say(
      `graphplane: ${pathOf(args)}: the answer was lost and ${JSON.stringify(args.configName)} is not there: run "pulumi up" again`,
    );
    throw error;
  }
  const [made, ...others] = found.found;
  // With a readable value that is not ours, someone else made one of the same name meanwhile.
  const foreign = made !== undefined && isReadable(made.value) && !equalValues(made.value, args.configValue);
  if (made === undefined || others.length > 0 || foreign) return carryOut(planCreation(args, found), args, context);
  context.say(`${sentLine(postLine(args, context))}: the answer was lost, and the configuration is there`);
  return knownConfiguration(args, made, context);
}

async function put(args: Arguments, live: Configuration, context: OperationContext, last?: State): Promise<Applied<State, Waiting>> {
  const { installedAddonId, configName, configValue } = args;
  const ids = { installedAddonsID: installedAddonId, configID: live.id, configName };
  const { addons } = context.redacting(context.secret("configValue") ? [live.value] : []);
  let answer: unknown;
  try {
    answer = await addons.updateConfiguration(ids, { config_value: wireValue(configValue) });
  } catch (error) {
    if (!mayHaveBeenProcessed(error)) throw error;
    const state = stateAfterLostAnswer(args, live, context.secret, last);
    return { id: `${installedAddonId}/${live.id}`, state, lost: mayStillAct(error) };
  }
  context.say(sentLine(putLine(args, live.id, live, context)));
  const shown = parseConfigurations(answer)?.found.find(({ id }) => id === live.id);
  return shown === undefined ? waitedFor(args, live, context) : knownConfiguration(args, shown, context);
}

/** What is known of a configuration that was made, changed or adopted; one that shows another value is waited for. */
function knownConfiguration(args: Arguments, shown: Configuration, context: OperationContext): Applied<State, Waiting> {
  const { id, value } = shown;
  if (isReadable(value) && !equalValues(value, args.configValue)) return waitedFor(args, shown, context);
  return { id: `${args.installedAddonId}/${id}`, state: { ...args, configId: id } };
}

function waitedFor(args: Arguments, live: Configuration, context: OperationContext): Applied<State, Waiting> {
  return { id: `${args.installedAddonId}/${live.id}`, state: stateWhilePending(args, live, context.secret), waiting: { live: live.value } };
}

/** The configuration that a POST made whose Result tells no identifier. */
async function waitUntilListed(args: Arguments, context: OperationContext): Promise<Configuration> {
  const outcome = await pollConfiguration(args, context, "its identifier", async () => {
    const found = await lookUp(args, context, true);
    if ("missing" in found) throw new InputError(found.missing.reason);
    // Nothing had its name in any capitals before, so one that has is the one that was made.
    const [made, ...others] = found.found;
    if (others.length > 0) throw new InputError(ambiguousNameText(JSON.stringify(args.configName), found.found));
    return made;
  });
  if (outcome.seen !== undefined) return outcome.seen;
  const hint = `Look for it in the console before "pulumi up" is run again, which would make another one`;
  throw new InputError(
    `timed out after ${limit / 1000} s: the service accepted POST ${pathOf(args)}, told no identifier, and still reports no configuration of this name.${outcome.trouble} ${hint}`,
  );
}

/** Looks the name up until it shows the value that was sent, or shows that values are not shown. */
async function waitForValue(args: Arguments, configId: string, { live: first }: Waiting, context: OperationContext): Promise<State> {
  let live = first;
  const look = async () => {
    const found = await lookUp(args, context, true);
    if ("missing" in found) throw new InputError(found.missing.reason);
    const entry = found.found.find(({ id }) => id === configId);
    if (entry === undefined) return found.certain ? undefined : true;
    live = entry.value;
    return equalValues(live, args.configValue) || !isReadable(live) ? true : undefined;
  };
  const notApplied = (message: string) =>
    new NotAppliedError(message, stateWhilePending(args, { id: configId, value: live }, context.secret));
  const hint = `Run "pulumi up" again: it goes on from here`;
  const outcome = await pollConfiguration(args, context, "the value that was sent", look).catch((error: unknown) => {
    const why = whyUnseen(error);
    throw why === undefined
      ? error
      : notApplied(`the service accepted the value, and whether it is in effect could not be read: ${sentence(why)} ${hint}`);
  });
  if (outcome.seen === true) return { ...args, configId };
  throw notApplied(
    `timed out after ${limit / 1000} s: the service accepted the value but still reports another one, or no configuration.${outcome.trouble} ${hint}`,
  );
}

/** What ended a wait: a refused key, or an add-on that is gone; undefined for an error of our own. */
function whyUnseen(error: unknown): string | undefined {
  if (!isServiceError(error)) return error instanceof InputError ? error.message : undefined;
  const { method, path, failure } = error;
  return `${method} ${path} ${describeFailure(error)}${failure.hint === undefined ? "" : `. ${failure.hint}`}`;
}

/** Looks until something is seen or the time is up. A failed look is made good by the next, but for a refused key. */
async function pollConfiguration<T>(
  args: Name,
  { clock, say }: OperationContext,
  wanted: string,
  look: () => Promise<T | undefined>,
): Promise<{ readonly seen?: T; readonly trouble: string }> {
  let trouble = "";
  const outcome = await poll<T>({ clock, say, place: pathOf(args), limit }, async () => {
    try {
      const seen = await look();
      trouble = "";
      return seen === undefined ? { waits: wanted } : { done: seen };
    } catch (error) {
      if (!(error instanceof NotUnderstoodError) && (!isServiceError(error) || isAccessDenied(error))) throw error;
      trouble = ` The last look at it failed: ${sentence(error.message)}`;
      return { waits: wanted };
    }
  });
  return "done" in outcome ? { seen: outcome.done, trouble } : { trouble };
}

function withoutDelete(path: string, error: ServiceError): string {
  return `this service does not have DELETE ${path}, which is not part of the documented API (docs/api.md, section 11; the request ${describeFailure(error)}), so nothing was deleted. What still works: making, reading and changing configurations; deletionPolicy "retain" (set it and run "pulumi up", then delete the resource) leaves this one as it is, or "pulumi state delete" takes it out of the state`;
}

function goneText({ configName }: Name): string {
  return `there is no configuration ${JSON.stringify(configName)} with the identifier in state any more: "pulumi refresh" takes it out of the state, and the next "pulumi up" makes it again`;
}

function pathOf({ installedAddonId }: Pick<Name, "installedAddonId">): string {
  return `/add-ons/${encodeURIComponent(installedAddonId)}/configs`;
}

function postRequest(args: Arguments, { secret }: OperationContext): AnnouncedRequest {
  return { method: "POST", path: pathOf(args), body: shownBody(args, secret, ["configName", "configValue"]) };
}

function putRequest(args: Arguments, configId: string, live: Configuration | undefined, { secret }: OperationContext): AnnouncedRequest {
  const path = `${pathOf(args)}/${encodeURIComponent(configId)}`;
  return { method: "PUT", path, body: shownBody(args, secret, ["configValue"]), was: shownWas(live?.value, secret) };
}

function postLine(args: Arguments, context: OperationContext): string {
  return formatLine({ is: "request", ...postRequest(args, context), later: [] });
}

function putLine(args: Arguments, configId: string, live: Configuration | undefined, context: OperationContext): string {
  return formatLine({ is: "request", ...putRequest(args, configId, live, context), later: [] });
}

function supersedeLine(args: Arguments): string {
  return `graphplane: ${pathOf(args)}: what was sent last may still take effect, so the declared value is sent`;
}

function sentLine(line: string): string {
  return line.replace("graphplane: ", "graphplane: sent ");
}
