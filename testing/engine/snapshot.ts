import { Mutex } from "async-mutex";
import { type Checkpoint, type Contents, type PendingOperation } from "./checkpoint";
import { makeUrn, parseUrn, providerUrn, type ResourceState, STACK_TYPE } from "./state";

/**
 * The stack's states while an operation runs: the old ones, those of them that are dealt with, and the new ones, which come
 * first, in the order in which they were finished: so the list stays topological.
 */
export class Snapshot {
  /** The states from before the operation that nothing has happened to. */
  old: readonly ResourceState[];
  /** Operations whose end an earlier engine did not record. */
  unfinished: readonly PendingOperation[];
  /** Old states that the program still declares. */
  readonly claimed = new Set<ResourceState>();
  private readonly done = new Set<ResourceState>();
  private readonly added: ResourceState[] = [];
  private readonly running = new Map<ResourceState, PendingOperation["type"]>();
  private readonly renamed = new Map<string, string>();
  private readonly writing = new Mutex();
  /** Whether the file lacks a change. */
  private changed = false;

  /** Without a checkpoint, in a preview, nothing is written. */
  constructor(
    contents: Contents,
    private readonly checkpoint: Checkpoint | undefined,
  ) {
    this.old = contents.resources;
    this.unfinished = contents.pending;
  }

  isDone(state: ResourceState): boolean {
    return this.done.has(state);
  }

  /** The current states. */
  states(): ResourceState[] {
    return [...this.added, ...this.old].filter((state) => !this.done.has(state));
  }

  /** The current states and pending operations; references to renamed resources follow them. */
  contents(): Contents {
    this.renameChildren();
    const running = [...this.running].map(([state, type]) => ({ state, type }));
    const creating = this.unfinished.filter(({ type }) => type === "creating");
    return { resources: this.states().map((state) => this.normalizeUrns(state)), pending: [...running, ...creating] };
  }

  /** Replaces the old states, after a refresh. */
  async rebase(states: ResourceState[]): Promise<void> {
    this.old = states;
    await this.save();
  }

  /** Records that a resource was found under an older URN. */
  rename(from: string, to: string): void {
    this.renamed.set(from, to);
  }

  /** The current URN of a resource. */
  canonical(urn: string): string {
    return this.renamed.get(urn) ?? urn;
  }

  /** The current reference (`<urn>::<id>`) of a provider. */
  canonicalReference(reference: string): string {
    const urn = providerUrn(reference);
    return this.canonical(urn) + reference.slice(urn.length);
  }

  /** Records that an operation is about to begin, so that it is known if the engine dies. */
  async begin(state: ResourceState, type: PendingOperation["type"]): Promise<void> {
    this.running.set(state, type);
    await this.save();
  }

  /** Records how an operation ended: the old state that it dealt with, and the new one. */
  async end(state: ResourceState, { done, added }: { done?: ResourceState | undefined; added?: ResourceState } = {}): Promise<void> {
    this.running.delete(state);
    if (done) this.done.add(done);
    if (added) this.added.push(added);
    await this.save();
  }

  /** Records an unchanged resource, in memory only: the file would say the same. */
  same(old: ResourceState, state: ResourceState): void {
    this.done.add(old);
    this.added.push(state);
    this.changed = true;
  }

  /** Waits until everything recorded so far is in the file. Changes made during a write share the next one. */
  async save(): Promise<void> {
    this.changed = true;
    await this.flush();
  }

  /** Writes what `same` recorded only in memory. */
  async flush(): Promise<void> {
    const { checkpoint } = this;
    if (!checkpoint) return;
    await this.writing.runExclusive(async () => {
      if (!this.changed) return;
      this.changed = false;
      await checkpoint.write(this.contents()).catch((error: unknown) => {
        this.changed = true;
        throw error;
      });
    });
  }

  /** The URN of a child contains the type of its parent: if the parent's type changes, so does the URN. */
  private renameChildren(): void {
    for (const state of this.states()) {
      const parent = state.parent && this.renamed.get(state.parent);
      if (!parent || this.renamed.has(state.urn)) continue;
      if (parseUrn(parent).type === STACK_TYPE) continue;
      const { stack, project, type, name } = parseUrn(state.urn);
      const urn = makeUrn(stack, project, parent, type, name);
      if (urn !== state.urn) this.renamed.set(state.urn, urn);
    }
  }

  private normalizeUrns(state: ResourceState): ResourceState {
    if (this.renamed.size === 0) return state;
    const to = (urn: string) => this.canonical(urn);
    return {
      ...state,
      urn: to(state.urn),
      parent: state.parent && to(state.parent),
      provider: state.provider && this.canonicalReference(state.provider),
      dependencies: state.dependencies.map(to),
      propertyDependencies: Object.fromEntries(Object.entries(state.propertyDependencies).map(([key, urns]) => [key, urns.map(to)])),
    };
  }
}
