import { type ResourceState } from "./state";

/** The stack's states while an operation runs: the old ones, those of them that are dealt with, and the new ones, which come first. */
export class Snapshot {
  /** Old states that the program still declares. */
  readonly claimed = new Set<ResourceState>();
  private readonly done = new Set<ResourceState>();
  private readonly added: ResourceState[] = [];

  /** `old` are the states from before the operation; a refresh replaces them. */
  constructor(public old: readonly ResourceState[]) {}

  /** The current states. */
  states(): ResourceState[] {
    return [...this.added, ...this.old].filter((state) => !this.done.has(state));
  }

  /** The old states that are to be deleted: those that the program does not declare, and those that were replaced. */
  unwanted(): ResourceState[] {
    return this.old.filter((state) => !this.done.has(state) && (state.delete || !this.claimed.has(state)));
  }

  /** Records how an operation ended: the new state, and the old one that it dealt with. */
  end({ done, added }: { done?: ResourceState | undefined; added?: ResourceState }): void {
    if (done) this.done.add(done);
    if (added) this.added.push(added);
  }
}
