import type { Clock } from "../../client";

/** A clock whose pauses pass at once: an hour of waiting takes no time. */
export class VirtualClock implements Clock {
  time = 1_000_000;
  readonly pauses: number[] = [];
  /** Runs in each pause, after it has passed. */
  onSleep: (() => void) | undefined;
  /** While it is set, a pause lasts until it is aborted. */
  held = false;

  now(): number {
    return this.time;
  }

  async sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted();
    this.pauses.push(milliseconds);
    this.time += milliseconds;
    this.onSleep?.();
    if (this.held) await new Promise((_, reject) => signal?.addEventListener("abort", () => reject(signal.reason as Error)));
  }
}
