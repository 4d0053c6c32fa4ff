import { isNotFound, shouldVerify } from "../../client";
import { sentence } from "../../client/http/errors";
import type { OperationContext } from "../definition";
import { InputError } from "../errors";
import { isConfirmedDeleted, type ReadResult } from "./read-result";
import { consistencyWindowMs, poll, secondReadMs, toFailedRead, toUnknown } from "./wait";

/** Determines with reads whether an object is gone. Neither a "not found" nor a single read is sufficient proof. */

/** Repeats a read after some seconds, as long as its result is doubtful. A longer limit, in milliseconds, allows more reads with increasing pauses. */
export async function readTwiceIf<T>(
  isDoubted: (found: T) => boolean,
  read: (isAgain: boolean) => Promise<T>,
  { clock }: Pick<OperationContext, "clock">,
  limit = secondReadMs,
): Promise<T> {
  let found = await read(false);
  for (let waited = 0, pause = secondReadMs; isDoubted(found) && waited < limit; pause += secondReadMs) {
    await clock.sleep(pause);
    waited += pause;
    found = await read(true);
  }
  return found;
}

/** The reads that are needed to prove that an object is deleted. */
export interface Deletable {
  readonly context: OperationContext;
  readonly read: () => Promise<ReadResult>;
  /** Resolves with undefined if it is uncertain whether the parent exists. */
  readonly parentExists: () => Promise<boolean | undefined>;
}

export type Existence = "exists" | "deleted" | "unlisted" | "unknown";

/** Returns a function that reads whether the object exists. If reads return null for long enough, the list is considered empty. */
function existenceReader({ context: { clock }, read, parentExists }: Deletable, isAcknowledged = false): () => Promise<Existence> {
  let emptySince: number | undefined;
  return async () => {
    const live = await read();
    if ("missing" in live) return "deleted";
    if ("noCall" in live) return "unlisted";
    emptySince = live.found || live.others ? undefined : (emptySince ?? clock.now());
    if (live.found) return "exists";
    if (live.certain && isAcknowledged) return "deleted";
    const hasLasted = emptySince !== undefined && clock.now() - emptySince >= consistencyWindowMs;
    return (await isConfirmedDeleted(live, parentExists, hasLasted)) ? "deleted" : "unknown";
  };
}

/** Returns true if the deletion failed because the object is gone. Services return 400, 404 or 500 for a missing object. */
export async function isDeletedAfter(error: unknown, object: Deletable): Promise<boolean> {
  if (!shouldVerify(error)) return false;
  const existence = await readExistence(object);
  if (existence === "exists") return readTwiceIf(Boolean, async () => (await object.parentExists()) === false, object.context);
  return existence === "deleted" || (existence === "unlisted" && isNotFound(error));
}

export async function isAbsent(object: Deletable): Promise<boolean> {
  return (await readExistence(object)) === "deleted";
}

/** Polls until it is certain whether the object exists, for as long as reads can lag. If the object is gone, reads again to confirm it. */
export async function readExistence(object: Deletable): Promise<Existence> {
  const { context } = object;
  const read = existenceReader(object);
  const readUntilKnown = async () => {
    const outcome = await poll<Existence>(context, { limit: consistencyWindowMs }, async () => {
      const existence = await read();
      return existence === "unknown" ? { waits: "a conclusive list" } : { done: existence };
    });
    return "done" in outcome ? outcome.done : "unknown";
  };
  return (await readTwiceIf((existence) => existence === "deleted", readUntilKnown, context).catch(toUnknown)) ?? "unknown";
}

/** Resolves once a read no longer returns the deleted object. One read is sufficient, because the service has also acknowledged the deletion. */
export async function waitUntilDeleted(
  object: Deletable & {
    /** The object's path in messages. */
    readonly path: string;
    readonly limit: number;
  },
): Promise<void> {
  const { context, path, limit } = object;
  const read = existenceReader(object, true);
  const outcome = await poll<true>(context, { limit, progress: (waits) => ({ object: path, activity: waits }) }, async () => {
    const existence = await read().catch(toFailedRead);
    if (typeof existence === "object") return { waits: `graphplane could not check whether it is gone: ${existence.failed}` };
    if (existence === "exists") return { waits: "the service still returns it" };
    return existence === "unknown" ? { waits: "no list proves that it is gone" } : { done: true };
  });
  if ("waits" in outcome)
    throw new InputError(
      `timed out after ${outcome.elapsed} s: the service accepted the deletion, but ${sentence(outcome.waits)} Run "pulumi up" or "pulumi destroy" again, which completes once no list contains it`,
    );
}
