import type { Emulator, Fault } from "../../../testing/emulator";
import { faultFor, faults as variants, type FaultVariant } from "../fault-variants";
import type { Part } from "./part";

/** The disturbance of a run: a fault at one of its requests or from it on, the end of its process, or Ctrl-C. */
export interface Disturbance {
  readonly text: string;
  /** The fault by itself. */
  readonly fault: FaultVariant;
  /** The requests that are counted. */
  readonly of: "requests" | "writes" | "reads of the object";
  /** The first that it meets, from 1. */
  readonly position: number;
  readonly times: "once" | "on";
  /** The signal that ends the run at that request. */
  readonly end?: "killed" | "cancelled";
}

/** A disturbance that is set for one run. */
export interface Struck {
  /** True once a request has met it. */
  readonly hit: () => boolean;
  /** Takes it back once it has done its work. */
  readonly end: () => Promise<void>;
}

const variant = (kind: FaultVariant["kind"], label: string, options: Record<string, unknown> = {}): FaultVariant => {
  return { kind, label, stalls: false, options };
};

/** A request that is never answered ends by real time, which nothing here waits for. */
export const faults: readonly FaultVariant[] = [
  ...variants.filter(({ stalls }) => !stalls),
  variant("status", "404 Not-Found", { status: 404, type: "Not-Found" }),
];

/** An empty answer to a read. */
export const emptyReads: readonly FaultVariant[] = [
  variant("wrong-shape", "null", { shape: "null" }),
  variant("wrong-shape", "an empty text", { result: "" }),
  variant("wrong-shape", "an empty list", { shape: "empty-array" }),
  variant("status", "404 Not-Found", { status: 404, type: "Not-Found" }),
];

/** The delay after which a request whose answer was lost takes effect, in milliseconds. */
export const lateBy = 20_000;

/** The fate of a request during which the run ends, or whose answer is lost. */
export const fates: readonly FaultVariant[] = [
  variant("reset-before", "which is lost"),
  variant("reset-after", "which is acted on"),
  variant("applied-late", "which is acted on 20 s later", { after: { ms: lateBy }, lost: true }),
];

/** The service says that it did what it does later, or never. */
const untrue = ["accepted-not-applied", "applied-late"];

/** True if reads say that there is nothing. */
export function empties({ fault }: Disturbance): boolean {
  return fault.kind === "wrong-shape" || fault.label === "404 Not-Found" || fault.kind === "empty";
}

/** Sets a disturbance for the requests that arrive from now on; `cancel` is Ctrl-C. */
export function disturb(emulator: Emulator, disturbance: Disturbance, part: Part, cancel: () => Promise<void>): Struck {
  const { fault, of, position, times, end } = disturbance;
  const mark = emulator.journal.mark();
  const counted = (body: unknown) => {
    void body;
    const seen = emulator.journal.since(mark);
    return of === "writes" ? seen.writes().length + 1 : of === "requests" ? seen.length + 1 : seen.endpoint(part.sight).length + 1;
  };
  let isOver = false;
  let cancelled = Promise.resolve();
  const picks = () => {
    const at = counted(undefined);
    if (isOver || (times === "once" ? at !== position : at < position)) return false;
    isOver = times === "once";
    if (end === "cancelled") cancelled = cancel();
    return true;
  };
  const methods = of === "writes" ? ["PUT", "POST", "DELETE"] : of === "requests" ? [undefined] : ["GET"];
  const believed = untrue.includes(fault.kind) && fault.options["lost"] !== true && part.isBelieved === true;
  const handles = methods.map((method) => {
    const set = faultFor(fault, picks);
    const match = {
      ...set.match,
      ...(method !== undefined && { method }),
      ...(of === "reads of the object" && { endpoint: part.sight }),
      ...(believed && { endpoint: 9 }),
    };
    // The service acts once the run has ended.
    const until = end === "cancelled" ? { until: { then: (done: () => void) => void cancelled.then(done) } } : {};
    return emulator.fault({ ...set, match, ...until } as Fault);
  });
  if (end === "killed") handles.push(emulator.fault({ kind: "reset-before", times: "always", match: { body: () => isOver } }));
  return {
    hit: () => handles.some(({ hits }) => hits > 0),
    end: async () => {
      await cancelled;
      handles.forEach((handle) => handle.remove());
    },
  };
}
