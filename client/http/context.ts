import type { CallContext } from "./call";

/** Merges two contexts: either signal aborts, both are notified, the secrets of both are kept; otherwise the inner one wins. */
export function mergeContexts(outer: CallContext, inner: CallContext): CallContext {
  const given = Object.fromEntries(Object.entries(inner).filter(([, value]) => value !== undefined)) as CallContext;
  return {
    ...outer,
    ...given,
    secrets: [...(outer.secrets ?? []), ...(inner.secrets ?? [])],
    signal: eitherSignal(outer.signal, inner.signal),
    onResponse: (answer) => {
      outer.onResponse?.(answer);
      inner.onResponse?.(answer);
    },
  };
}

/** A signal that is aborted with the first of two, and for its reason. */
function eitherSignal(one: AbortSignal | undefined, other: AbortSignal | undefined): AbortSignal | undefined {
  if (one === undefined || other === undefined || one === other) return one ?? other;
  return anySignal([one, other]);
}

// Node 20 has it from 20.3 on. It frees a signal without listeners, which no combination by hand can.
const anySignal: (signals: AbortSignal[]) => AbortSignal =
  typeof AbortSignal.any === "function" ? (signals) => AbortSignal.any(signals) : combineByHand;

/** `AbortSignal.any` for versions of Node that lack it. */
export function combineByHand(signals: readonly AbortSignal[]): AbortSignal {
  const controller = new AbortController();
  const giveUp = (event: Event) => controller.abort((event.target as AbortSignal).reason);
  for (const signal of signals) {
    if (signal.aborted) controller.abort(signal.reason);
    // Once one has aborted, nothing is left to listen for.
    else signal.addEventListener("abort", giveUp, { once: true, signal: controller.signal });
  }
  return controller.signal;
}
