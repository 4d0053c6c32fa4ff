import { type Client, isServiceError } from "../../client";
import type { Omission } from "./model";

/** Tells what is being read. */
export type Tell = (doing: string) => void;

/** Asks on behalf of `graphplane adopt`, and collects what is left out and why. */
export class Reader {
  readonly omissions: Omission[] = [];

  constructor(
    private readonly client: Client,
    /** Aborted where the user ends the command. */
    private readonly signal: AbortSignal,
    readonly tell: Tell,
  ) {}

  /** The client, saying what for. */
  for(operation: string): Client {
    return this.client.withContext({ purpose: { kind: "adopt", operation }, signal: this.signal });
  }

  /** Notes something that is not adopted, as it should be. */
  leaveOut(what: string, why: string): void {
    this.omissions.push({ what, why, failed: false });
  }

  /** Notes something that should have been read and was not: the rest goes on, and the command fails at its end. */
  fail(what: string, why: string): void {
    this.omissions.push({ what, why, failed: true });
  }

  /** Notes what went wrong with a read; throws where there is no sense in going on. */
  failed(what: string, error: unknown): void {
    this.signal.throwIfAborted();
    this.fail(what, reasonOf(error));
  }

  /** Reads all, and tells how far it is. */
  async each<Item, Result>(what: string, items: readonly Item[], read: (item: Item) => Promise<Result>): Promise<Result[]> {
    let done = 0;
    const tell = () => this.tell(`reading ${what}, ${done} of ${items.length} done`);
    tell();
    return Promise.all(
      items.map(async (item) => {
        const result = await read(item);
        done += 1;
        tell();
        return result;
      }),
    );
  }
}

/** What a failed read says, without the name of the command, which stands before every error. */
export function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return isServiceError(error) ? message.replace(/^adopt: /, "") : message;
}
