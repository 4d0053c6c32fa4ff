import { type Client, plainAddress } from "../../client";

/** Messages for a state and a base URL of two services: identifiers of one account must never act on another. */

/** The address in the state, and that of the base URL, if they differ. */
export interface ServiceChange {
  readonly from: string;
  readonly to: string;
}

/** The two addresses if the state's is not the client's; undefined if they are the same, or one of them is not known. */
export function serviceChange(from: string | undefined, connect: () => Pick<Client, "address">): ServiceChange | undefined {
  try {
    const to = connect().address;
    if (from === undefined || from === to) return undefined;
    // A state may hold anything.
    return URL.canParse(from) && plainAddress(from) === to ? undefined : { from, to };
  } catch {
    // Without settings nothing can be sent, and the request that is tried reports what is missing.
    return undefined;
  }
}

const wayBack = "Set the base URL back";
const wayOut = 'remove it from the state with "pulumi state delete"';

export function nothingSentText({ from, to }: ServiceChange): string {
  return `the state knows it at ${from}, and the base URL is ${to}. Nothing is sent there, since the same identifiers may name something else. ${wayBack}, run "pulumi refresh --run-program" to read it from the new address, or ${wayOut}.`;
}

/** The message for a read that does not find the object at the new address, and keeps it in state. */
export function notFoundText({ from, to }: ServiceChange): string {
  return `the state knows it at ${from}, and it was not found at ${to}, which is the base URL. The state keeps it, since it may still be at the old address. ${wayBack}, or ${wayOut}.`;
}
