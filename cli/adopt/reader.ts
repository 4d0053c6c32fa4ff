import { type Client, isCredentialRefused, isNoSuchCall, isServiceError } from "../../client";
import type { AdoptReader, LeaveOut, Lists } from "../../provider/adopt/facts";
import { hideAddresses } from "../../provider/adopt/secrets";
import type { Omission } from "./model";

/** Shows the current step. */
export type Tell = (doing: string) => void;

/** Reads on behalf of `graphplane adopt`, and collects what is left out and why. */
export class Reader implements AdoptReader {
  /** Without e-mail addresses: reports end up in logs. */
  readonly omissions: Omission[] = [];

  constructor(
    private readonly client: Client,
    /** Aborted when the user stops the command. */
    private readonly signal: AbortSignal,
    readonly tell: Tell,
  ) {}

  for(operation: string): Client {
    return this.client.withContext({ purpose: { kind: "adopt", operation }, signal: this.signal });
  }

  readonly leaveOut: LeaveOut = (what, why, place) => this.note(what, why, false, place);

  fail(what: string, why: string): void {
    this.note(what, why, true);
  }

  failed(what: string, error: unknown): void {
    this.signal.throwIfAborted();
    this.fail(what, reasonOf(error));
  }

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

  async lists<Place, Found>(
    { objects, places, describe, lacking }: Lists<Place>,
    read: (place: Place, client: Client) => Promise<readonly Found[]>,
  ): Promise<Found[]> {
    let isLacking = false;
    let isRefused = false;
    const readOne = async (place: Place): Promise<readonly Found[]> => {
      try {
        return await read(place, this.for("reading"));
      } catch (error) {
        isLacking ||= isNoSuchCall(error);
        isRefused ||= isCredentialRefused(error);
        if (!isLacking) this.failed(isRefused ? objects : `${objects} of ${describe(place)}`, error);
        return [];
      }
    };
    let first: Promise<readonly Found[]> | undefined;
    const found = await this.each(`lists of ${objects}`, places, async (place) => {
      if (first === undefined) return (first = readOne(place));
      await first;
      return isLacking || isRefused ? [] : readOne(place);
    });
    if (isLacking) this.leaveOut(objects, lacking);
    return found.flat();
  }

  private note(what: string, why: string, failed: boolean, place?: string): void {
    const part = place === undefined ? {} : { place: hideAddresses(place) };
    this.omissions.push({ what: hideAddresses(what), ...part, why: hideAddresses(why), failed });
  }
}

/** The message of a failed read, without the name of the command, which is before every error. */
export function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return isServiceError(error) ? message.replace(/^adopt: /, "") : message;
}
