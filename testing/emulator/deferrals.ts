import { type Delay } from "./profile";

interface Deferral {
  readonly scope: string;
  readonly key: string | undefined;
  readonly change: () => void;
  readsLeft: number;
  readonly at: number;
}

/** Changes that apply later: after further reads of their scope (a workgroup, an add-on), or at a time of the injected clock. */
export class Deferrals {
  private waiting: Deferral[] = [];
  private isCounting = true;

  constructor(private readonly now: () => number) {}

  /** Applies the change now or later, and drops a waiting change of the same key. */
  defer(scope: string, delay: Delay, change: () => void, key?: string): void {
    if (key !== undefined) this.waiting = this.waiting.filter((other) => other.key !== key);
    const reads = typeof delay === "number" ? delay : "reads" in delay ? delay.reads : undefined;
    if (reads === 0) return change();
    const at = typeof delay === "object" && "ms" in delay ? this.now() + delay.ms : Infinity;
    this.waiting.push({ scope, key, change, readsLeft: reads ?? Infinity, at });
  }

  /** Counts one read of the scope, then applies what is due: with a delay of one read, that read still shows the old value. */
  read(scope: string): void {
    if (!this.isCounting) return;
    for (const deferral of this.waiting) if (deferral.scope === scope) deferral.readsLeft -= 1;
    this.runDue((deferral) => deferral.readsLeft < 0);
    this.elapse();
  }

  /** Runs a function whose reads do not count. */
  uncounted<T>(run: () => T): T {
    this.isCounting = false;
    try {
      return run();
    } finally {
      this.isCounting = true;
    }
  }

  /** Applies what is due by the clock. */
  elapse(): void {
    this.runDue((deferral) => deferral.at <= this.now());
  }

  /** Applies everything that waits. */
  runAll(): void {
    this.runDue(() => true);
  }

  get size(): number {
    return this.waiting.length;
  }

  /** Keeps the waiting changes; the returned function restores them, any number of times. */
  snapshot(): () => void {
    const kept = this.waiting.map((deferral) => ({ ...deferral }));
    return () => {
      this.waiting = kept.map((deferral) => ({ ...deferral }));
    };
  }

  private runDue(isDue: (deferral: Deferral) => boolean): void {
    const due = this.waiting.filter(isDue);
    this.waiting = this.waiting.filter((deferral) => !due.includes(deferral));
    for (const deferral of due) deferral.change();
  }
}
