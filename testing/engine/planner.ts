import { type Deployment } from "./deployment";
import { compareInputs, type Shown, show } from "./diff";
import { Halted } from "./errors";
import { type Goal, newGoal, placeOf, type ReadGoal } from "./goal";
import { condemnedDependents } from "./cascade";
import { type Change, stepChange } from "./report";
import { DYNAMIC_PACKAGE, isProvider, newState, packageOf, providerType, providerUrn, type ResourceState } from "./state";
import { create, importState, keep, read, remove, update } from "./steps";
import { makeUrn } from "./urn";
import { diffWithProvider, keepIgnoredChanges, type Verdict } from "./verdict";
import { equal, type Properties, type Value } from "./values";
import { UNKNOWN_TEXT } from "./wire";

/** The parts of a goal that make the URN. */
type Named = Pick<Goal, "type" | "name" | "parent">;

/** What is left to do for a resource once it has been decided what that is. */
type Work = () => Promise<ResourceState>;

/** Decides for each resource that the program declares what becomes of it, and sees to it. */
export class Planner {
  private readonly olds = new Map<string, ResourceState>();
  /** Old states that the program still speaks for. */
  private readonly claimed = new Set<ResourceState>();
  /** URNs that the program has declared. */
  private readonly seen = new Set<string>();
  /** Old states that went before a resource that they depend on, until they are declared again. */
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

  /** Whether the program still speaks for an old state. */
  isClaimed(old: ResourceState): boolean {
    return this.claimed.has(old);
  }

  /** Registers a resource: resolves to its new state when all that it needed is done and recorded. */
  register(goal: Goal): Promise<ResourceState> {
    return this.decide(goal, () => this.plan(goal));
  }

  /** Reads a resource that the stack does not own. */
  read(goal: ReadGoal): Promise<ResourceState> {
    return this.decide(goal, () => this.planRead(goal));
  }

  /** A failure while deciding stops the deployment as a failed step does. */
  private async decide(goal: Named, plan: () => Promise<Work>): Promise<ResourceState> {
    const { deployment } = this;
    const work = await deployment.oneAtATime(() => plan().catch((error: unknown) => deployment.fail(error, this.urnOf(goal))));
    return work();
  }

  private async planRead(goal: ReadGoal): Promise<Work> {
    const urn = this.declare(goal);
    const old = this.claim(urn, []);
    const { id, inputs, type, parent, dependencies, additionalSecretOutputs } = goal;
    const provider = await this.providerOf(goal);
    const declared = { type, id, parent, inputs, dependencies, additionalSecretOutputs, provider };
    const state = newState({ urn, ...declared, custom: true, external: true });
    this.registered.set(urn, state);
    if (id === UNKNOWN_TEXT) return async () => state;
    const replaces = old !== undefined && !old.external && old.id !== id;
    if (replaces) this.noteReplace(old, state, {});
    return () => this.deployment.operate(() => read(this.deployment, state, old, replaces));
  }

  private urnOf({ parent, type, name }: Named): string {
    const { stack, project } = this.deployment;
    return makeUrn(stack, project.name, parent, type, name);
  }

  private declare(goal: Named): string {
    const urn = this.urnOf(goal);
    if (this.seen.has(urn)) throw new Error(`Duplicate resource URN '${urn}'; try giving it a unique name`);
    this.seen.add(urn);
    return urn;
  }

  /** The old state of a resource, under its URN or under one that it had before. */
  private claim(urn: string, aliases: readonly string[]): ResourceState | undefined {
    for (const name of [urn, ...aliases]) {
      const old = this.olds.get(name);
      if (!old) continue;
      if (this.claimed.has(old)) throw new Error(`Duplicate resource alias '${name}' applied to resource with URN '${urn}'`);
      this.claimed.add(old);
      if (name !== urn) this.deployment.snapshot.rename(name, urn);
      return old;
    }
    return undefined;
  }

  private async plan(goal: Goal): Promise<Work> {
    const { deployment } = this;
    const urn = this.declare(goal);
    const old = this.claim(urn, goal.aliases);
    const { type, custom, parent, dependencies, propertyDependencies, protect, retainOnDelete, ignoreChanges, additionalSecretOutputs } =
      goal;
    const options = { parent, dependencies, propertyDependencies, protect, retainOnDelete, ignoreChanges, additionalSecretOutputs };
    const provider = custom && !isProvider(goal) ? await this.providerOf(goal) : undefined;
    const sourcePosition = placeOf(deployment.project.root, goal.sourcePosition);
    const importID = goal.importId;
    const state = newState({ urn, type, custom, inputs: goal.inputs, provider, importID, sourcePosition, ...options });
    this.registered.set(urn, state);
    const known = old?.external ? undefined : (old?.importID ?? old?.id);
    if (importID !== undefined && known !== importID) return this.planImport(goal, old, state);

    const keys = old && this.deletedEarly.get(old);
    const fresh = !old || old.external || keys !== undefined;
    if (custom) state.inputs = await this.check(state, fresh ? {} : old.inputs, fresh ? goal.inputs : keepIgnoredChanges(goal, old.inputs));

    if (!old) return () => this.deployment.operate(() => create(deployment, { state, change: stepChange(undefined, state) }));
    if (keys) return this.recreate(old, state, { ...stepChange(old, state), replaceKeys: keys });
    if (old.external) return this.createFirst(old, state, stepChange(old, state));
    const verdict = await this.compare(old, state);
    const change: Change = { ...stepChange(old, state, verdict.diff), replaceKeys: verdict.replaceKeys };
    if (old.pendingReplacement) {
      if (custom) state.inputs = await this.check(state, {}, goal.inputs);
      return this.recreate(old, state, change);
    }
    if (verdict.changed && verdict.replaceKeys.length > 0) return this.planReplacement(goal, old, state, change, verdict);
    if (verdict.changed || old.initErrors.length > 0) return () => this.deployment.operate(() => update(deployment, old, state, change));
    return async () => keep(deployment, old, state);
  }

  /** Imports a resource, and goes on with what the program declares of it. */
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
    return () => this.deployment.operate(() => update(this.deployment, imported, state, stepChange(imported, state, verdict.diff)));
  }

  /** Makes anew what has been deleted already. */
  private recreate(old: ResourceState, state: ResourceState, change: Change): Work {
    this.noteReplace(old, state, change);
    return () => this.deployment.operate(() => create(this.deployment, { state, old, change }));
  }

  /** Asks the provider to check inputs; what it finds wrong is reported and ends the deployment. */
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

  /** Whether the provider that a resource has from now on cannot go on with what the one before has made. */
  private async needsOtherProvider({ provider: before = "" }: ResourceState, { provider: now = "" }: ResourceState): Promise<boolean> {
    if (before === now) return false;
    const [old, state] = [this.olds.get(providerUrn(before)), this.registered.get(providerUrn(now))];
    if (!old || !state) return false;
    const host = await this.deployment.host(state);
    return (await host.diff({ ...old, urn: state.urn }, state.inputs, [])).replaces.length > 0;
  }

  private async planReplacement(goal: Goal, old: ResourceState, state: ResourceState, change: Change, verdict: Verdict): Promise<Work> {
    const { deployment } = this;
    if (old.protect && state.protect) {
      deployment.report.fail(
        `unable to replace resource "${state.urn}"\nas it is currently marked for protection. To unprotect the resource, remove the \`protect\` flag from the resource in your Pulumi program and run \`pulumi up\``,
        state.urn,
      );
      // A preview goes on, so that the change that is the cause is seen.
      if (!deployment.preview) {
        deployment.stop();
        throw new Halted();
      }
    }
    // A replacement starts from nothing: what Check took over from the old inputs does not count.
    if (state.custom) state.inputs = await this.check(state, {}, goal.inputs);
    const shown: Change = { ...change, ...stepChange(old, state, verdict.diff) };
    const deleteFirst = goal.deleteBeforeReplace ?? verdict.deleteBeforeReplace;
    if (!deleteFirst) return this.createFirst(old, state, shown);
    const dependents = await condemnedDependents(
      deployment,
      old,
      (candidate) => this.claimed.has(candidate) || this.deletedEarly.has(candidate),
    );
    for (const { state: dependent } of dependents) {
      if (dependent.protect && !dependent.delete) {
        throw new Error(
          `unable to replace resource "${dependent.urn}" as part of replacing "${state.urn}" as it is currently marked for protection. Remove the \`protect\` flag from it and run up first.`,
        );
      }
    }
    for (const { state: dependent, keys } of dependents) this.deletedEarly.set(dependent, keys);
    return () =>
      this.deployment.operate(async () => {
        // The one that depends on most goes first.
        for (const { state: dependent } of [...dependents].reverse()) {
          deployment.proceed();
          await remove(deployment, dependent, { replacing: true, createLater: !dependent.delete });
        }
        deployment.proceed();
        await remove(deployment, old, { replacing: true, createLater: true });
        deployment.proceed();
        this.noteReplace(old, state, shown);
        return create(deployment, { state, old, change: shown });
      });
  }

  /** Creates the replacement; what it replaces is deleted at the end. */
  private createFirst(old: ResourceState, state: ResourceState, change: Change): Work {
    return () =>
      this.deployment.operate(async () => {
        const created = await create(this.deployment, { state, old, change, deleteLater: true });
        this.noteReplace(old, state, change);
        return created;
      });
  }

  /** The replacement as one step, beside the steps that it consists of. */
  private noteReplace(old: ResourceState, state: ResourceState, change: Change): void {
    const { report } = this.deployment;
    report.end(report.begin("replace", { ...state, id: old.id }, change));
  }

  /** The provider of a resource: the one that the program chose, or the default one of its package. */
  providerOf({ type, provider, version }: Pick<Goal, "type" | "provider" | "version">): Promise<string> {
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
function printValue(value: Shown): string {
  if (value === null) return "{<nil>}";
  if (Array.isArray(value)) return `{[${value.map(printValue).join(" ")}]}`;
  if (typeof value !== "object") return `{${value}}`;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{map[${entries.map(([key, inner]) => `${key}:${printValue(inner)}`).join(" ")}]}`;
}
