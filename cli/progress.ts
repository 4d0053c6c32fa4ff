import { Interrupted, type Terminal } from "./command";

/** Milliseconds between two lines: on a terminal that someone watches, and in a log. */
const pauses = { watched: 1_000, logged: 10_000 };

export type ShowStep = (doing: string) => void;

/**
 * Runs work and prints its current step while it takes long; in a log with the time that has passed, so that nobody takes it for a hang.
 * Work that the user stops fails with an {@link Interrupted}, whose message ends in `outcome`.
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
    const begin = clock.now();
    let last = "";
    for (;;) {
      await clock.sleep(watched ? pauses.watched : pauses.logged, ended.signal).catch(() => undefined);
      if (ended.signal.aborted) return;
      const line = watched ? step : `${step} (${Math.round((clock.now() - begin) / 1000)} s so far)`;
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
