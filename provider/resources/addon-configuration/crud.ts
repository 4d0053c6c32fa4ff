import { isServiceError, type ServiceError } from "../../../client";
import { sentence } from "../../../client/errors";
import { lacksCall, mayHaveActed, mayStillAct, needsAnotherLook, refusesKey, saysNotFound, toldIn, traced } from "../../answers";
import type { CheckFailure } from "../../arguments";
import { InputError, NotUnderstoodError, quoted, refreshHint, Unsettled } from "../../errors";
import { type AnnouncedRequest, formatLine } from "../../messages";
import type { Applied, Call, Noun, PreviewCall } from "../../noun";
import { arrived, mayStillChange } from "../../pending";
import { inTurn } from "../../turns";
import { type Look, lostLook, poll } from "../../wait";
import { type Found, isGone, lookUp, type Name, stillThere, uncertain } from "./look-up";
import {
  type Configuration,
  equal,
  meaning,
  named,
  observed,
  type Plan,
  planned,
  readable,
  several,
  shownBody,
  shownIn,
  shownWas,
  wireValue,
} from "./model";
import { isSeen, isSuperseding, isToBeSent, unanswered, unseen } from "./pending";
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
export const addonConfiguration: Noun<Arguments, State, Waiting> = {
  kind: "AddonConfiguration",
  schema: addonConfigurationArguments,
  replacedBy: ["installedAddonId", "configName"],
  behaviour: ["adopt", "deletionPolicy"],
  meaning,
  argumentOf,
  describe: ({ installedAddonId, configName }) =>
    `configuration ${configName === undefined ? "(name not known)" : JSON.stringify(configName)} of installed add-on ${quoted(installedAddonId)}`,

  address: addressOf,
  idForm: "<installedAddonId>/<configId>",

  identify(id) {
    const [installedAddonId = "", ...rest] = id.split("/");
    return { installedAddonId, configId: rest.join("/") } as Partial<State>;
  },

  async foresee(args, last, call) {
    const found = await lookUp(args, call);
    if ("missing" in found) {
      if (last === undefined) return [{ ...found.missing, reason: traced(found.missing.reason, found.behind) }];
      throw new InputError(`${found.missing.reason}. ${refreshHint}`);
    }
    if (last === undefined) return foreseeNew(args, planned(args, found), call);
    const live = found.found.find(({ id }) => id === last.configId);
    if (live === undefined && found.certain) throw new InputError(goneText(args));
    if (args.configValue === undefined || isToBeSent(args, live, last)) {
      if (args.configValue !== undefined && isSuperseding(args, last)) call.say(supersedeLine(args));
      call.announce(putRequest(args, last.configId ?? "", live, call));
    }
    return [];
  },

  async create(args, call) {
    return inTurn([args.installedAddonId, args.configName], async () => {
      const found = await lookUp(args, call);
      if ("missing" in found) throw new InputError(found.missing.reason);
      return carryOut(planned(args, found), args, call);
    });
  },

  async update(args, last, call, id) {
    const configId = last.configId ?? id.split("/").slice(1).join("/");
    const found = await lookUp(args, call);
    if ("missing" in found) throw new InputError(found.missing.reason);
    const live = found.found.find((one) => one.id === configId);
    if (live === undefined && found.certain) throw new InputError(goneText(args));
    if (!isToBeSent(args, live, last)) return { id, state: { ...args, configId } };
    return put(args, live ?? { id: configId }, call, last);
  },

  async settle(args, { state, waiting }, call) {
    return waiting === undefined ? state : settled(args, state.configId, waiting, call);
  },

  async read(last, call) {
    if (last.configName === undefined)
      throw new InputError(`its name is not known, and the service finds a configuration by its name only: give get(…) the configName too`);
    const found = await lookUp(last, call);
    if ("missing" in found) return undefined;
    const live = found.found.find(({ id }) => id === last.configId);
    if (live !== undefined) {
      // That another value shows does not prove that what was sent will not arrive.
      const left = isSeen(live.value, last) ? arrived(last) : last;
      return { ...left, configValue: observed(live.value, last.configValue) } as State;
    }
    if (await isGone(last, found, call)) return undefined;
    throw new InputError(
      `it is not certain that the configuration is gone, since ${uncertain(last, found, call)}. If it is gone, take it out of the state with "pulumi state delete"`,
    );
  },

  // Anything but the word keeps the configuration, also a word that another version knew.
  deletes: ({ deletionPolicy }) => deletionPolicy === "delete",

  async delete(last, call, id) {
    const configId = last.configId ?? id.split("/").slice(1).join("/");
    const path = `${pathOf(last)}/${encodeURIComponent(configId)}`;
    if (last.deletionPolicy !== "delete")
      return call.say(
        `graphplane: configuration ${quoted(last.configName)} (${configId}) of installed add-on ${quoted(last.installedAddonId)} is no longer managed; it keeps its current value (deletionPolicy ${JSON.stringify(last.deletionPolicy ?? "retain")})${mayStillChange(last)}`,
      );
    try {
      const { installedAddonId, configName } = last;
      const answer = await call.client.addons.deleteConfiguration({ installedAddonsID: installedAddonId, configID: configId, configName });
      if (answer === false && (await stillThere(last, configId, call)) !== false)
        throw new InputError(`DELETE ${path} was answered with false: the configuration was not deleted`);
      call.say(`graphplane: sent DELETE ${path}`);
    } catch (error) {
      if (!needsAnotherLook(error)) throw error;
      const there = lacksCall(error) ? true : await stillThere(last, configId, call);
      // A service without the call may say so in its envelope, as it does of an object that is not there.
      if (there === true && (lacksCall(error) || saysNotFound(error))) throw new InputError(withoutDelete(path, error));
      if (there === true || (there === undefined && !saysNotFound(error))) throw error;
      call.say(`graphplane: ${path}: the configuration is already gone`);
    }
  },
};

function foreseeNew(args: Arguments, plan: Plan, call: PreviewCall): CheckFailure[] {
  if (plan.act === "refuse") return [{ property: "configName", reason: plan.reason }];
  if (plan.act === "post") call.announce(postRequest(args, call));
  if (plan.act === "put") call.announce(putRequest(args, plan.configuration.id, plan.configuration, call));
  return [];
}

async function carryOut(plan: Plan, args: Arguments, call: Call): Promise<Applied<State, Waiting>> {
  if (plan.act === "refuse") throw new InputError(plan.reason);
  if (plan.act === "put") return put(args, plan.configuration, call);
  return plan.act === "post" ? post(args, call) : known(args, plan.configuration, call);
}

async function post(args: Arguments, call: Call): Promise<Applied<State, Waiting>> {
  const { installedAddonId, configName, configValue } = args;
  const body = { config_name: configName, config_value: wireValue(configValue) };
  let answer: unknown;
  try {
    answer = await call.client.addons.createConfiguration({ installedAddonsID: installedAddonId }, body);
  } catch (error) {
    if (!mayHaveActed(error)) throw error;
    return madeAfterAll(args, call, error);
  }
  call.say(sent(postLine(args, call)));
  const [made, ...others] = named(configName, shownIn(answer) ?? { found: [], certain: false }).found;
  return known(args, made !== undefined && others.length === 0 ? made : await appeared(args, call), call);
}

/** The answer to a POST was lost: it is not sent again, since it may have made the configuration. The name was free before. */
async function madeAfterAll(args: Arguments, call: Call, error: ServiceError): Promise<Applied<State, Waiting>> {
  const look = async (): Promise<Look<Found>> => {
    const found = await lookUp(args, call, true);
    return "missing" in found || found.found.length > 0 ? { done: found } : { waits: "the configuration that it may have made" };
  };
  const wait = { clock: call.clock, say: call.say, place: pathOf(args), limit: lostLook };
  const outcome = await poll(wait, look).catch(() => {
    throw error;
  });
  const found = "done" in outcome ? outcome.done : { found: [], certain: false, proves: false };
  if ("missing" in found || found.found.length === 0) {
    call.say(`graphplane: ${pathOf(args)}: the answer was lost and ${JSON.stringify(args.configName)} is not there: run "pulumi up" again`);
    throw error;
  }
  const [made, ...others] = found.found;
  // With a readable value that is not ours, someone else made one of the same name meanwhile.
  const foreign = made !== undefined && readable(made.value) && !equal(made.value, args.configValue);
  if (made === undefined || others.length > 0 || foreign) return carryOut(planned(args, found), args, call);
  call.say(`${sent(postLine(args, call))}: the answer was lost, and the configuration is there`);
  return known(args, made, call);
}

async function put(args: Arguments, live: Configuration, call: Call, last?: State): Promise<Applied<State, Waiting>> {
  const { installedAddonId, configName, configValue } = args;
  const ids = { installedAddonsID: installedAddonId, configID: live.id, configName };
  const { addons } = call.hiding(call.secret("configValue") ? [live.value] : []);
  let answer: unknown;
  try {
    answer = await addons.updateConfiguration(ids, { config_value: wireValue(configValue) });
  } catch (error) {
    if (!mayHaveActed(error)) throw error;
    const state = unanswered(args, live, call.secret, last);
    return { id: `${installedAddonId}/${live.id}`, state, lost: mayStillAct(error) };
  }
  call.say(sent(putLine(args, live.id, live, call)));
  const shown = shownIn(answer)?.found.find(({ id }) => id === live.id);
  return shown === undefined ? waitedFor(args, live, call) : known(args, shown, call);
}

/** What is known of a configuration that was made, changed or adopted; one that shows another value is waited for. */
function known(args: Arguments, shown: Configuration, call: Call): Applied<State, Waiting> {
  const { id, value } = shown;
  if (readable(value) && !equal(value, args.configValue)) return waitedFor(args, shown, call);
  return { id: `${args.installedAddonId}/${id}`, state: { ...args, configId: id } };
}

function waitedFor(args: Arguments, live: Configuration, call: Call): Applied<State, Waiting> {
  return { id: `${args.installedAddonId}/${live.id}`, state: unseen(args, live, call.secret), waiting: { live: live.value } };
}

/** The configuration that a POST made whose Result tells no identifier. */
async function appeared(args: Arguments, call: Call): Promise<Configuration> {
  const outcome = await polled(args, call, "its identifier", async () => {
    const found = await lookUp(args, call, true);
    if ("missing" in found) throw new InputError(found.missing.reason);
    // Nothing had its name in any capitals before, so one that has is the one that was made.
    const [made, ...others] = found.found;
    if (others.length > 0) throw new InputError(several(JSON.stringify(args.configName), found.found));
    return made;
  });
  if (outcome.seen !== undefined) return outcome.seen;
  const mend = `Look for it in the console before "pulumi up" is run again, which would make another one`;
  throw new InputError(
    `timed out after ${limit / 1000} s: the service accepted POST ${pathOf(args)}, told no identifier, and still reports no configuration of this name.${outcome.trouble} ${mend}`,
  );
}

/** Looks the name up until it shows the value that was sent, or shows that values are not shown. */
async function settled(args: Arguments, configId: string, { live: first }: Waiting, call: Call): Promise<State> {
  let live = first;
  const look = async () => {
    const found = await lookUp(args, call, true);
    if ("missing" in found) throw new InputError(found.missing.reason);
    const entry = found.found.find(({ id }) => id === configId);
    if (entry === undefined) return found.certain ? undefined : true;
    live = entry.value;
    return equal(live, args.configValue) || !readable(live) ? true : undefined;
  };
  const unsettled = (message: string) => new Unsettled(message, unseen(args, { id: configId, value: live }, call.secret));
  const mend = `Run "pulumi up" again: it goes on from here`;
  const outcome = await polled(args, call, "the value that was sent", look).catch((error: unknown) => {
    const why = whyUnseen(error);
    throw why === undefined
      ? error
      : unsettled(`the service accepted the value, and whether it is in effect could not be read: ${sentence(why)} ${mend}`);
  });
  if (outcome.seen === true) return { ...args, configId };
  throw unsettled(
    `timed out after ${limit / 1000} s: the service accepted the value but still reports another one, or no configuration.${outcome.trouble} ${mend}`,
  );
}

/** What ended a wait: a refused key, or an add-on that is gone; undefined for an error of our own. */
function whyUnseen(error: unknown): string | undefined {
  if (!isServiceError(error)) return error instanceof InputError ? error.message : undefined;
  const { method, path, failure } = error;
  return `${method} ${path} ${toldIn(error)}${failure.mend === undefined ? "" : `. ${failure.mend}`}`;
}

/** Looks until something is seen or the time is up. A failed look is made good by the next, but for a refused key. */
async function polled<T>(
  args: Name,
  { clock, say }: Call,
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
      if (!(error instanceof NotUnderstoodError) && (!isServiceError(error) || refusesKey(error))) throw error;
      trouble = ` The last look at it failed: ${sentence(error.message)}`;
      return { waits: wanted };
    }
  });
  return "done" in outcome ? { seen: outcome.done, trouble } : { trouble };
}

function withoutDelete(path: string, error: ServiceError): string {
  return `this service does not have DELETE ${path}, which is beyond the specification (the request ${toldIn(error)}), so nothing was deleted. What still works: making, reading and changing configurations; deletionPolicy "retain" (set it and run "pulumi up", then delete the resource) leaves this one as it is, or "pulumi state delete" takes it out of the state`;
}

function goneText({ configName }: Name): string {
  return `there is no configuration ${JSON.stringify(configName)} with the identifier in state any more: "pulumi refresh" takes it out of the state, and the next "pulumi up" makes it again`;
}

function pathOf({ installedAddonId }: Pick<Name, "installedAddonId">): string {
  return `/add-ons/${encodeURIComponent(installedAddonId)}/configs`;
}

function postRequest(args: Arguments, { secret }: Call): AnnouncedRequest {
  return { method: "POST", path: pathOf(args), body: shownBody(args, secret, ["configName", "configValue"]) };
}

function putRequest(args: Arguments, configId: string, live: Configuration | undefined, { secret }: Call): AnnouncedRequest {
  const path = `${pathOf(args)}/${encodeURIComponent(configId)}`;
  return { method: "PUT", path, body: shownBody(args, secret, ["configValue"]), was: shownWas(live?.value, secret) };
}

function postLine(args: Arguments, call: Call): string {
  return formatLine({ is: "request", ...postRequest(args, call), later: [] });
}

function putLine(args: Arguments, configId: string, live: Configuration | undefined, call: Call): string {
  return formatLine({ is: "request", ...putRequest(args, configId, live, call), later: [] });
}

function supersedeLine(args: Arguments): string {
  return `graphplane: ${pathOf(args)}: what was sent last may still take effect, so the declared value is sent`;
}

function sent(line: string): string {
  return line.replace("graphplane: ", "graphplane: sent ");
}
