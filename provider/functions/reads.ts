import type * as ClientModule from "../../client";

/** The time for which an answer serves later look-ups of the same thing, in milliseconds. */
const freshFor = 10_000;

interface Read {
  readonly askedAt: number;
  readonly answer: Promise<unknown>;
}

/** The reads that look-ups share: requests under way are joined, and answers kept for seconds. */
export class Reads {
  private readonly known = new Map<string, Read>();
  /** Reads that begin when the present turn of the event loop is over. */
  private readonly coming = new Map<string, Promise<unknown>>();

  /** The answer of a read that was begun lately, or of a new one. */
  share<T>(clock: ClientModule.Clock, name: string, ask: () => Promise<T>): Promise<T> {
    const known = this.known.get(name);
    if (known !== undefined && clock.now() - known.askedAt < freshFor) return known.answer as Promise<T>;
    const read = { askedAt: clock.now(), answer: ask() };
    this.known.set(name, read);
    read.answer.catch(() => {
      if (this.known.get(name) === read) this.known.delete(name);
    });
    return read.answer;
  }

  /** One read for all who ask in the same turn of the event loop, begun after each of them has asked. */
  askAnew<T>(name: string, ask: () => Promise<T>): Promise<T> {
    const known = this.coming.get(name);
    if (known !== undefined) return known as Promise<T>;
    const read = new Promise<void>((resolve) => setImmediate(resolve)).then(() => {
      this.coming.delete(name);
      return ask();
    });
    this.coming.set(name, read);
    return read;
  }
}
