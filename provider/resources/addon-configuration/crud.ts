import { isServiceError, type ServiceError } from "../../../client";
import { lacksCall, mayHaveActed, needsAnotherLook, refusesKey, saysNotFound, toldIn, traced } from "../../answers";
import type { CheckFailure } from "../../arguments";
import { InputError, quoted } from "../../errors";
import { type Applied, type Call, type Noun, Unsettled } from "../../lifecycle";
import { inTurn } from "../../turns";
import { type Look, lostLook, poll } from "../../wait";
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
  shapeOf,
  type Shown,
  shownBody,
  shownIn,
  shownWas,
  wireValue,
} from "./model";
import {
  addonConfigurationArguments,
  type AddonConfigurationArguments as Arguments,
  type AddonConfigurationState as State,
  argumentOf,
} from "./schema";

/** A value that was sent and is not seen yet: where the answer showed another one, or none, the look-up must tell. */
export interface Waiting {
  readonly live: unknown;
}

type Name = Pick<Arguments, "installedAddonId" | "configName">;
type Found = Shown | { readonly missing: CheckFailure; readonly behind: ServiceError };

/** An answer to a look-up that tells nothing; the next one may. */
class NotUnderstood extends InputError {}

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

  identify(id) {
    const [installedAddonId = "", ...rest] = id.split("/");
    return { installedAddonId, configId: rest.join("/") } as Partial<State>;
  },

  async foresee(args, last, call) {
    const found = await lookUp(args, call);
    if ("missing" in found) {
      if (last === undefined) return [{ ...found.missing, reason: traced(found.missing.reason, found.behind) }];
      call.say(`graphplane: ${pathOf(args)}: ${found.missing.reason}; "pulumi refresh" takes it out of the state`);
      return [];
    }
    if (last === undefined) return foreseeNew(args, planned(args, found), call);
    const live = found.found.find(({ id }) => id === last.configId);
    if (live === undefined && found.certain) call.say(`graphplane: ${pathOf(args)}: ${goneText(args)}`);
    else if (args.configValue === undefined || !equal(live?.value, args.configValue))
      call.say(putLine(args, last.configId ?? "", live, call));
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
    if (equal(live?.value, args.configValue)) return { id, state: { ...args, configId } };
    return put(args, live ?? { id: configId }, call);
  },

  async settle(args, { state, waiting }, call) {
    return waiting === undefined ? state : settled(args, state, waiting, call);
  },

  async read(last, call) {
    if (last.configName === undefined)
      throw new InputError(`its name is not known, and the service finds a configuration by its name only: give get(…) the configName too`);
    const found = await lookUp(last, call);
    if ("missing" in found) return undefined;
    const live = found.found.find(({ id }) => id === last.configId);
    if (live !== undefined) return { ...last, configValue: observed(live.value, last.configValue) } as State;
    if (found.certain) return undefined;
    throw new InputError(
      `the look-up of its name was answered with null or as empty, which may say that it is gone or that the service shows no configurations. If it is gone, take it out of the state with "pulumi state delete"`,
    );
  },

  async delete(last, call, id) {
    const configId = last.configId ?? id.split("/").slice(1).join("/");
    const path = `${pathOf(last)}/${encodeURIComponent(configId)}`;
    // Anything but the word keeps the configuration, also a word that another version knew.
    if (last.deletionPolicy !== "delete")
      return call.say(
        `graphplane: ${path}: the configuration is left as it is (deletionPolicy ${JSON.stringify(last.deletionPolicy ?? "retain")})`,
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

function foreseeNew(args: Arguments, plan: Plan, call: Call): CheckFailure[] {
  if (plan.act === "refuse") return [{ property: "configName", reason: plan.reason }];
  if (plan.act === "post") call.say(postLine(args, call));
  if (plan.act === "put") call.say(putLine(args, plan.configuration.id, plan.configuration, call));
  return [];
}

async function carryOut(plan: Plan, args: Arguments, call: Call): Promise<Applied<State, Waiting>> {
  if (plan.act === "refuse") throw new InputError(plan.reason);
  if (plan.act === "put") return put(args, plan.configuration, call);
  return plan.act === "post" ? post(args, call) : known(args, plan.configuration);
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
  return known(args, made !== undefined && others.length === 0 ? made : await appeared(args, call));
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
  const found = "done" in outcome ? outcome.done : { found: [], certain: false };
  if ("missing" in found || found.found.length === 0) {
    call.say(`graphplane: ${pathOf(args)}: the answer was lost and ${JSON.stringify(args.configName)} is not there: run "pulumi up" again`);
    throw error;
  }
  const [made, ...others] = found.found;
  // With a readable value that is not ours, someone else made one of the same name meanwhile.
  const foreign = made !== undefined && readable(made.value) && !equal(made.value, args.configValue);
  if (made === undefined || others.length > 0 || foreign) return carryOut(planned(args, found), args, call);
  call.say(`${sent(postLine(args, call))}: the answer was lost, and the configuration is there`);
  return known(args, made);
}

async function put(args: Arguments, live: Configuration, call: Call): Promise<Applied<State, Waiting>> {
  const { installedAddonId, configName, configValue } = args;
  const ids = { installedAddonsID: installedAddonId, configID: live.id, configName };
  const { addons } = call.hiding(call.secret("configValue") ? [live.value] : []);
  const answer = await addons.updateConfiguration(ids, { config_value: wireValue(configValue) });
  call.say(sent(putLine(args, live.id, live, call)));
  const shown = shownIn(answer)?.found.find(({ id }) => id === live.id);
  return shown === undefined ? { ...known(args, { id: live.id }), waiting: { live: live.value } } : known(args, shown);
}

/** What is known of a configuration that was made, changed or adopted; one that shows another value is waited for. */
function known(args: Arguments, { id, value }: Configuration): Applied<State, Waiting> {
  const applied = { id: `${args.installedAddonId}/${id}`, state: { ...args, configId: id } };
  return readable(value) && !equal(value, args.configValue) ? { ...applied, waiting: { live: value } } : applied;
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
    `the service took POST ${pathOf(args)}, told no identifier, and shows no configuration of this name after ${limit / 1000} s.${outcome.trouble} ${mend}`,
  );
}

/** Looks the name up until it shows the value that was sent, or shows that values are not shown. */
async function settled(args: Arguments, state: State, { live: first }: Waiting, call: Call): Promise<State> {
  let live = first;
  // The state holds what is live, so that the next update sees the difference.
  const liveState = () => ({ ...state, configValue: readable(live) ? observed(live, undefined) : undefined });
  const look = async () => {
    const found = await lookUp(args, call, true);
    if ("missing" in found) throw new InputError(found.missing.reason);
    const entry = found.found.find(({ id }) => id === state.configId);
    if (entry === undefined) return found.certain ? undefined : true;
    live = entry.value;
    return equal(live, args.configValue) || !readable(live) ? true : undefined;
  };
  const mend = `Run "pulumi up" again: it goes on from here`;
  const outcome = await polled(args, call, "the value that was sent", look).catch((error: unknown) => {
    const why = whyUnseen(error);
    throw why === undefined
      ? error
      : new Unsettled(`the service took the value, and whether it shows is not seen: ${why}. ${mend}`, liveState());
  });
  if (outcome.seen === true) return state;
  const message = `the service took the value and shows another one, or no configuration, after ${limit / 1000} s.${outcome.trouble} ${mend}`;
  throw new Unsettled(message, liveState());
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
      if (!(error instanceof NotUnderstood) && (!isServiceError(error) || refusesKey(error))) throw error;
      trouble = ` The last look at it failed: ${error.message}`;
      return { waits: wanted };
    }
  });
  return "done" in outcome ? { seen: outcome.done, trouble } : { trouble };
}

/** The configurations of the name; or that the add-on certainly is not there. A Result that cannot be understood is an error. */
async function lookUp({ installedAddonId, configName }: Name, call: Call, now = false): Promise<Found> {
  let result: unknown;
  try {
    result = await call.client.sharedConfigurations({ installedAddonsID: installedAddonId, configName }, { now });
  } catch (error) {
    if (!saysNotFound(error)) throw error;
    // Without a word about the add-on it is the name that was not found.
    if (error.failure.details?.some(({ fieldName = "" }) => /add.?on/i.test(fieldName)) !== true) return { found: [], certain: true };
    const reason = `there is no installed add-on ${JSON.stringify(installedAddonId)}${await otherAddons(call)}`;
    return { missing: { property: "installedAddonId", reason }, behind: error };
  }
  const shown = shownIn(result);
  if (shown !== undefined) return named(configName, shown);
  throw new NotUnderstood(
    `the look-up of the name was answered with a Result that cannot be understood (${shapeOf(result)}), so it is not known whether the configuration is there${now ? "" : ", and nothing was sent"}. Try again; where it stays so, report the shape that this names`,
  );
}

async function otherAddons(call: Call): Promise<string> {
  try {
    const shown = shownIn(await call.client.addons.list());
    if (shown?.certain !== true) return "";
    return `; there are ${shown.found.map(({ id, name }) => (name === undefined ? id : `${id} (${name})`)).join(", ") || "none"}`;
  } catch (error) {
    if (isServiceError(error)) return "";
    throw error;
  }
}

/** Whether the configuration is there; undefined where that cannot be told. */
async function stillThere(name: Name, configId: string, call: Call): Promise<boolean | undefined> {
  try {
    const found = await lookUp(name, call, true);
    if ("missing" in found) return false;
    if (found.found.some(({ id }) => id === configId)) return true;
    return found.certain ? false : undefined;
  } catch {
    return undefined;
  }
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

function postLine(args: Arguments, { secret }: Call): string {
  return `graphplane: POST ${pathOf(args)} ${shownBody(args, secret, ["configName", "configValue"])}`;
}

function putLine(args: Arguments, configId: string, live: Configuration | undefined, { secret }: Call): string {
  const path = `${pathOf(args)}/${encodeURIComponent(configId)}`;
  return `graphplane: PUT ${path} ${shownBody(args, secret, ["configValue"])} was ${shownWas(live?.value, secret)}`;
}

function sent(line: string): string {
  return line.replace("graphplane: ", "graphplane: sent ");
}
