import { type Deployment } from "./deployment";
import { Halted } from "./errors";
import { type DiffAnswer } from "./host";
import { type Change } from "./report";
import { makeUrn, nameOf, newState, type ResourceState } from "./state";
import { create, importState, keep, read, remove, update } from "./steps";
import { equal, type Properties, show, type Value } from "./values";

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

/** Plans and runs the operation on each resource that the program declares. */
export class Planner {
  private readonly olds: ReadonlyMap<string, ResourceState>;
  private readonly registered = new Set<string>();

  constructor(private readonly deployment: Deployment) {
    const { old } = deployment.snapshot;
    this.olds = new Map(old.filter((state) => !state.delete).map((state) => [state.urn, state]));
  }

  /** Registers a resource, or reads an external one: resolves to its new state when all that it needed is done. */
  register(goal: Goal): Promise<ResourceState> {
    const { deployment } = this;
    const urn = makeUrn(deployment.names, goal.type, goal.name);
    // A failure while planning stops the deployment, as a failed step does.
    return deployment.operate(() => this.settle(urn, goal).catch((error: unknown) => deployment.fail(error, urn)));
  }

  private async settle(urn: string, { name, external = false, deleteBeforeReplace, ...declared }: Goal): Promise<ResourceState> {
    const { deployment } = this;
    if (this.registered.has(urn)) throw new Error(`Duplicate resource URN '${urn}'; try giving it a unique name (${name})`);
    this.registered.add(urn);
    const { inputs: goal = {} } = declared;
    const state = newState({ ...declared, urn });
    if (external) return read(deployment, state);
    const old = this.olds.get(urn);
    if (old) deployment.snapshot.claimed.add(old);
    if (state.importID !== undefined && state.importID !== (old?.importID ?? old?.id)) return this.import(old, state, goal);

    if (state.custom) state.inputs = await this.check(state, old?.inputs ?? {}, goal);
    const change: Change = { old, now: state };
    if (!old) return create(deployment, state, change);
    const { changed, replaces, ...answer } = await this.compare(old, state);
    const compared: Change = { ...change, replaceKeys: replaces };
    const isReplacement = changed && replaces.length > 0;
    if (old.pendingReplacement || isReplacement) {
      // A replacement starts from nothing: what Check took over from the old inputs does not count.
      if (state.custom) state.inputs = await this.check(state, {}, goal);
      const deleteFirst = deleteBeforeReplace ?? answer.deleteBeforeReplace;
      return this.replace(old, state, compared, deleteFirst);
    }
    return changed || old.initErrors.length > 0 ? update(deployment, old, state, compared) : keep(deployment, old, state);
  }

  /** Imports a resource, then updates it to what the program declares. */
  private async import(old: ResourceState | undefined, state: ResourceState, goal: Properties): Promise<ResourceState> {
    if (old) throw new Error("the embedded engine imports nothing in the place of a resource that it manages; use the Pulumi CLI");
    const imported = await importState(this.deployment, { ...state, inputs: {} });
    state.inputs = await this.check(state, imported.inputs, goal);
    const { changed, replaces } = await this.compare(imported, state);
    if (replaces.length > 0) {
      throw new Error(
        `previously-imported resources that still specify an ID may not be replaced; please remove the \`import\` declaration from your program (${replaces.join(", ")})`,
      );
    }
    return changed ? update(this.deployment, imported, state, { old: imported, now: state }) : imported;
  }

  /** Creates a resource in the place of the old one, which is deleted before, at the end, or has been deleted already. */
  private async replace(old: ResourceState, state: ResourceState, change: Change, deleteFirst: boolean): Promise<ResourceState> {
    const { deployment } = this;
    // Reported as one step, in addition to the steps that it consists of.
    const note = () => deployment.report.begin("replace", { ...state, id: old.id }, change);
    if (!old.pendingReplacement && !deleteFirst) {
      const created = await create(deployment, state, change, { deleteLater: true });
      note();
      return created;
    }
    if (!old.pendingReplacement) await remove(deployment, old, { replacing: true, createLater: true });
    deployment.proceed();
    note();
    return create(deployment, state, change);
  }

  /** Asks the provider to check inputs; failures are reported and stop the deployment. */
  private async check(state: ResourceState, olds: Properties, news: Properties): Promise<Properties> {
    const { inputs, failures } = await this.deployment.host.check(state.urn, olds, news);
    if (failures.length === 0) return inputs;
    for (const { property, reason } of failures) {
      this.deployment.report.fail(checkMessage(state, property, news[property], reason), state.urn);
    }
    this.deployment.stop();
    throw new Halted();
  }

  private async compare(old: ResourceState, state: ResourceState): Promise<DiffAnswer> {
    if (state.custom) return this.deployment.host.diff(old, state.inputs);
    return { changed: !equal(old.inputs, state.inputs), replaces: [], deleteBeforeReplace: false };
  }
}

function checkMessage({ urn, type }: ResourceState, property: string, value: Value | undefined, reason: string): string {
  const about =
    property === "" ? " has" : `: property ${property} value {${value === undefined ? "<nil>" : JSON.stringify(show(value))}} has`;
  return `${type} resource '${nameOf(urn)}'${about} a problem: ${reason}`;
}
