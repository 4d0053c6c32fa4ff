import { type Clock, systemClock } from "../../client/http/clock";

/** The pause between two lines of progress in a log. */
const progressPause = 10_000;

/**
 * The machine's clock, except that pauses pass at once and are noted. Only the pause between two lines of progress never passes, so that
 * none is printed, however busy the machine is.
 */
export class RecordingClock implements Clock {
  readonly pauses: number[] = [];

  /** `onPause` gets the milliseconds of each pause. */
  constructor(private readonly onPause: (milliseconds: number) => void = () => {}) {}

  now(): number {
    return systemClock.now();
  }

  async sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted();
    if (milliseconds === progressPause)
      await new Promise((_, reject) => signal?.addEventListener("abort", () => reject(signal.reason as Error)));
    this.pauses.push(milliseconds);
    this.onPause(milliseconds);
  }
}
