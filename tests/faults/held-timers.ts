/** The time limit of one request, in seconds, that the engines of this folder set: no timer of anything else is so long. */
export const requestTimeoutSeconds = 3599;

/**
 * Holds the timers of requests' time limits, so that a test can let the time be up without waiting. Other timers run as ever.
 */
export class HeldTimers {
  private readonly held = new Map<unknown, () => void>();
  private readonly real = { setTimeout: globalThis.setTimeout, clearTimeout: globalThis.clearTimeout };

  install(): void {
    const { held, real } = this;
    globalThis.setTimeout = Object.assign((run: () => void, milliseconds?: number) => {
      const timer = real.setTimeout(run, milliseconds);
      if (milliseconds === requestTimeoutSeconds * 1000) {
        timer.unref();
        held.set(timer, run);
      }
      return timer;
    }, real.setTimeout);
    globalThis.clearTimeout = (timer) => {
      held.delete(timer);
      real.clearTimeout(timer);
    };
  }

  /** The time of every request under way is up. */
  elapse(): void {
    for (const [timer, run] of [...this.held]) {
      this.real.clearTimeout(timer as NodeJS.Timeout);
      this.held.delete(timer);
      run();
    }
  }

  restore(): void {
    Object.assign(globalThis, this.real);
    this.held.clear();
  }
}
