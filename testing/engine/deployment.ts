import { Mutex } from "async-mutex";
import { Halted, messageOf } from "./errors";
import { type ResourceHost } from "./host";
import { type Report } from "./report";
import { type Snapshot } from "./snapshot";
import { type StackNames } from "./state";

/** One operation on a stack whose resources all have the same provider. */
export class Deployment {
  private readonly turn = new Mutex();
  private halt: () => void = () => undefined;
  stopping = false;
  /** Resolves when the deployment stops before its end. */
  readonly halted = new Promise<void>((resolve) => (this.halt = resolve));

  constructor(
    readonly names: StackNames,
    readonly preview: boolean,
    readonly snapshot: Snapshot,
    readonly report: Report,
    readonly host: ResourceHost,
  ) {}

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
