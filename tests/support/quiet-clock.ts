import { type Clock, systemClock } from "../../client/http/clock";

/** The pause between two lines of progress in a log. */
export const progressPause = 10_000;

/** The machine's clock, by which no line of progress is printed, however busy the machine is: their pause never passes. */
export const quietClock: Clock = {
  now: () => systemClock.now(),
  sleep: (milliseconds, signal) =>
    milliseconds === progressPause
      ? new Promise((_, reject) => signal?.addEventListener("abort", () => reject(signal.reason as Error)))
      : systemClock.sleep(milliseconds, signal),
};
