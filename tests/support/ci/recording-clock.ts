import type { Clock } from "../../../client/http/clock";
import { progressPause, quietClock } from "../quiet-clock";

/** A clock whose pauses pass at once and are noted, except that between two lines of progress, which never passes. */
export class RecordingClock implements Clock {
  readonly pauses: number[] = [];

  /** `onPause` gets the milliseconds of each pause. */
  constructor(private readonly onPause: (milliseconds: number) => void = () => {}) {}

  now(): number {
    return quietClock.now();
  }

  sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
    if (milliseconds === progressPause) return quietClock.sleep(milliseconds, signal);
    this.pauses.push(milliseconds);
    this.onPause(milliseconds);
    return Promise.resolve();
  }
}
