import { plainAddress } from "../../client";

/** Messages for a state and a base URL of two services: identifiers of one account must never act on another. */

/** Two addresses that differ. */
export interface ServiceChange {
  /** The one in the state. */
  readonly from: string;
  /** The one of the base URL. */
  readonly to: string;
}

/** The two addresses if the state's is not the client's; undefined if they are the same, or the state has none. */
export function serviceChange(from: string, to: string): ServiceChange | undefined {
  return from === "" || from === to || normalizeAddress(from) === to ? undefined : { from, to };
}

const wayBack = "Set the base URL back";
const wayOut = 'take it out of the state with "pulumi state delete"';

/** The message that refuses a write. */
export function nothingSentText({ from, to }: ServiceChange): string {
  return `the state knows it at ${from}, and the base URL is ${to}. Nothing is sent there, since the same identifiers may name something else. ${wayBack}, run "pulumi refresh --run-program" to read it from the new address, or ${wayOut}.`;
}

/** The message for a read that does not find the object at the new address, and keeps it in state. */
export function notFoundText({ from, to }: ServiceChange): string {
  return `the state knows it at ${from}, and it was not found at ${to}, which is the base URL. The state keeps it, since it may still be at the old address. ${wayBack}, or ${wayOut}.`;
}

/** A state may hold anything. */
function normalizeAddress(address: string): string {
  return URL.canParse(address) ? plainAddress(address) : address;
}
