import { type Deployment } from "./deployment";
import { compareInputs } from "./diff";
import { Halted } from "./errors";
import { type Goal, newGoal } from "./goal";
import { type Change } from "./report";
import { DYNAMIC_PACKAGE, isProvider, makeUrn, packageOf, providerType, providerUrn, type ResourceState } from "./state";
import { create, importState, keep, read, remove, update } from "./steps";
import { condemnedDependents, diffWithProvider, keepIgnoredChanges, type Verdict } from "./verdict";
import { equal, type Json, type Properties, show, UNKNOWN_TEXT, type Value } from "./values";

/** The operation that was planned for a resource. */
type Work = () => Promise<ResourceState>;

/** Plans and runs the operation on each resource that the program declares. */
export class Planner {
  private readonly olds = new Map<string, ResourceState>();
  /** Old states that are deleted before a resource that they depend on, with the properties that require it. */
  private readonly deletedEarly = new Map<ResourceState, string[]>();
  private readonly registered = new Map<string, ResourceState>();
  /** References of default providers, by the name of the resource. */
  private readonly defaults = new Map<string, Promise<string>>();

  constructor(private readonly deployment: Deployment) {
    for (const state of deployment.snapshot.old) if (!state.delete) this.olds.set(state.urn, state);
  }

  /** The state that a resource has now, if the program has declared it. */
  state(urn: string): ResourceState | undefined {
    return this.registered.get(urn);
  }

  /** Registers a resource, or reads an external one: resolves to its new state when all that it needed is done and recorded. */
  async register(goal: Goal): Promise<ResourceState> {
    const { deployment } = this;
    // A failure while planning stops the deployment, as a failed step does.
    const work = await deployment.oneAtATime(() => this.plan(goal).catch((error: unknown) => deployment.fail(error, this.urnOf(goal))));
    return work();
  }

  private urnOf({ parent, type, name }: Pick<Goal, "parent" | "type" | "name">): string {
    const { stack, project } = this.deployment;
    return makeUrn(stack, project.name, parent, type, name);
  }

  /** The old state of a resource, under its URN or an earlier one. */
  private claim(urn: string, aliases: readonly string[]): ResourceState | undefined {
    const { snapshot } = this.deployment;
    for (const name of [urn, ...aliases]) {
      const old = this.olds.get(name);
      if (!old) continue;
      if (snapshot.claimed.has(old)) throw new Error(`Duplicate resource alias '${name}' applied to resource with URN '${urn}'`);
      snapshot.claimed.add(old);
      if (name !== urn) snapshot.rename(name, urn);
      return old;
    }
    return undefined;
  }

  private async plan(goal: Goal): Promise<Work> {
    const { deployment } = this;
    const { name, version, aliases, deleteBeforeReplace, ...declared } = goal;
    const urn = this.urnOf({ ...declared, name });
    if (this.registered.has(urn)) throw new Error(`Duplicate resource URN '${urn}'; try giving it a unique name`);
    const state: ResourceState = { ...declared, urn };
    this.registered.set(urn, state);
    const old = this.claim(urn, aliases);
    const { custom, external, importID } = state;
    if (custom && !isProvider(state)) state.provider = await this.providerOf({ ...declared, version });
    if (external) return this.planRead(old, state);
    const known = old?.external ? undefined : (old?.importID ?? old?.id);
    if (importID !== undefined && known !== importID) return this.planImport(goal, old, state);

    const keys = old && this.deletedEarly.get(old);
    const fresh = !old || old.external || keys !== undefined;
    if (custom) state.inputs = await this.check(state, fresh ? {} : old.inputs, fresh ? goal.inputs : keepIgnoredChanges(goal, old.inputs));

    const change: Change = { old, now: state };
    if (!old) return () => deployment.operate(() => create(deployment, state, change));
    if (keys) return this.recreate(state, { ...change, replaceKeys: keys });
    if (old.external) return this.createFirst(state, change);
    const verdict = await this.compare(old, state);
    const { changed, diff, replaceKeys } = verdict;
    const compared: Change = { ...change, diff, replaceKeys };
    if (old.pendingReplacement) {
      if (custom) state.inputs = await this.check(state, {}, goal.inputs);
      return this.recreate(state, compared);
    }
    if (changed && replaceKeys.length > 0)
      return this.planReplacement(goal, old, state, compared, deleteBeforeReplace ?? verdict.deleteBeforeReplace);
    if (changed || old.initErrors.length > 0) return () => deployment.operate(() => update(deployment, old, state, compared));
    return async () => keep(deployment, old, state);
  }

  private planRead(old: ResourceState | undefined, state: ResourceState): Work {
    if (state.id === UNKNOWN_TEXT) return async () => state;
    const replaces = old !== undefined && !old.external && old.id !== state.id;
    const change: Change = { old, now: state };
    if (replaces) this.noteReplace(state, change);
    return () => this.deployment.operate(() => read(this.deployment, state, change, replaces));
  }

  /** Imports a resource, then updates it to what the program declares. */
  private async planImport(goal: Goal, old: ResourceState | undefined, state: ResourceState): Promise<Work> {
    if (old && !old.external)
      throw new Error("the embedded engine imports nothing in the place of a resource that it manages; use the Pulumi CLI");
    const imported = await importState(this.deployment, { ...state, inputs: {} }, old);
    state.inputs = await this.check(state, imported.inputs, keepIgnoredChanges(goal, imported.inputs));
    const verdict = await this.compare(imported, state);
    if (verdict.replaceKeys.length > 0) {
      throw new Error(
        `previously-imported resources that still specify an ID may not be replaced; please remove the \`import\` declaration from your program (${verdict.replaceKeys.join(", ")})`,
      );
    }
    if (!verdict.changed) {
      this.registered.set(state.urn, imported);
      return async () => imported;
    }
    const change: Change = { old: imported, now: state, diff: verdict.diff };
    return () => this.deployment.operate(() => update(this.deployment, imported, state, change));
  }

  /** Creates what has been deleted already. */
  private recreate(state: ResourceState, change: Change): Work {
    this.noteReplace(state, change);
    return () => this.deployment.operate(() => create(this.deployment, state, change));
  }

  /** Asks the provider to check inputs; failures are reported and stop the deployment. */
  private async check(state: ResourceState, olds: Properties, news: Properties): Promise<Properties> {
    const host = await this.deployment.host(state);
    const { inputs, failures } = await host.check(state.urn, olds, news);
    if (failures.length === 0) return inputs;
    for (const { property, reason } of failures) {
      this.deployment.report.fail(checkMessage(state, property, news[property], reason), state.urn);
    }
    this.deployment.stop();
    throw new Halted();
  }

  private async compare(old: ResourceState, state: ResourceState): Promise<Verdict> {
    // A component that became a custom resource, or the reverse, is another thing under the same name.
    if (Boolean(old.provider) !== Boolean(state.provider) || (await this.needsOtherProvider(old, state))) {
      return { changed: true, diff: {}, replaceKeys: ["provider"], deleteBeforeReplace: false };
    }
    if (!state.custom) {
      const changed = !equal(old.inputs, state.inputs);
      return { changed, diff: compareInputs(old.inputs, state.inputs), replaceKeys: [], deleteBeforeReplace: false };
    }
    const { urn, type, provider } = state;
    return diffWithProvider(this.deployment, { ...old, urn, type, provider }, old.inputs, state.inputs, state.ignoreChanges);
  }

  /** Returns true if the new provider of a resource cannot manage what the old one created. */
  private async needsOtherProvider({ provider: before = "" }: ResourceState, { provider: now = "" }: ResourceState): Promise<boolean> {
    if (before === now) return false;
    const [old, state] = [this.olds.get(providerUrn(before)), this.registered.get(providerUrn(now))];
    if (!old || !state) return false;
    const host = await this.deployment.host(state);
    return (await host.diff({ ...old, urn: state.urn }, state.inputs, [])).replaces.length > 0;
  }

  private async planReplacement(goal: Goal, old: ResourceState, state: ResourceState, change: Change, deleteFirst: boolean): Promise<Work> {
    const { deployment } = this;
    if (old.protect && state.protect) {
      deployment.report.fail(
        `unable to replace resource "${state.urn}"\nas it is currently marked for protection. To unprotect the resource, remove the \`protect\` flag from the resource in your Pulumi program and run \`pulumi up\``,
        state.urn,
      );
      // A preview goes on, so that it shows the change that is the cause.
      if (!deployment.preview) {
        deployment.stop();
        throw new Halted();
      }
    }
    // A replacement starts from nothing: what Check took over from the old inputs does not count.
    if (state.custom) state.inputs = await this.check(state, {}, goal.inputs);
    if (!deleteFirst) return this.createFirst(state, change);
    const isSettled = (candidate: ResourceState) => deployment.snapshot.claimed.has(candidate) || this.deletedEarly.has(candidate);
    const dependents = await condemnedDependents(deployment, old, isSettled);
    const guarded = dependents.find(({ state: dependent }) => dependent.protect && !dependent.delete);
    if (guarded) {
      throw new Error(
        `unable to replace resource "${guarded.state.urn}" as part of replacing "${state.urn}" as it is currently marked for protection. Remove the \`protect\` flag from it and run up first.`,
      );
    }
    for (const { state: dependent, keys } of dependents) this.deletedEarly.set(dependent, keys);
    return () =>
      deployment.operate(async () => {
        // Dependents go before what they depend on.
        for (const removed of [...dependents.map((dependent) => dependent.state).reverse(), old]) {
          await remove(deployment, removed, { replacing: true, createLater: !removed.delete });
          deployment.proceed();
        }
        this.noteReplace(state, change);
        return create(deployment, state, change);
      });
  }

  /** Creates the replacement; the old resource is deleted at the end. */
  private createFirst(state: ResourceState, change: Change): Work {
    return () =>
      this.deployment.operate(async () => {
        const created = await create(this.deployment, state, change, { deleteLater: true });
        this.noteReplace(state, change);
        return created;
      });
  }

  /** Reports the replacement as one step, in addition to the steps that it consists of. */
  private noteReplace(state: ResourceState, change: Change): void {
    const { report } = this.deployment;
    report.end(report.begin("replace", { ...state, id: change.old?.id }, change));
  }

  /** The provider of a resource: the one that the program chose, or the default one of its package. */
  providerOf({ type, provider, version }: Pick<Goal, "type"> & Partial<Goal>): Promise<string> {
    if (provider) return Promise.resolve(provider);
    const packageName = packageOf(type);
    const name = ["default", ...(version ? version.split(/[.+-]/) : [])].join("_");
    const key = `${packageName} ${name}`;
    const reference = this.defaults.get(key) ?? this.registerDefault(packageName, name, version);
    this.defaults.set(key, reference);
    return reference;
  }

  private async registerDefault(packageName: string, name: string, version: string | undefined): Promise<string> {
    const inputs = { ...settingsOf(packageName, this.deployment.config), ...(version && { version }) };
    const work = await this.plan(newGoal({ type: providerType(packageName), name, custom: true, inputs }));
    const { urn, id } = await work();
    return `${urn}::${id}`;
  }
}

/** The settings of a package's default provider: the entries of its namespace, and for dynamic resources all of the configuration. */
function settingsOf(packageName: string, config: Properties): Properties {
  if (packageName === DYNAMIC_PACKAGE) return config;
  const own = Object.entries(config).filter(([key]) => key.startsWith(`${packageName}:`));
  return Object.fromEntries(own.map(([key, value]) => [key.slice(packageName.length + 1), value]));
}

function checkMessage(state: ResourceState, property: string, value: Value | undefined, reason: string): string {
  const name = state.urn.slice(state.urn.lastIndexOf("::") + 2);
  if (!property) return `${state.type} resource '${name}' has a problem: ${reason}`;
  return `${state.type} resource '${name}': property ${property} value ${printValue(show(value ?? null))} has a problem: ${reason}`;
}

/** A value as the CLI prints it in messages. */
function printValue(value: Json): string {
  if (value === null) return "{<nil>}";
  if (Array.isArray(value)) return `{[${value.map(printValue).join(" ")}]}`;
  if (typeof value !== "object") return `{${value}}`;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{map[${entries.map(([key, inner]) => `${key}:${printValue(inner)}`).join(" ")}]}`;
}
