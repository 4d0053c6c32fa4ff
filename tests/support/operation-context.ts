import { type Failure, ServiceError } from "../../client";
import { formatMessage } from "../../provider/messages/message";
import type { OperationContext } from "../../provider/definition";
import { VirtualClock } from "./virtual-clock";

/** The tools of one operation on a service that answers only the calls that a test gives. */
export function contextOf(client: object, more: Partial<OperationContext> = {}) {
  const lines: string[] = [];
  const reported: string[] = [];
  const clock = new VirtualClock();
  const all = { redact: (text: string) => text, ...client } as unknown as OperationContext["client"];
  let isSeen = false;
  const context: OperationContext = {
    client: all,
    redacting: () => all,
    withFreshReads: () => context,
    clock,
    log: (line) => lines.push(line),
    emit: (line) => lines.push(formatMessage(line)),
    logSent: ({ method, path }) => reported.push(`${method} ${path}`),
    isSecret: () => false,
    seenBefore: false,
    markSeen: () => (isSeen = true),
    isManagedElsewhere: () => false,
    onlyIdKnown: false,
    managerOf: () => undefined,
    isPreview: false,
    assertOnlyKind: () => undefined,
    isDeletedBeforeReplace: () => false,
    deletions: new Set(),
    declaredSoFar: () => [],
    ...more,
  };
  return { context, clock, lines, reported, isSeen: () => isSeen };
}

/** An error of the service: by default its answer that the request is refused with this status. */
export function serviceError(status: number, more: Partial<Failure> = {}, method = "GET", path = "/there"): ServiceError {
  const failure: Failure = { outcome: "refused", summary: `was refused (HTTP ${status})`, status, ...more };
  return new ServiceError(failure, method, path, 1, { kind: "Test", operation: "try" });
}

/** A call that fails with the error. */
export const failing = (error: Error) => () => Promise.reject(error);
/** A call that is answered with the value. */
export const answering = (value: unknown) => () => Promise.resolve(value);
