import { type Delay } from "./profile";

interface Deferral {
  readonly scope: string;
  readonly key: string | undefined;
  readonly change: () => void;
  readonly readsLeft: number;
  readonly at: number;
}

/** Changes that are pending until a number of further reads of their scope (a workgroup or an add-on), or until a time on the injected clock. */
export class Deferrals {
  private waiting: readonly Deferral[] = [];
  private isCounting = true;

  constructor(private readonly now: () => number) {}

  /** Applies a change now or later. Replaces a pending change with the same key. */
  defer(scope: string, delay: Delay, change: () => void, key?: string): void {
    if (key !== undefined) this.waiting = this.waiting.filter((other) => other.key !== key);
    if (delay === 0) return change();
    const due = typeof delay === "number" ? { readsLeft: delay, at: Infinity } : { readsLeft: Infinity, at: this.now() + delay.ms };
    this.waiting = [...this.waiting, { scope, key, change, ...due }];
  }

  /** Counts a read of the scope, and then applies the changes that are due. With a delay of one read, that read still returns the old value. */
  read(scope: string): void {
    if (!this.isCounting) return;
    const counted = (deferral: Deferral) => (deferral.scope === scope ? { ...deferral, readsLeft: deferral.readsLeft - 1 } : deferral);
    this.waiting = this.waiting.map(counted);
    this.runDue((deferral) => deferral.readsLeft < 0);
    this.elapse();
  }

  uncounted<T>(run: () => T): T {
    this.isCounting = false;
    try {
      return run();
    } finally {
      this.isCounting = true;
    }
  }

  /** Applies the changes that are due by the clock. */
  elapse(): void {
    this.runDue((deferral) => deferral.at <= this.now());
  }

  runAll(): void {
    this.runDue(() => true);
  }

  /** The time of the next change that is due by the clock, or infinity. */
  get next(): number {
    return Math.min(...this.waiting.map(({ at }) => at));
  }

  get size(): number {
    return this.waiting.length;
  }

  /** Saves the pending changes. The returned function restores them, and can be called repeatedly. */
  snapshot(): () => void {
    const { waiting } = this;
    return () => {
      this.waiting = waiting;
    };
  }

  private runDue(isDue: (deferral: Deferral) => boolean): void {
    const due = this.waiting.filter(isDue);
    this.waiting = this.waiting.filter((deferral) => !due.includes(deferral));
    for (const deferral of due) deferral.change();
  }
}
