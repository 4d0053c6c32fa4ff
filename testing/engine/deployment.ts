import { Mutex } from "async-mutex";
import { type ResourceHost } from "./host";
import { messageOf } from "./protocol";
import { type Report } from "./report";
import { type ResourceState, type StackNames } from "./state";

/** Thrown to end work after the deployment has stopped; the cause has already been reported. */
export class Halted extends Error {
  constructor() {
    super("The deployment has stopped.");
  }
}

/** One operation on a stack whose resources all have the same provider. */
export class Deployment {
  /** Earlier states that the operation has not processed yet. */
  old: readonly ResourceState[];
  /** URNs declared by the program. */
  readonly declared = new Set<string>();
  stopping = false;
  private added: readonly ResourceState[] = [];
  private readonly turn = new Mutex();
  private halt: () => void = () => undefined;
  /** Resolves if the deployment stops early. */
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

  /** Returns the current states, new ones first. */
  states(): ResourceState[] {
    return [...this.added, ...this.old];
  }

  /** Records a completed step: the new state, and the old state that it processed. */
  end({ done, added }: { readonly done?: ResourceState | undefined; readonly added?: ResourceState }): void {
    this.old = this.old.filter((state) => state !== done);
    this.added = [...this.added.filter((state) => state !== done), ...(added ? [added] : [])];
  }

  /** Throws if the deployment has stopped. */
  proceed(): void {
    if (this.stopping) throw new Halted();
  }

  /** Stops starting operations. */
  stop(): void {
    this.stopping = true;
    this.halt();
  }

  /** Reports a failure and stops the deployment; always throws. */
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

  /** Resolves when no operation is running. */
  idle(): Promise<void> {
    return this.turn.runExclusive(() => undefined);
  }
}
