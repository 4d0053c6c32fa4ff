import { type Deployment, Halted } from "./deployment";
import { type DiffResult } from "./host";
import { makeUrn, nameOf, newState, type ResourceState } from "./state";
import { create, keep, remove, update } from "./steps";
import { type Properties, sameInputs, shown, type Value } from "./values";

/** A declared resource: the corresponding parts of its state. */
export interface Goal extends Pick<ResourceState, "type" | "custom" | "inputs">, Partial<Pick<ResourceState, "parent" | "sourcePosition">> {
  name: string;
}

/** Registers a resource and resolves to its new state when its operations are complete. */
export function register(deployment: Deployment, goal: Goal): Promise<ResourceState> {
  const urn = makeUrn(deployment.names, goal.type, goal.name);
  // A planning failure stops the deployment, like a failed step.
  return deployment.operate(() => settle(deployment, urn, goal).catch((error: unknown) => deployment.fail(error, urn)));
}

/** Plans and runs the operation for a declared resource. */
async function settle(deployment: Deployment, urn: string, { name, ...declared }: Goal): Promise<ResourceState> {
  if (deployment.declared.has(urn)) throw new Error(`Duplicate resource URN '${urn}'; try giving it a unique name (${name})`);
  deployment.declared.add(urn);
  const state = newState({ ...declared, urn });
  const old = deployment.old.find((known) => known.urn === urn && !known.delete);
  if (state.custom) state.inputs = await check(deployment, state, old?.inputs ?? {}, declared.inputs);
  if (!old) return create(deployment, state);
  const { changed, replaces, deleteBeforeReplace } = await compare(deployment, old, state);
  if (old.pendingReplacement || (changed && replaces.length > 0)) {
    // A replacement starts without old inputs, so Check must not carry values over from them.
    if (state.custom) state.inputs = await check(deployment, state, {}, declared.inputs);
    if (deleteBeforeReplace && !old.pendingReplacement) await remove(deployment, old, { createLater: true });
    return create(deployment, state, old);
  }
  return changed || old.initErrors.length > 0 ? update(deployment, old, state) : keep(deployment, old, state);
}

/** Lets the provider check inputs; failures are reported and stop the deployment. */
async function check(deployment: Deployment, state: ResourceState, olds: Properties, news: Properties): Promise<Properties> {
  const { inputs, failures } = await deployment.host.check(state.urn, olds, news);
  if (failures.length === 0) return inputs;
  for (const { property, reason } of failures) deployment.report.fail(checkMessage(state, property, news[property], reason), state.urn);
  deployment.stop();
  throw new Halted();
}

async function compare({ host }: Deployment, old: ResourceState, state: ResourceState): Promise<DiffResult> {
  if (state.custom) return host.diff(old, state.inputs);
  return { changed: !sameInputs(old.inputs, state.inputs), replaces: [], deleteBeforeReplace: false };
}

function checkMessage({ urn, type }: ResourceState, property: string, value: Value | undefined, reason: string): string {
  const about =
    property === "" ? " has" : `: property ${property} value {${value === undefined ? "<nil>" : JSON.stringify(shown(value))}} has`;
  return `${type} resource '${nameOf(urn)}'${about} a problem: ${reason}`;
}
