import type { Emulator, Fault } from "../../../testing/emulator";
import { faultFor, faults as variants, type FaultVariant } from "../fault-variants";
import type { Readings } from "../../support/readings";
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
  /** In place of a fault: one read shows none of its kind, or others make an equal one while the POST is under way. */
  readonly act?: Act;
}

export type Act = "one read lacks it" | "others make one too";

interface World {
  readonly emulator: Emulator;
  readonly readings: Readings;
}

interface Struckable {
  readonly part: Part;
  /** Others make an object as the program declares it. */
  readonly addEqual: () => void;
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

/** An empty response to a read. */
export const emptyReads: readonly FaultVariant[] = [
  variant("wrong-shape", "null", { shape: "null" }),
  variant("wrong-shape", "an empty text", { result: "" }),
  variant("wrong-shape", "an empty list", { shape: "empty-array" }),
  variant("status", "404 Not-Found", { status: 404, type: "Not-Found" }),
];

/** The delay after which a request whose response was lost takes effect, in milliseconds. */
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

/** The fault of a disturbance that is an act. */
export const noFault = variant("slow-body", "no fault");

function strike(act: Act, position: number, { emulator, readings }: World, { part, ...played }: Struckable): Struck {
  const hide = () => readings.once(part.sight, () => part.take?.(emulator));
  if (act === "one read lacks it") {
    if (position === 1) hide();
    else readings.afterNext(part.sight, hide);
    return { hit: () => true, end: async () => readings.clear() };
  }
  const match = { method: "POST" as const, endpoint: part.creation ?? "", body: () => (played.addEqual(), true) };
  const handle = emulator.fault({ kind: "slow-body", pieces: 1, match });
  return { hit: () => handle.hits > 0, end: async () => handle.remove() };
}

/** Sets a disturbance for the requests that arrive from now on; `cancel` is Ctrl-C. */
export function disturb(world: World, disturbance: Disturbance, played: Struckable, cancel: () => Promise<void>): Struck {
  const { fault, of, position, times, end, act } = disturbance;
  const { emulator } = world;
  const { part } = played;
  if (act !== undefined) return strike(act, position, world, played);
  const mark = emulator.journal.mark();
  const counted = () => {
    const seen = emulator.journal.since(mark);
    return of === "writes" ? seen.writes().length + 1 : of === "requests" ? seen.length + 1 : seen.endpoint(part.sight).length + 1;
  };
  let isOver = false;
  let cancelled = Promise.resolve();
  const picks = () => {
    const at = counted();
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
