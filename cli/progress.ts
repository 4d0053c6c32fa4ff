import { Interrupted, type Terminal } from "./command";

/** Milliseconds between two lines, on a terminal and in a log. */
const pauses = { watched: 1_000, logged: 10_000 };

export type ShowStep = (doing: string) => void;

/**
 * Runs a function and prints its current step every few seconds. A log also contains the elapsed time. If the user interrupts the work,
 * throws an {@link Interrupted} error whose message ends with `outcome`.
 */
export async function withProgress<Result>(
  command: string,
  outcome: string,
  { err, stopped, interactive: watched, clock }: Pick<Terminal, "err" | "stopped" | "interactive" | "clock">,
  work: (showStep: ShowStep) => Promise<Result>,
): Promise<Result> {
  const ended = new AbortController();
  let step = "";
  const printSteps = async () => {
    const start = clock.now();
    let last = "";
    for (;;) {
      await clock.sleep(watched ? pauses.watched : pauses.logged, ended.signal).catch(() => undefined);
      if (ended.signal.aborted) return;
      const line = watched ? step : `${step} (${Math.round((clock.now() - start) / 1000)} s so far)`;
      if (line !== last && step !== "") err(`graphplane ${command}: ${line}`);
      last = line;
    }
  };
  void printSteps();
  try {
    return await work((doing) => void (step = doing));
  } catch (error) {
    if (stopped.aborted) throw new Interrupted(`interrupted; ${outcome}.`);
    throw error;
  } finally {
    ended.abort();
  }
}
