import { type Behaviour, type Delay } from "../profile";
import { type Store } from "../store";

/** One request that found its endpoint, as a route sees it. */
export interface Call {
  readonly endpoint: number | string;
  readonly params: Readonly<Record<string, string>>;
  /** The parsed body; undefined where none was sent. */
  readonly body: unknown;
  readonly store: Store;
  readonly behaviour: Behaviour;
  /** Overrules how late a change of a workspace shows (a fault may). */
  readonly delay?: Delay;
}

/** What a route answers with: the Result, and the envelope's Message. A route that refuses throws a `Refusal`. */
export interface Outcome {
  readonly result: unknown;
  readonly message?: string;
}

/** Serves one endpoint. */
export type Route = (call: Call) => Outcome;

/** A path parameter; the row that was matched guarantees it. */
export function param(call: Call, name: string): string {
  const value = call.params[name];
  if (value === undefined) throw new Error(`The row of endpoint ${call.endpoint} has no parameter ${name}.`);
  return value;
}
