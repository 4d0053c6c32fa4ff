import { type Client, isCredentialRefused, isNoSuchCall, isServiceError } from "../../client";
import { hideAddresses } from "./secrets";

export interface Omission {
  readonly what: string;
  /** The skipped part, if the rest is adopted. */
  readonly place?: string | undefined;
  /** The reason and the fix, with all values omitted. */
  readonly why: string;
}

/** Reports an object that is not adopted on purpose. `place` is the same as in {@link Omission}. */
export type LeaveOut = (what: string, why: string, place?: string) => void;

interface List<Found> {
  /** The owner of the list in messages, e.g. `workspace "ws"`. */
  readonly place: string;
  readonly read: (client: Client) => Promise<readonly Found[]>;
}

/** Reads objects for `graphplane adopt` and collects omissions. Omissions contain no e-mail addresses, because the report is logged. */
export class Reader {
  readonly leftOut: Omission[] = [];
  /** The objects that could not be read. If there are any, the command fails. */
  readonly failures: Omission[] = [];

  constructor(
    private readonly client: Client,
    /** Aborted when the user interrupts the command. */
    private readonly signal: AbortSignal,
    readonly tell: (doing: string) => void,
  ) {}

  for(operation: string): Client {
    return this.client.withContext({ purpose: { kind: "adopt", operation }, signal: this.signal });
  }

  readonly leaveOut: LeaveOut = (what, why, place) => void this.leftOut.push(omission(what, why, place));

  /** Reports a failed read. The command continues with the rest, and fails at the end. */
  fail(what: string, why: string): void {
    this.failures.push(omission(what, why));
  }

  /** Reports a failed read. Throws if the user has interrupted the command. */
  failed(what: string, error: unknown): void {
    this.signal.throwIfAborted();
    this.fail(what, reasonOf(error));
  }

  async each<Item, Found>(what: string, items: readonly Item[], read: (item: Item) => Promise<readonly Found[]>): Promise<Found[]> {
    let done = 0;
    const tell = () => this.tell(`reading ${what}, ${done} of ${items.length} done`);
    tell();
    const found = await Promise.all(
      items.map(async (item) => {
        const result = await read(item);
        done += 1;
        tell();
        return result;
      }),
    );
    return found.flat();
  }

  /**
   * Reads lists of objects. Sends only the first request if the service does not support the call or refuses the key.
   * @param objects the plural name of the objects, e.g. `database users`
   * @param lacking the reason and the fix to report if the service does not support the call
   */
  async lists<Found>(objects: string, lacking: string, lists: readonly List<Found>[]): Promise<Found[]> {
    let isLacking = false;
    let isRefused = false;
    const readOne = async ({ place, read }: List<Found>): Promise<readonly Found[]> => {
      if (isLacking || isRefused) return [];
      try {
        return await read(this.for("reading"));
      } catch (error) {
        isLacking ||= isNoSuchCall(error);
        isRefused ||= isCredentialRefused(error);
        if (!isLacking) this.failed(isRefused ? objects : `${objects} of ${place}`, error);
        return [];
      }
    };
    let first: Promise<readonly Found[]> | undefined;
    const found = await this.each(`lists of ${objects}`, lists, async (list) => {
      if (first === undefined) return (first = readOne(list));
      await first;
      return readOne(list);
    });
    if (isLacking) this.leaveOut(objects, lacking);
    return found;
  }
}

function omission(what: string, why: string, place?: string): Omission {
  return { what: hideAddresses(what), place: place && hideAddresses(place), why: hideAddresses(why) };
}

/** Returns the message of a failed read, without the name of the command, which all error messages begin with. */
export function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return isServiceError(error) ? message.replace(/^adopt: /, "") : message;
}
