import { isAccessDenied, isNotFound, isServiceError, shouldVerify } from "../../client";
import { sentence } from "../../client/http/errors";
import type { OperationContext } from "../definition";
import { describeFailedRequest } from "../announce/error-text";
import { InputError, NotUnderstoodError } from "../errors";
import { consistencyWindowMs, poll, secondReadMs, type Step } from "./wait";
import type { Absence, Reading } from "./reading";

/** Proves by reads that an object is gone: neither a "not found" nor a single read does. */

/** Returns true if two reads agree, some seconds apart: one alone decides nothing that cannot be undone. */
export async function isShownTwice(read: () => Promise<boolean>, { clock }: Pick<OperationContext, "clock">): Promise<boolean> {
  if (!(await read())) return false;
  await clock.sleep(secondReadMs);
  return read();
}

/** Reads an object again, by a request of its own some seconds later, if a read shows that it is gone. */
export async function readTwiceIfGone<T>(
  read: (context: OperationContext) => Promise<T | undefined>,
  context: OperationContext,
): Promise<T | undefined> {
  const first = await read(context);
  if (first !== undefined) return first;
  await context.clock.sleep(secondReadMs);
  return read(context.anew());
}

/** An object that is or may be deleted. */
export interface Deletable {
  readonly context: OperationContext;
  /** Reads the object again. */
  readonly read: () => Promise<Reading>;
  /** Returns whether the object that contains it is there; undefined if that is not certain. */
  readonly parentExists: () => Promise<boolean | undefined>;
}

export type Presence = "there" | "gone" | "unlisted" | "unknown";

/** Returns a function that reads whether the object is there. An empty response counts once it has lasted, with the object's parent seen. */
function presenceReader({ context: { clock }, read, parentExists }: Deletable, acknowledged = false): () => Promise<Presence> {
  let emptySince: number | undefined;
  return async () => {
    const live = await read();
    if ("missing" in live) return "gone";
    if ("noCall" in live) return "unlisted";
    if (live.found || !isEmpty(live)) emptySince = undefined;
    if (live.found) return "there";
    if (live.certain && (live.others || acknowledged)) return "gone";
    const exists = await parentExists();
    if (exists === false) return "gone";
    if (!isEmpty(live) || exists === undefined) return "unknown";
    if (live.certain) return "gone";
    emptySince ??= clock.now();
    return clock.now() - emptySince >= consistencyWindowMs ? "gone" : "unknown";
  };
}

/** Returns true for a response that lists nothing, which is how some services write an empty list. */
function isEmpty({ others }: Absence): boolean {
  return !others;
}

/** Returns true if a failed deletion means that the object is gone: services respond with 400, 404 or 500 for what is not there. */
export async function isGoneAfter(error: unknown, object: Deletable): Promise<boolean> {
  if (!shouldVerify(error)) return false;
  const presence = await readPresence(object);
  if (presence === "there") return isShownTwice(async () => (await object.parentExists()) === false, object.context);
  return presence === "gone" || (presence === "unlisted" && isNotFound(error));
}

/** Returns true if the object is certainly not there. */
export async function isAbsent(object: Deletable): Promise<boolean> {
  return (await readPresence(object)) === "gone";
}

/** Reads until it is certain whether the object is there, or for as long as reads may lag. One that is gone is read again. */
export async function readPresence(object: Deletable): Promise<Presence> {
  const { clock, say } = object.context;
  const read = presenceReader(object);
  let presence: Presence = "unknown";
  const readOnce = async () => {
    const outcome = await poll<Presence>({ clock, say, limit: consistencyWindowMs }, async () => {
      const seen = await read();
      return seen === "unknown" ? { waits: "a list that shows it or does not" } : { done: seen };
    });
    presence = "done" in outcome ? outcome.done : "unknown";
    return presence === "gone";
  };
  try {
    await isShownTwice(readOnce, object.context);
    return presence;
  } catch {
    return "unknown";
  }
}

/** Resolves once a read no longer shows what was deleted. One is enough: with the acknowledgement, the service has said it twice. */
export async function waitUntilGone(
  object: Deletable & {
    /** The path by which lines name it. */
    readonly path: string;
    readonly limit: number;
  },
): Promise<void> {
  const { path, limit } = object;
  const { clock, say } = object.context;
  const read = presenceReader(object, true);
  const step = async (): Promise<Step<true>> => {
    try {
      const presence = await read();
      if (presence === "there") return { waits: "the service still shows it" };
      return presence === "unknown" ? { waits: "no list shows for certain that it is gone" } : { done: true };
    } catch (error) {
      const problem = "it could not be read whether it is gone: ";
      if (error instanceof NotUnderstoodError) return { waits: `${problem}${error.message}` };
      if (isAccessDenied(error) || !isServiceError(error)) throw error;
      return { waits: `${problem}${describeFailedRequest(error)}` };
    }
  };
  const outcome = await poll({ clock, say, limit, progress: (waits) => ({ object: path, activity: waits }) }, step);
  if ("waits" in outcome)
    throw new InputError(
      `timed out after ${outcome.elapsed} s: the service accepted the deletion, but ${sentence(outcome.waits)} Run "pulumi up" or "pulumi destroy" again: it counts as deleted once no list shows it`,
    );
}
