import { type Exchange } from "./exchange";
import { type FaultKind, type FaultOptions, faultHandlers } from "./fault-kinds";
import { type Request } from "./request";

/** Selects the requests that a fault applies to. Omitted fields match all requests. */
export interface FaultMatch {
  readonly method?: string;
  /** The end of the decoded path, or a pattern for all of it. */
  readonly path?: string | RegExp;
  /** The number of API 4, an extension's name, `query` or `token`. */
  readonly endpoint?: number | string;
  /** Returns true if the parsed body matches. */
  readonly body?: (body: unknown) => boolean;
}

/** A fault: its kind and options, the matching requests (by default, all), their number (by default, 1), and a promise to wait for first. */
export type Fault = {
  [K in FaultKind]: { kind: K; match?: FaultMatch; times?: number | "always"; until?: Promise<unknown> } & FaultOptions[K];
}[FaultKind];

export async function strike(fault: Fault, exchange: Exchange): Promise<void> {
  if ("applied" in fault && fault.applied === true) exchange.serve();
  // The entry and the fault have the same kind, which TypeScript cannot infer through a union.
  const act = faultHandlers[fault.kind] as (options: Fault, exchange: Exchange) => void | Promise<void>;
  await act(fault, exchange);
}

/** A handle for an injected fault, which reports how often it was applied and removes it. */
export interface FaultHandle {
  readonly hits: number;
  remove(): void;
}

/** The injected faults. The oldest matching fault that has not been used up applies, so that several faults form a script. */
export class Faults {
  private pending: { fault: Fault; left: number; hits: number; remove: () => void }[] = [];

  add(fault: Fault): FaultHandle {
    const remove = () => {
      this.pending = this.pending.filter((other) => other !== entry);
    };
    const entry = { fault, left: fault.times === "always" ? Infinity : (fault.times ?? 1), hits: 0, remove };
    this.pending.push(entry);
    return entry;
  }

  /** Saves the injected faults; the returned function restores them, any number of times. */
  snapshot(): () => void {
    const kept = this.pending.map((entry) => ({ entry, left: entry.left, hits: entry.hits }));
    return () => {
      this.pending = kept.map(({ entry, left, hits }) => Object.assign(entry, { left, hits }));
    };
  }

  /** The remaining number of requests of each fault, oldest first. */
  get left(): readonly number[] {
    return this.pending.map(({ left }) => left);
  }

  take(request: Request, endpoint: number | string | undefined): Fault | undefined {
    const entry = this.pending.find(({ fault, left }) => left > 0 && matches(fault.match ?? {}, request, endpoint));
    if (entry === undefined) return undefined;
    entry.left -= 1;
    entry.hits += 1;
    return entry.fault;
  }
}

function matches(match: FaultMatch, request: Request, endpoint: number | string | undefined): boolean {
  return (
    (match.method === undefined || match.method === request.method) &&
    (match.path === undefined || fitsPath(request.decodedPath, match.path)) &&
    (match.endpoint === undefined || match.endpoint === endpoint) &&
    (match.body === undefined || match.body(request.body))
  );
}

function fitsPath(path: string, pattern: string | RegExp): boolean {
  if (typeof pattern === "string") return path.endsWith(pattern);
  return new RegExp(pattern.source, pattern.flags.replace(/[gy]/g, "")).test(path);
}
