import type { Clock } from "../client/http/clock";

/** Milliseconds between two lines: on a terminal that someone watches, and in a log. */
const pauses = { watched: 1_000, logged: 10_000 };

/**
 * Prints what a command is doing while it takes long. On a terminal: at most one line a second, each once. In a log: a line every
 * ten seconds with the time that has passed, so that nobody takes a long read for a hang.
 */
export class Progress {
  private doing = "";
  private said = "";
  private readonly ended = new AbortController();

  constructor(
    private readonly say: (line: string) => void,
    private readonly watched: boolean,
    private readonly clock: Clock,
  ) {
    void this.run();
  }

  /** Notes what is being done from now on. */
  now(doing: string): void {
    this.doing = doing;
  }

  /** Says nothing more. */
  end(): void {
    this.ended.abort();
  }

  private async run(): Promise<void> {
    const begin = this.clock.now();
    const pause = this.watched ? pauses.watched : pauses.logged;
    for (;;) {
      await this.clock.sleep(pause, this.ended.signal).catch(() => undefined);
      if (this.ended.signal.aborted) return;
      const line = this.watched ? this.doing : `${this.doing} (${Math.round((this.clock.now() - begin) / 1000)} s so far)`;
      if (line !== this.said && this.doing !== "") this.say(line);
      this.said = line;
    }
  }
}
