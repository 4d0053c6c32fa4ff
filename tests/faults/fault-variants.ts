import { faultKinds, shapeNames } from "../../testing/emulator/fault-kinds";
import type { Fault, FaultKind, FaultOptions } from "../../testing/emulator";

/** One way in which a request can go wrong. */
export interface FaultVariant {
  readonly kind: FaultKind;
  /** The kind with its options, as cases are named. */
  readonly label: string;
  /** Never answered, so that only the time limit ends the request. */
  readonly stalls: boolean;
  /** The request of the next run before which the service acts, from 1; absent where it acts on its own. */
  readonly lands?: number;
  readonly options: Record<string, unknown>;
}

/** An address that nobody may be sent to; the transport never opens it. */
const elsewhere = "https://elsewhere.example/taken?from=here";

/**
 * The options in which a kind is tried; one that is not named here is tried as it is.
 * `applied` is left out where the service would lie about what it did: 429 says that nothing was.
 */
const variants: { readonly [K in FaultKind]?: readonly FaultOptions[K][] } = {
  status: [
    { status: 400, type: "Bad-Request" },
    { status: 401, type: "Unauthorized" },
    { status: 404, type: "Unknown" },
    { status: 500, type: "Internal-Error" },
    { status: 500, type: "Internal-Error", applied: true },
    { status: 503, type: "Unknown", retryAfter: 1 },
    { status: 503, type: "Unknown", applied: true },
  ],
  "error-200": [{ type: "Quota-Exceed" }, { applied: true }],
  html: [{}, { status: 200 }, { status: 504, applied: true }],
  "rate-limit": [{}, { retryAfter: 3600 }],
  hang: [{}, { applied: true }],
  truncated: [{}, { ends: "cleanly" }],
  "wrong-shape": shapeNames.map((shape) => ({ shape })),
  "applied-late": [{ after: { ms: 3000 } }],
  "echo-secret": [{}, { status: 200, type: "Unauthorized" }],
  redirect: [{ location: elsewhere }],
  "slow-body": [{}, { pauseMs: Infinity }],
};

/** Every kind of fault that the emulator knows, in each of its variants. */
export const faults: readonly FaultVariant[] = faultKinds.flatMap((kind) =>
  (variants[kind] ?? [{}]).map((options: object) => {
    const told = Object.entries(options).filter(([name]) => name !== "location");
    const label = [kind, ...told.map(([name, value]) => `${name} ${typeof value === "object" ? JSON.stringify(value) : String(value)}`)];
    const stalls = kind === "hang" || ("pauseMs" in options && options.pauseMs === Infinity);
    return { kind, label: label.join(", "), stalls, options: { ...options } };
  }),
);

/** Writes that the service acts on while the next run is under way: between its look and its write, or after its write. */
export const lateFaults: readonly FaultVariant[] = [false, true].flatMap((lost) =>
  [2, 3].map((lands) => {
    const label = `applied-late, ${lost ? "not answered" : "acknowledged"}, before request ${lands} of the next run`;
    return { kind: "applied-late" as const, label, stalls: false, lands, options: { after: Infinity, lost } };
  }),
);

/** Whether a request gets no response at all, acted on or not. */
export const isUnanswered = ({ kind }: FaultVariant): boolean => kind === "reset-before" || kind === "reset-after" || kind === "hang";

/** The fault as it is set, for the requests that `picks` chooses. */
export function faultFor({ kind, options }: FaultVariant, picks: () => boolean): Fault {
  // The options are the kind's own, which a table by kind cannot show.
  return { ...options, kind, times: "always", match: { body: picks } } as unknown as Fault;
}
