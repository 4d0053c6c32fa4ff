import { Mutex } from "async-mutex";
import { type ResourceHost } from "./host";
import { messageOf } from "./protocol";
import { type Report } from "./report";
import { type ResourceState, type StackNames } from "./state";

/** Ends work because the deployment has stopped; the reason has been reported already. */
export class Halted extends Error {
  constructor() {
    super("The deployment has stopped.");
  }
}

/** One operation on a stack whose resources all have the same provider. */
export class Deployment {
  /** The states from before the operation that it has not handled yet. */
  old: readonly ResourceState[];
  /** The URNs that the program has declared. */
  readonly declared = new Set<string>();
  stopping = false;
  private added: readonly ResourceState[] = [];
  private readonly turn = new Mutex();
  private halt: () => void = () => undefined;
  /** Resolves when the deployment stops before its end. */
  readonly halted = new Promise<void>((resolve) => (this.halt = resolve));

  constructor(
    readonly names: StackNames,
    readonly preview: boolean,
    states: readonly ResourceState[],
    readonly report: Report,
    readonly host: ResourceHost,
  ) {
    this.old = states.map((state) => ({ ...state }));
  }

  /** The current states, the new ones first. */
  states(): ResourceState[] {
    return [...this.added, ...this.old];
  }

  /** Records the end of a step: the new state, and the old one that it handled. */
  end({ done, added }: { readonly done?: ResourceState | undefined; readonly added?: ResourceState }): void {
    this.old = this.old.filter((state) => state !== done);
    this.added = [...this.added.filter((state) => state !== done), ...(added ? [added] : [])];
  }

  /** Throws if the deployment has stopped. */
  proceed(): void {
    if (this.stopping) throw new Halted();
  }

  /** Starts no other operation. */
  stop(): void {
    this.stopping = true;
    this.halt();
  }

  /** Reports a failure and stops; always throws. */
  fail(error: unknown, urn?: string): never {
    if (!(error instanceof Halted)) {
      this.report.fail(messageOf(error), urn);
      this.stop();
    }
    throw new Halted();
  }

  /** Runs operations one at a time. */
  operate<T>(work: () => Promise<T>): Promise<T> {
    return this.turn.runExclusive(() => {
      this.proceed();
      return work();
    });
  }

  /** Resolves when no operation is running any more. */
  idle(): Promise<void> {
    return this.turn.runExclusive(() => undefined);
  }
}
