/** How often a person is told how far a command is, in milliseconds; nothing is said of what takes less. */
const pause = 1_000;

/** Tells a person what a command is doing: at most one line a second, each line once, and none in the first second. */
export class Progress {
  private doing = "";
  private said = "";
  private readonly timer: NodeJS.Timeout | undefined;

  /** `say` gets the lines; without it nobody is told. */
  constructor(say: ((line: string) => void) | undefined) {
    if (say === undefined) return;
    this.timer = setInterval(() => {
      if (this.doing !== this.said) say(this.doing);
      this.said = this.doing;
    }, pause);
  }

  /** Notes what is being done from now on. */
  now(doing: string): void {
    this.doing = doing;
  }

  /** Says nothing more. */
  end(): void {
    clearInterval(this.timer);
  }
}
