import { type Deployment, Halted } from "./deployment";
import { type DiffAnswer } from "./host";
import { makeUrn, nameOf, newState, type ResourceState } from "./state";
import { create, importState, keep, read, remove, update } from "./steps";
import { type Properties, sameInputs, shown, type Value } from "./values";

/** A resource as a program declares it: parts of the state that it should have, and the options that lead there. */
export interface Goal extends Partial<Omit<ResourceState, "urn" | "outputs">> {
  type: string;
  name: string;
  /** True for a resource that a provider manages. */
  custom: boolean;
  /** True for a resource that is only read, by its `id`. */
  external?: boolean;
  /** Undefined leaves the decision to the provider. */
  deleteBeforeReplace?: boolean | undefined;
}

/** Registers a resource, or reads an external one: resolves to its new state when all that it needed is done. */
export function register(deployment: Deployment, goal: Goal): Promise<ResourceState> {
  const urn = makeUrn(deployment.names, goal.type, goal.name);
  // A failure while planning stops the deployment, as a failed step does.
  return deployment.operate(() => settle(deployment, urn, goal).catch((error: unknown) => deployment.fail(error, urn)));
}

/** Plans and runs the operation on a resource that the program declares. */
async function settle(deployment: Deployment, urn: string, goal: Goal): Promise<ResourceState> {
  const { name, external = false, deleteBeforeReplace, ...given } = goal;
  if (deployment.declared.has(urn)) throw new Error(`Duplicate resource URN '${urn}'; try giving it a unique name (${name})`);
  deployment.declared.add(urn);
  const { inputs: declared = {} } = given;
  const state = newState({ ...given, urn });
  if (external) return read(deployment, state);
  const old = deployment.old.find((known) => known.urn === urn && !known.delete);
  if (state.importID !== undefined && state.importID !== (old?.importID ?? old?.id)) return importResource(deployment, old, state);

  if (state.custom) state.inputs = await check(deployment, state, old?.inputs ?? {}, declared);
  if (!old) return create(deployment, state);
  const { changed, replaces, ...answer } = await compare(deployment, old, state);
  if (old.pendingReplacement || (changed && replaces.length > 0)) {
    // A replacement starts from nothing: what Check took over from the old inputs does not count.
    if (state.custom) state.inputs = await check(deployment, state, {}, declared);
    return replace(deployment, old, state, deleteBeforeReplace ?? answer.deleteBeforeReplace);
  }
  return changed || old.initErrors.length > 0 ? update(deployment, old, state) : keep(deployment, old, state);
}

/** Imports a resource, then updates it to what the program declares. */
async function importResource(deployment: Deployment, old: ResourceState | undefined, state: ResourceState): Promise<ResourceState> {
  if (old) throw new Error("the embedded engine imports nothing in the place of a resource that it manages; use the Pulumi CLI");
  const imported = await importState(deployment, { ...state, inputs: {} });
  state.inputs = await check(deployment, state, imported.inputs, state.inputs);
  const { changed, replaces } = await compare(deployment, imported, state);
  if (replaces.length > 0) {
    throw new Error(
      `previously-imported resources that still specify an ID may not be replaced; please remove the \`import\` declaration from your program (${replaces.join(", ")})`,
    );
  }
  return changed ? update(deployment, imported, state) : imported;
}

/** Creates a resource in the place of the old one, which is deleted before, at the end, or has been deleted already. */
async function replace(deployment: Deployment, old: ResourceState, state: ResourceState, deleteFirst: boolean): Promise<ResourceState> {
  // Reported as one step, in addition to the steps that it consists of.
  const note = () => deployment.report.begin("replace", state, old);
  if (!old.pendingReplacement && !deleteFirst) {
    const created = await create(deployment, state, old, { deleteLater: true });
    note();
    return created;
  }
  if (!old.pendingReplacement) await remove(deployment, old, { replacing: true, createLater: true });
  deployment.proceed();
  note();
  return create(deployment, state, old);
}

/** Asks the provider to check inputs; failures are reported and stop the deployment. */
async function check(deployment: Deployment, state: ResourceState, olds: Properties, news: Properties): Promise<Properties> {
  const { inputs, failures } = await deployment.host.check(state.urn, olds, news);
  if (failures.length === 0) return inputs;
  for (const { property, reason } of failures) {
    deployment.report.fail(checkMessage(state, property, news[property], reason), state.urn);
  }
  deployment.stop();
  throw new Halted();
}

async function compare({ host }: Deployment, old: ResourceState, state: ResourceState): Promise<DiffAnswer> {
  if (state.custom) return host.diff(old, state.inputs);
  return { changed: !sameInputs(old.inputs, state.inputs), replaces: [], deleteBeforeReplace: false };
}

function checkMessage({ urn, type }: ResourceState, property: string, value: Value | undefined, reason: string): string {
  const about =
    property === "" ? " has" : `: property ${property} value {${value === undefined ? "<nil>" : JSON.stringify(shown(value))}} has`;
  return `${type} resource '${nameOf(urn)}'${about} a problem: ${reason}`;
}
