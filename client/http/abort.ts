/** The result of the work, which goes on if nobody waits for it any more; rejects with the signal's reason as soon as it is aborted. */
export async function untilAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return work;
  let giveUp = () => {};
  const givenUp = new Promise<never>((_, reject) => (giveUp = () => reject(signal.reason as Error)));
  signal.addEventListener("abort", giveUp);
  if (signal.aborted) giveUp();
  return Promise.race([work, givenUp]).finally(() => signal.removeEventListener("abort", giveUp));
}
