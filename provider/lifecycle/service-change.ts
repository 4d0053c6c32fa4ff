import { type Client, plainAddress } from "../../client";

/** Messages for a state that belongs to a different service than the base URL. The identifiers of one account must never be used with another. */

/** The URL in the state and the base URL, if they differ. */
export interface ServiceChange {
  readonly from: string;
  readonly to: string;
}

/** Returns both URLs if the one in the state differs from the client's. Undefined if they are equal or if one of them is unknown. */
export function serviceChange(from: string | undefined, connect: () => Pick<Client, "address">): ServiceChange | undefined {
  try {
    const to = connect().address;
    if (from === undefined || from === to) return undefined;
    // The URL in a state can be malformed.
    return URL.canParse(from) && plainAddress(from) === to ? undefined : { from, to };
  } catch {
    // Missing settings are reported when a request needs them.
    return undefined;
  }
}

const wayBack = "Set the base URL back";
const wayOut = 'remove it from the state with "pulumi state delete"';

export function nothingSentText({ from, to }: ServiceChange): string {
  return `the state records it at ${from}, and the base URL is ${to}. graphplane sends no request there, because the same identifiers might belong to different objects. ${wayBack}, run "pulumi refresh --run-program" to read it from the new address, or ${wayOut}.`;
}

/** Returns the message for a read that does not find the object at the new URL and keeps it in the state. */
export function notFoundText({ from, to }: ServiceChange): string {
  return `the state records it at ${from}, and it was not found at ${to}, which is the base URL. The state keeps it, because it might still be at the old address. ${wayBack}, or ${wayOut}.`;
}
