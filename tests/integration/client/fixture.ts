import { type ClientSettings, createClient } from "../../../client/index";
import { isServiceError, type ServiceError } from "../../../client/http/errors";
import { VirtualClock } from "../../support/virtual-clock";

export * from "../../support/test-server";
export { VirtualClock } from "../../support/virtual-clock";

export const testKey = "test-key-0123456789";

/** The longest answer that such a client reads: short, so that a longer one is soon made. */
export const maxResponseSize = 8 * 1024 * 1024;

/** A client whose clock, randomness, debug lines and limit of answers are the test's own. */
export function makeClient(service: { readonly origin: string }, settings: Partial<ClientSettings> = {}, random: () => number = () => 0.5) {
  const clock = new VirtualClock();
  const lines: string[] = [];
  const client = createClient(
    { baseUrl: service.origin, apiKey: testKey, maxRetries: 0, ...settings },
    { clock, random, debug: (line) => lines.push(line), maxResponseSize },
  );
  return { client, clock, lines };
}

/** The error that a call rejects with; fails when it resolves or rejects with anything but a ServiceError. */
export async function failureOf(call: Promise<unknown>): Promise<ServiceError> {
  const outcome = await call.then(
    () => "resolved",
    (error: unknown) => error,
  );
  if (!isServiceError(outcome)) throw new Error(`expected a ServiceError, got ${String(outcome)}`);
  return outcome;
}
